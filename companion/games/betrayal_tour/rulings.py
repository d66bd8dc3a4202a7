"""What a table settles before a race: bunkers, and the rulings it reads otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.questions import Message, Option

YES_NO = ("yes", "no")
OPTIONS = (
    Option("bunkers", Message("Which bunkers: as usual, or chosen by each"), ("usual", "chosen"), "usual",
           ("BT-02",)),
    Option("bonus_before_move", Message("The event of a lucky 10 comes before its move"), YES_NO, "yes",
           ("BT-68",)),
    Option("release_on_ten", Message("A 10 releases: opponents only, or the thrower's own pawn too"),
           ("opponent", "any"), "opponent", ("BT-32",)),
    Option("attack_blocks", Message("Lacking what an attack asks for blocks the pawn"), YES_NO, "yes",
           ("BT-52",)),
    Option("attack_relocation", Message("After an attack the pawn moves: back only, or always"),
           ("back_only", "always"), "back_only", ("BT-54",)),
    Option("explosion_keeps_parts", Message("An explosion leaves the finished badge parts"), YES_NO, "yes",
           ("BT-62",)),
    Option("explosion_stock", Message("After an explosion the stock is"), ("reset", "keep"), "reset",
           ("BT-62",)),
)


def settle(chosen: Mapping[str, str | int]) -> dict[str, str]:
    """All options with the values that hold. ValueError for what is no option or no value."""
    known = {option.id: option for option in OPTIONS}
    unknown = [name for name in chosen if name not in known]
    if unknown:
        raise ValueError(f"There is no option “{unknown[0]}”; the options are {', '.join(known)}.")
    settled = {name: _word(chosen.get(name, option.default)) for name, option in known.items()}
    for name, value in settled.items():
        if value not in known[name].words:
            raise ValueError(f"{name} cannot be “{value}”; it may be {', '.join(known[name].words)}.")
    return settled


def _word(value: str | int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
