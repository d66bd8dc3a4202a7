"""Settling a game's options before it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.questions import Message, Option, Unplayable


def settle(options: Sequence[Option], chosen: Mapping[str, str | int]) -> dict[str, str]:
    """All options with the values that hold: what was chosen, else the default, else the first word.

    ValueError, with a sentence, for what is no option or none of its words. True and False are yes and no.
    """
    known = {option.id: option for option in options}
    for name in chosen:
        if name not in known:
            raise Unplayable(Message("There is no option “{option}”; the options are {options}.",
                                     {"option": name, "options": ", ".join(known)}))
    settled = {name: _word(chosen.get(name, option.default or option.words[0]))
               for name, option in known.items()}
    for name, value in settled.items():
        if value not in known[name].words:
            raise Unplayable(Message("{option} cannot be “{word}”; it may be {words}.", {
                "option": name, "word": value, "words": ", ".join(known[name].words)}))
    return settled


def _word(value: str | int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
