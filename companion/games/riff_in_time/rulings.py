"""What a table settles before a game: the start of San Dimas, and the rulings it reads otherwise (D-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.questions import Message, Option
from companion.games.riff_in_time.content import Box

YES_NO = ("yes", "no")


def options(box: Box) -> tuple[Option, ...]:
    """Every option with its words and its default."""
    return (
        Option("san_dimas", Message("San Dimas starts at (harder: higher than the number of players)"),
               tuple(str(level) for level in range(1, box.san_dimas.max + 1)), rules=("RIT-03", "RIT-04")),
        Option("flip_needs_return", Message("A rift closes only once its own Personage is returned"),
               YES_NO, "yes", ("RIT-29",)),
        Option("eject_to", Message("Ejected Personages stand where"), ("carrier", "active"), "carrier",
               ("RIT-47",)),
        Option("pass_on_sd", Message("Personages may be passed on San Dimas"), YES_NO, "no", ("RIT-108",)),
        Option("pass_keeps_actions", Message("The giver keeps a passed Personage's Actions this turn"),
               YES_NO, "no", ("RIT-110",)),
        Option("clean_rounds_in_row", Message("Clean rounds must come in a row"), YES_NO, "yes",
               ("RIT-119",)),
        Option("reshuffle_if_home_over",
               Message("Place the Personages anew if more than so many are at home"),
               ("off", *map(str, range(10))), "off", ("RIT-06",)),
    )


def settle(box: Box, seats: Sequence[str], chosen: Mapping[str, str | int]) -> dict[str, str]:
    """All options with the values that hold for this table. ValueError for what is no option or no value."""
    known = {option.id: option for option in options(box)}
    unknown = [name for name in chosen if name not in known]
    if unknown:
        raise ValueError(f"There is no option “{unknown[0]}”; the options are {', '.join(known)}.")
    settled = {}
    for name, option in known.items():
        words = option.words
        if name == "san_dimas":
            words = words[len(seats) - 1:]
        value = _word(chosen.get(name, option.default or words[0]))
        if value not in words:
            raise ValueError(f"{name} cannot be “{value}”; it may be {', '.join(words)}.")
        settled[name] = value
    return settled


def _word(value: str | int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
