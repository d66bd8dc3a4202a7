"""When things go wrong at the table: faults in rules, full disks, a table that is closed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import SimpleNamespace
from typing import cast

import pytest

from companion.engine.journal import Unwritten
from companion.engine.questions import Turn
from companion.engine.referee import Refused
from companion.table import Table
from tests.companion.pig import Auction, Pig, PigState
from tests.companion.tables import Tables, question, throw_a


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.made:
        table.stop()


class Faulty(Pig):
    """Pig with a fault in its rules: a six ends in an error."""

    def turn(self, state: PigState) -> Turn:
        """As in Pig, until a six is thrown."""
        turn = super().turn(state)
        question = next(turn)
        while True:
            answers = yield question
            if answers[state.mover] == ("d1=6",):
                raise ZeroDivisionError("a six")
            try:
                question = turn.send(answers)
            except StopIteration:
                return


def test_a_fault_in_the_rules_is_a_sentence_and_the_game_stays_as_it_was(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    table = tables.new(Faulty())
    throw_a("4", table)
    table.answer("ana", None, "again", ("roll",), "phone")
    before = table.snapshot
    with caplog.at_level(logging.ERROR), pytest.raises(Refused, match=r"Something went wrong.*a six"):
        throw_a("6", table)
    assert "Traceback" in caplog.text
    assert table.snapshot.views == before.views
    throw_a("5", table)
    assert question(table)[1] == "again"


def test_nothing_is_taken_until_the_journal_can_be_read_after_a_fault(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unreadable() -> None:
        raise OSError("the card is out")

    table = tables.new(Faulty())
    throw_a("4", table)
    table.answer("ana", None, "again", ("roll",), "phone")
    stood = table.snapshot.views
    with monkeypatch.context() as without_card, caplog.at_level(logging.ERROR):
        without_card.setattr(table._playing, "go_back_to_journal", unreadable)
        for face in "65":
            with pytest.raises(Refused, match=r"cannot be taken up again.*the card is out"):
                throw_a(face, table)
    assert "Traceback" in caplog.text
    assert table.snapshot.views == stood
    throw_a("5", table)
    assert question(table)[1] == "again"
    assert tables.again(table).snapshot.views[None].log == table.snapshot.views[None].log


def full_disk(table: Table) -> None:
    table._journal._connection.execute("PRAGMA max_page_count = 1")


def room_again(table: Table) -> None:
    table._journal._connection.execute("PRAGMA max_page_count = 1000000")


def until_refused(act: Callable[[], object], kind: type[Exception]) -> Exception:
    """The refusal that comes when something is done again and again."""
    for _ in range(500):
        try:
            act()
        except kind as refusal:
            return refusal
    raise AssertionError("It was never refused.")


def throw_and_go_on(table: Table) -> None:
    key = question(table)[1]
    table.answer("ana", None, key, ("roll",) if key == "again" else ("d1=2",), "phone")


def test_on_a_full_disk_answers_are_refused_until_there_is_room(tables: Tables) -> None:
    table = tables.new(Pig())
    full_disk(table)
    refusal = until_refused(lambda: throw_and_go_on(table), Unwritten)
    assert str(refusal).startswith("The disk is full")
    stood = table.snapshot.views
    room_again(table)
    throw_and_go_on(table)
    table.undo("phone", confirmed=True)
    assert table.snapshot.views[None].log == stood[None].log
    assert tables.again(table).snapshot.views[None].log == stood[None].log


def test_an_undo_that_cannot_be_written_takes_nothing_back(tables: Tables) -> None:
    table = tables.new(Auction())
    table.answer("ana", None, "bid", ("1",), "phone")
    table.answer("bob", None, "bid", ("3",), "phone")
    full_disk(table)
    until_refused(lambda: table.keep("", ""), Unwritten)
    before = table.snapshot.views
    with pytest.raises(Unwritten):
        table.undo("phone", confirmed=True)
    assert table.snapshot.views == before


def test_a_closed_table_says_so(tables: Tables) -> None:
    table = tables.new(Pig())
    table.stop()
    table.stop()
    with pytest.raises(Refused, match="The table is closed"):
        throw_a("4", table)
    started = time.monotonic()
    table.wait(table.snapshot.version, 10)
    assert time.monotonic() - started < 5


def test_a_message_that_comes_as_the_table_closes_has_its_reply(tables: Tables) -> None:
    table = tables.new(Pig())
    put, closing = table._messages.put, Thread(target=table.stop)

    def late(message: Callable[[], None] | None) -> None:
        if message is not None:
            closing.start()
            closing.join(0.2)
        put(message)
    table._messages = cast("SimpleQueue[Callable[[], None] | None]", SimpleNamespace(
        put=late, get=table._messages.get))
    assert table._put(lambda: "done").result(10) == "done"
    closing.join()
