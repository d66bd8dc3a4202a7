"""Playthrough files: a whole game, or the end of one, as text: a header and one answer a line.

`docs/playthroughs.md` defines the form.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from companion.engine.game import Game, text_of
from companion.engine.questions import Choose, Confirm, Draw, Message, Question, Roll, Told, Words
from companion.engine.referee import Referee, Refused
from companion.engine.seats import check_seats

HEADER = ("game", "seats", "options", "content", "state")
Load = Callable[[str, Path | None], Game[Any]]
"""Gives a game by its id, with its own content or that of a content file."""


class Unreadable(ValueError):
    """The file is no playthrough; the text names the line and what would do."""


@dataclass(frozen=True)
class Line:
    """One answer of a playthrough: where it stands in the file, who says which words to which question."""

    number: int
    seat: str
    key: str
    words: Words

    def __str__(self) -> str:
        return " ".join((self.seat, self.key, *self.words))


@dataclass(frozen=True)
class Playthrough:
    """What a playthrough file says. `content` is a file, or None for the game's own."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, str | int]
    content: Path | None
    state: Mapping[str, Any] | None
    lines: tuple[Line, ...] = field(default=())


class Misfit(Refused):
    """An answer does not fit: `line` is where, `question` what was open, `message` why not."""

    def __init__(self, line: Line, question: Question | None, message: Message) -> None:
        super().__init__(message)
        self.line = line
        self.question = question


@dataclass(frozen=True)
class Step:
    """The game after `number` answers, the last of them `line`, and what was told since the one before."""

    number: int
    line: Line | None
    referee: Referee
    told: tuple[Told, ...]


def read(path: Path) -> Playthrough:
    """The playthrough in a file. `Unreadable`, with the line, when it is none; OSError when there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("this is no text in UTF-8.") from error
    return parse(text, path.parent)


def parse(text: str, folder: Path = Path()) -> Playthrough:
    """The playthrough that `text` holds; a content file is looked for from `folder`."""
    header: dict[str, str] = {}
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if line.strip() == "---":
            break
        name, colon, value = line.partition(":")
        if not line.strip() or line.startswith("#"):
            continue
        if not colon or name.strip() not in HEADER or name.strip() in header:
            raise Unreadable(f"line {number}: “{line}”: before the line --- come {', '.join(HEADER)}, each "
                             "once, as in “game: riff_in_time”.")
        header[name.strip()] = value.strip()
    else:
        raise Unreadable("the line --- between the header and the answers is missing.")
    return _playthrough(header, tuple(_answers(lines)), folder)


def _playthrough(header: Mapping[str, str], lines: tuple[Line, ...], folder: Path) -> Playthrough:
    if not header.get("game"):
        raise Unreadable("the header names no game; a line such as “game: riff_in_time” is needed.")
    content = header.get("content", "default")
    return Playthrough(
        game=header["game"], seats=tuple(header.get("seats", "").split()),
        options=_options(header.get("options", "")),
        content=None if content == "default" else folder / content,
        state=_state(header["state"]) if "state" in header else None, lines=lines)


def _options(text: str) -> dict[str, str | int]:
    options: dict[str, str | int] = {}
    for option in text.split():
        name, equals, value = option.partition("=")
        if not equals:
            raise Unreadable(f"options: “{option}” is no option such as san_dimas=2.")
        options[name] = value
    return options


def _state(text: str) -> dict[str, Any]:
    try:
        state = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(f"state: this is no JSON: {error}.") from error
    if not isinstance(state, dict):
        raise Unreadable("state: a state in JSON begins with a brace.")
    return state


def _answers(lines: Iterator[tuple[int, str]]) -> Iterator[Line]:
    for number, line in lines:
        said = line.partition("#")[0].split()
        if not said:
            continue
        if len(said) < 2:
            raise Unreadable(f"line {number}: “{line}” is no answer; it needs a seat (or - for the table), "
                             "the question's key and the words.")
        yield Line(number, said[0], said[1], tuple(said[2:]))


def begin(playthrough: Playthrough, load: Load) -> Referee:
    """A referee at the playthrough's beginning. ValueError, with a sentence, when the game cannot be so."""
    game = load(playthrough.game, playthrough.content)
    if playthrough.state is None:
        check_seats(game, playthrough.seats)
        return Referee(game, game.new(playthrough.seats, playthrough.options))
    try:
        state = text_of(game).from_plain(playthrough.state)
    except ValidationError as error:
        faults = (f"state: {'.'.join(map(str, fault['loc']))}: {fault['msg']}." for fault in error.errors())
        raise Unreadable("\n".join(faults)) from error
    check_seats(game, state.seats)
    return Referee(game, state)


def play(playthrough: Playthrough, load: Load) -> Iterator[Step]:
    """The game as it begins and after each answer. Raises `Misfit` at the first answer that does not fit."""
    referee = begin(playthrough, load)
    heard = 0
    for number, line in enumerate((None, *playthrough.lines)):
        question = referee.question
        if line is not None:
            try:
                referee.answer(line.seat, line.key, line.words)
            except Refused as refused:
                raise Misfit(line, question, refused.message) from refused
        log = referee.log
        yield Step(number, line, referee, tuple(log[heard:]))
        heard = len(log)


def in_words(question: Question) -> list[str]:
    """The open question and all words that would answer it, as lines of text."""
    lines = [f"{question.key} ({', '.join(question.rules)})" if question.rules else question.key]
    for seat, ask in question.asks.items():
        lines += [f"  {seat}: {line}" for line in _ask_in_words(ask)]
    return lines


def _ask_in_words(ask: Roll | Choose | Draw | Confirm) -> list[str]:
    match ask:
        case Roll():
            return [f"throw {die.id} ({die.kind}): {' '.join(dict.fromkeys(die.faces))}" for die in ask.dice]
        case Choose():
            traits = "".join((", in order" if ask.ordered else "", ", again and again" if ask.repeat else "",
                              f", with {' '.join(ask.must)}" if ask.must else ""))
            return [f"choose {_count(ask.least, ask.most)}{traits}: {' '.join(ask.words)}"]
        case Draw():
            cards = [word if count == 1 else f"{word}×{count}" for word, count in ask.left().items()]
            other = f" or {ask.other}" if ask.other else ""
            return [f"draw {_count(ask.least, ask.most)} from {ask.deck}: {' '.join(cards)}{other}"]
        case Confirm():
            return [f"say {' '.join(ask.words)}"]


def _count(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
