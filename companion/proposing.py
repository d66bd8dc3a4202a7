"""What somebody wants to change, shown to the whole table before it is done.

It is tried out on the same game off the record, so what is shown is what will come of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Game
from companion.engine.questions import Fact, Message, Words
from companion.engine.referee import Dropped, Referee

CHANGES = ("undo", "amend", "correct")


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
    """A fact that would change: the word it has now and the one it would have then."""

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
    asked: Message | None
    """What would be asked then."""


def differences(game: Game[Any], now: Referee, then: Referee) -> Iterator[Difference]:
    """The facts of which a trial has other values."""
    after = {fact.path: fact.now for fact in game.facts(then.state)}
    for fact in game.facts(now.state):
        if after.get(fact.path, fact.now) != fact.now:
            yield Difference(fact, after[fact.path])


def carried_out(change: Change, trial: Referee, back: int = 1) -> list[Dropped]:
    """Do it to a trial; an undo goes `back` so many answers. Returns what no longer fits."""
    if change.kind == "amend":
        return trial.amend(change.key, change.words, change.seat)
    if change.kind == "correct":
        return trial.correct(change.facts)
    for _ in range(back):
        trial.undo()
    return []
