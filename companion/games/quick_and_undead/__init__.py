"""The Quick and the Undead: guns, undead and Notoriety in a town at high noon."""

from companion.games.quick_and_undead.game import QuickAndUndead

GAME = QuickAndUndead

__all__ = ["GAME", "QuickAndUndead"]
