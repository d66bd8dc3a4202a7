"""From a journal's rows to the game they tell of, without its rules; and the rows' form on disk."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from companion.engine.game import Game
from companion.engine.questions import Told, Words
from companion.engine.referee import Page, Referee
from companion.engine.rows import Amended, Answered, Corrected, Record, Row, TurnBegun, Undone, still_to_come


@dataclass(frozen=True, slots=True)
class Begun:
    """A game began: which, who plays, the options, and where dice and decks come from."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, str | int]
    dice: str
    decks: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The journal was taken up again by a table."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A phone, known by the hash of its token, took `seat`; whoever held it before holds it no more."""

    seat: str
    token: str


@dataclass(frozen=True, slots=True)
class SeatShared:
    """One more phone holds `seat`, beside those that do already."""

    seat: str
    token: str


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """The phone with this token's hash, or with none named every phone, holds `seat` no more."""

    seat: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The message with this id was carried out; when it comes again it is not."""

    id: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Something the table needs again after a restart, such as the join code."""

    name: str
    value: str


JournalRow: TypeAlias = Row | Begun | Opened | SeatTaken | SeatShared | SeatFreed | Acknowledged | Kept
_KINDS: dict[str, type[Any]] = {
    "begun": Begun, "opened": Opened, "turn_begun": TurnBegun, "answered": Answered, "undone": Undone,
    "amended": Amended, "corrected": Corrected, "seat_taken": SeatTaken, "seat_shared": SeatShared,
    "seat_freed": SeatFreed, "acknowledged": Acknowledged, "kept": Kept,
}
Columns: TypeAlias = tuple[str, str, int | None, str | None, int]
_NAMES = {type_: kind for kind, type_ in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row with what was in force: with each beginning the rules' version and the content's hash."""

    row: JournalRow
    rules: int | None = None
    content: str | None = None


@dataclass
class Written:
    """What a journal's rows come to."""

    begun: Begun
    pages: list[Page] = field(default_factory=list)
    number: int = 1
    """The number after the last one that was used."""
    last: Answered | Undone | Amended | Corrected | None = None
    """The last row that used a number."""
    taken_back: list[Answered] = field(default_factory=list)
    """What was taken back and not answered again, the latest first to come: chance offers it again."""
    seats: dict[str, Words] = field(default_factory=dict)
    """The seats that phones hold, each with the hashes of their tokens."""
    acknowledged: set[str] = field(default_factory=set)
    kept: dict[str, str] = field(default_factory=dict)
    opened: int = 0
    rules_version: int = 0
    """The version of the rules that the open turn began under."""


def referee_of(written: Written, game: Game[Any], record: Record | None = None) -> Referee:
    """A referee for the game that was written down: the same question is open, under the same number."""
    referee = Referee.restore(game, written.pages, written.number, record=record,
                              taken_back=written.taken_back)
    if referee.sealed and not referee.dropped and isinstance(written.last, Answered):
        referee.number = written.last.number
    return referee


def kind_of(row: JournalRow) -> str:
    """The word for a row's kind on disk."""
    return _NAMES[type(row)]


def row_of(kind: str, plain: Mapping[str, Any]) -> JournalRow:
    """The row that was written as `plain`. ValueError, KeyError or TypeError when it is none."""
    if kind not in _KINDS:
        raise ValueError(f"no row is called {kind!r}")
    values = dict(plain)
    for name in ("words", "seats"):
        if name in values:
            values[name] = tuple(values[name])
    if kind == "turn_begun":
        values["told"] = tuple(Told(**told) for told in values["told"])
    row: JournalRow = _KINDS[kind](**values)
    return row


def to_columns(entry: Entry) -> Columns:
    """A row as the journal keeps it: kind, data, rules, content, and a sum over what was written."""
    kind, data = kind_of(entry.row), json.dumps(asdict(entry.row), ensure_ascii=False)
    return kind, data, entry.rules, entry.content, _sum(kind, data)


def from_columns(columns: Columns) -> Entry:
    """The row that was kept so. ValueError, KeyError or TypeError when it is not as it was written."""
    kind, data, rules, content, crc = columns
    if crc != _sum(kind, data):
        raise ValueError("a row is not as it was written")
    return Entry(row_of(kind, json.loads(data)), rules, content)


def to_plain(entry: Entry) -> dict[str, Any]:
    """A row as plain JSON values, as exported journals hold it."""
    return {"kind": kind_of(entry.row), "data": json.loads(json.dumps(asdict(entry.row))),
            "rules": entry.rules, "content": entry.content}


def _sum(kind: str, data: str) -> int:
    return zlib.crc32(f"{kind} {data}".encode())


def fold(entries: Iterable[Entry]) -> Written:
    """What `entries` come to, in their order. ValueError when they do not tell of one game."""
    written: Written | None = None
    for entry in entries:
        if isinstance(entry.row, Begun) == (written is not None):
            raise ValueError("a journal begins with the beginning of its game, once")
        if isinstance(entry.row, Begun):
            written = Written(entry.row)
        assert written is not None
        _add(written, entry.row)
        if entry.rules is not None:
            written.rules_version = entry.rules
    if written is None:
        raise ValueError("the journal is empty")
    return written


def _add(written: Written, row: JournalRow) -> None:
    match row:
        case TurnBegun(start, told):
            if written.pages:
                written.pages[-1].log = list(told)
            written.pages.append(Page(start))
        case Answered() | Undone() | Amended() | Corrected():
            _change(written, row)
            written.number, written.last = row.number + 1, row
        case Opened():
            written.opened += 1
        case SeatTaken(seat, token):
            written.seats[seat] = (token,)
        case SeatShared(seat, token):
            written.seats[seat] = (*written.seats.get(seat, ()), token)
        case SeatFreed(seat, token):
            left = tuple(held for held in written.seats.pop(seat, ()) if token and held != token)
            written.seats |= {seat: left} if left else {}
        case Acknowledged(id_):
            written.acknowledged.add(id_)
        case Kept(name, value):
            written.kept[name] = value


def _change(written: Written, row: Answered | Undone | Amended | Corrected) -> None:
    pages = written.pages
    match row:
        case Answered():
            pages[-1].answers.append(row)
            written.taken_back = still_to_come(written.taken_back, row)
        case Undone(turn=turn, answers=count):
            gone = pages[turn].answers[count:] + [answer for page in pages[turn + 1:]
                                                  for answer in page.answers]
            written.taken_back += reversed(gone)
            del pages[turn + 1:]
            del pages[turn].answers[count:]
        case Amended(answer=place, words=words, by=by, kept=kept):
            old = pages[-1].answers[place]
            pages[-1].answers[place] = Answered(old.number, old.seat, old.key, words, by)
            del pages[-1].answers[kept:]
            written.taken_back = []
        case Corrected(start=start, kept=kept):
            pages[-1] = Page(start, pages[-1].answers[:kept], corrected=True)
            written.taken_back = []
