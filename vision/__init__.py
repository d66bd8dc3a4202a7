"""Reads dice from pictures. Knows dice, not games: frames come in, readings go out."""

from vision.dice_sets import SETS, DiceSet, Kind, UnknownDiceSet
from vision.reader import read
from vision.reading import DieSeen, Message, Problem, Reading

__all__ = ["SETS", "DiceSet", "DieSeen", "Kind", "Message", "Problem", "Reading", "UnknownDiceSet", "read"]
