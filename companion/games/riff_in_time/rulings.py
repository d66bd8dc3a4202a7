"""What a table settles before a game: the start of San Dimas, and the rulings it reads otherwise (D-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.questions import Message, Option
from companion.games.riff_in_time.content import Box
from companion.games.settling import settle as settle_options

YES_NO = ("yes", "no")


def options(box: Box) -> tuple[Option, ...]:
    """Every option with its words and its default."""
    return (
        Option("san_dimas", Message("San Dimas starts at (harder: higher than the number of players)"),
               tuple(str(level) for level in range(1, box.san_dimas.max + 1)), rules=("RIT-03", "RIT-04"),
               kind="harder"),
        Option("flip_needs_return", Message("A rift closes only once its own Personage is returned"),
               YES_NO, "yes", ("RIT-29",)),
        Option("eject_to", Message("Ejected Personages stand where"), ("carrier", "active"), "carrier",
               ("RIT-47",), {"carrier": Message("with their carrier"),
                             "active": Message("with the active player")}),
        Option("pass_on_sd", Message("Personages may be passed on San Dimas"), YES_NO, "no", ("RIT-108",)),
        Option("pass_keeps_actions", Message("The giver keeps a passed Personage's Actions this turn"),
               YES_NO, "no", ("RIT-110",)),
        Option("clean_rounds_in_row", Message("Clean rounds must come in a row"), YES_NO, "yes",
               ("RIT-119",)),
        Option("reshuffle_if_home_over",
               Message("Place the Personages anew if more than so many are at home"),
               ("off", *map(str, range(10))), "off", ("RIT-06",), {"off": Message("never")}),
    )


def settle(box: Box, seats: Sequence[str], chosen: Mapping[str, str | int]) -> dict[str, str]:
    """All options with the values that hold; San Dimas starts at the number of players or more.

    ValueError, with a sentence, for what is no option or no value.
    """
    offered = [replace(option, words=option.words[len(seats) - 1:]) if option.id == "san_dimas" else option
               for option in options(box)]
    return settle_options(offered, chosen)
