"""What a table settles before a race: bunkers, and the rulings it reads otherwise."""

from __future__ import annotations

from companion.engine.questions import Message, Option

YES_NO = ("yes", "no")
OPTIONS = (
    Option("bunkers", Message("Which bunkers: as usual, or chosen by each"), ("usual", "chosen"), "usual",
           ("BT-02",), {"usual": Message("as usual"), "chosen": Message("chosen by each")}, "variant"),
    Option("bonus_before_move", Message("The event of a lucky 10 comes before its move"), YES_NO, "yes",
           ("BT-68",)),
    Option("release_on_ten", Message("A 10 releases: opponents only, or the thrower's own pawn too"),
           ("opponent", "any"), "opponent", ("BT-32",),
           {"opponent": Message("opponents only"), "any": Message("one's own too")}),
    Option("attack_blocks", Message("Lacking what an attack asks for blocks the pawn"), YES_NO, "yes",
           ("BT-52",)),
    Option("attack_relocation", Message("After an attack the pawn moves: back only, or always"),
           ("back_only", "always"), "back_only", ("BT-54",),
           {"back_only": Message("back only"), "always": Message("always")}),
    Option("explosion_keeps_parts", Message("An explosion leaves the finished badge parts"), YES_NO, "yes",
           ("BT-62",)),
    Option("explosion_stock", Message("After an explosion the stock is"), ("reset", "keep"), "reset",
           ("BT-62",), {"reset": Message("one of each again"), "keep": Message("as it was")}),
)
