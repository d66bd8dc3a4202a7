"""Riff in Time: close ten rifts in history before San Dimas breaks."""

from companion.games.riff_in_time.game import RiffInTime

GAME = RiffInTime

__all__ = ["GAME", "RiffInTime"]
