"""What one seat may see of a game, built by adding. Nothing else leaves the referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.questions import Ask, Choose, Message, Outcome, Told, Words
from companion.engine.referee import Referee

CLOSED = Choose(words=(), least=0, most=0)
"""What others see of a question that is put to one seat in secret: nothing."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The open question as one seat sees it: nothing of what the others have answered under seal."""

    number: int
    key: str
    text: Message
    rules: Words
    reveals: Words
    asks: Mapping[str, Ask]
    """What each seat that is asked may answer; of a secret question only the viewer's own part."""
    waiting: Words
    """The seats whose answer is still missing."""
    offered: Words
    """An answer that was taken back and is to be given again (the dice as they fell); else empty."""
    sealed: bool
    """Whether answers stay closed until every seat has given one."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat (None: spectators and the display) may know of a game at one moment."""

    seat: str | None
    asked: Asked | None
    board: Mapping[str, Any]
    log: tuple[tuple[int, Told], ...]
    """What was told, each line with the number of its turn."""
    problems: tuple[Message, ...]
    outcome: Outcome | None


def view_of(referee: Referee, seat: str | None, log_turns: int = 12) -> View:
    """What `seat` may see now, with the log of the last `log_turns` turns."""
    return View(
        seat=seat,
        asked=_asked(referee, seat),
        board=referee.game.view(referee.state, seat),
        log=_log(referee, seat, log_turns),
        problems=tuple(referee.problems),
        outcome=referee.outcome,
    )


def _asked(referee: Referee, seat: str | None) -> Asked | None:
    question = referee.question
    if question is None:
        return None
    sealed = question.is_sealed
    asks = {who: ask if not sealed or who == seat else CLOSED for who, ask in question.asks.items()}
    return Asked(
        number=referee.number, key=question.key, text=question.text, rules=question.rules,
        reveals=question.reveals, asks=asks,
        waiting=referee.waiting, sealed=sealed,
        offered=referee.offered if len(question.asks) == 1 and not sealed else (),
    )


def _log(referee: Referee, seat: str | None, turns: int) -> tuple[tuple[int, Told], ...]:
    first = max(0, len(referee.pages) - turns)
    lines: list[tuple[int, Told]] = []
    for number in range(first, len(referee.pages)):
        is_open = number == len(referee.pages) - 1
        told = referee.state.log if is_open else referee.pages[number].log
        lines += [(number, line) for line in told if not line.to or seat in line.to]
    return tuple(lines)
