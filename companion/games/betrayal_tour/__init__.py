"""Betrayal Tour: weld on four badge parts and be first home."""

from companion.games.betrayal_tour.game import BetrayalTour

GAME = BetrayalTour

__all__ = ["GAME", "BetrayalTour"]
