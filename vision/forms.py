"""What lies on top of dice: the forms of top faces, of which shape of die each is, and pips."""

from __future__ import annotations

PIPS = ("1", "2", "3", "4", "5", "6")
SHAPE_OF = {"pips": "cube", "sign": "cube", "d8": "d8", "token": "token"}
FORMS = tuple(SHAPE_OF)
