"""Professor Evil and the Citadel of Time: save four treasures before the professor secures four."""

from companion.games.professor_evil.game import ProfessorEvil

GAME = ProfessorEvil

__all__ = ["GAME", "ProfessorEvil"]
