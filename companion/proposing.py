"""What somebody wants to change, shown to the whole table before it is done.

It is tried out on the same game off the record, so what is shown is what will come of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine.game import Game
from companion.engine.questions import Fact, Message, Told, Words
from companion.engine.referee import Dropped, Referee


@dataclass(frozen=True)
class Change:
    """To undo the last answer, to amend the answer to `key`, or to correct `facts`; `kind` says which."""

    kind: str
    key: str = ""
    words: Words = ()
    seat: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that would change: the word it has now and the one it would have then; none where it is not."""

    fact: Fact
    then: str


@dataclass(frozen=True)
class Proposal:
    """A change that waits for the table's yes or no: what it is, and what would come of it."""

    number: int
    change: Change
    text: Message
    shown: Message | None
    """What everybody has seen already and would be taken back."""
    lost: tuple[Message, ...]
    """The answers that would be dropped, and why."""
    changes: tuple[Difference, ...]
    undone: tuple[Message, ...]
    """What was told to all and would not have happened then, the latest first: it is put back by hand."""
    asked: Message | None
    """What would be asked then."""


def differences(game: Game[Any], now: Referee, then: Referee) -> Iterator[Difference]:
    """The facts of which a trial has other values, or that are there only now, or only then."""
    before, after = ({fact.path: fact for fact in game.facts(referee.state)} for referee in (now, then))
    for path in dict.fromkeys([*before, *after]):
        fact = before.get(path) or replace(after[path], now="")
        would_be = after[path].now if path in after else ""
        if fact.now != would_be:
            yield Difference(fact, would_be)


def undone(now: Referee, then: Referee) -> list[Told]:
    """What was told to all and is not told in a trial, the latest first."""
    told, again = ([line for line in referee.log if not line.to] for referee in (now, then))
    alike = 0
    while told[alike:] and told[alike:alike + 1] == again[alike:alike + 1]:
        alike += 1
    return [line for line in reversed(told[alike:]) if line not in again[alike:]]


def carried_out(change: Change, trial: Referee, back: int = 1) -> list[Dropped]:
    """Do it to a trial; an undo goes `back` so many answers. Returns what no longer fits."""
    if change.kind == "amend":
        return trial.amend(change.key, change.words, change.seat)
    if change.kind == "correct":
        return trial.correct(change.facts)
    for _ in range(back):
        trial.undo()
    return []
