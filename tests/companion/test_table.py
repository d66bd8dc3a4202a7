"""The running table: one thread owns the game, everybody else asks it and looks at snapshots."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.chance import Chance
from companion.engine.game import Game
from companion.engine.journal import Header, Journal, Unwritten
from companion.engine.questions import Message, Turn
from companion.engine.referee import Refused
from companion.table import DiceSeen, Late, NeedsConfirmation, Snapshot, Table
from companion.throws import SeenDie, Throw
from tests.companion.pig import Auction, Pig, PigState


class Tables:
    """Makes tables on journals in one folder, and takes them up again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[Table] = []

    def new(self, game: Game[Any], *, dice: str = "virtual", decks: str = "virtual", seed: int = 1,
            **settings: Any) -> Table:
        """A table of Ana and Bob with a new game."""
        path = self.folder / f"{len(self.made)}.journal"
        header = Header(game.id, ("ana", "bob"), {}, game.rules_version, game.content, dice, decks)
        return self._started(Table(game, Journal.create(path, header), chance=Chance(seed), **settings))

    def again(self, table: Table, seed: int = 2, **settings: Any) -> Table:
        """The same game after a restart of the program."""
        table.stop()
        path = table._journal.path
        return self._started(Table(table.game, Journal.open(path), chance=Chance(seed), **settings))

    def _started(self, table: Table) -> Table:
        table.start()
        self.made.append(table)
        return table


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.made:
        table.stop()


def question(table: Table) -> tuple[int, str]:
    """The number and the key of the open question."""
    asked = table.snapshot.views[None].asked
    assert asked is not None
    return asked.number, asked.key


def board(table: Table) -> Any:
    return table.snapshot.views[None].board


def notes(snapshot: Snapshot) -> list[str]:
    return [note.id for note in snapshot.notes]


def throw_a(pips: str, table: Table) -> Snapshot:
    """Enter a face by hand."""
    asked = table.snapshot.views[None].asked
    assert asked is not None
    return table.answer(asked.waiting[0], asked.number, "roll", (f"d1={pips}",), "phone")


# Answers


def test_an_answer_gives_the_snapshot_that_it_led_to(tables: Tables) -> None:
    table = tables.new(Pig())
    before = table.snapshot
    after = throw_a("4", table)
    assert after.version > before.version
    assert after.views[None].log[-1][1].args == {"seat": "ana", "pips": 4}
    assert table.snapshot is after
    assert before.views[None].log == (), "a snapshot never changes"


def test_a_late_answer_is_refused_politely(tables: Tables) -> None:
    table = tables.new(Pig())
    number, key = question(table)
    throw_a("4", table)
    with pytest.raises(Late, match="no longer open"):
        table.answer("ana", number, key, ("d1=5",), "phone")
    assert question(table) == (number + 1, "again")


def test_a_wrong_answer_says_what_would_do_and_changes_nothing(tables: Tables) -> None:
    table = tables.new(Pig())
    before = table.snapshot
    with pytest.raises(Refused, match="d1 has no face “7”; it has 1, 2, 3, 4, 5, 6"):
        throw_a("7", table)
    assert table.snapshot == before


def test_the_same_message_twice_counts_once_also_after_a_restart(tables: Tables) -> None:
    table = tables.new(Pig())
    for _ in range(2):
        table.answer("ana", 1, "roll", ("d1=4",), "phone", id="tap-1")
    assert question(table) == (2, "again")
    table = tables.again(table)
    table.answer("ana", 1, "roll", ("d1=4",), "phone", id="tap-1")
    assert question(table) == (2, "again")
    table.undo("phone", confirmed=True, id="tap-2")
    table.undo("phone", confirmed=True, id="tap-2")
    assert question(table)[1] == "roll"


def test_the_id_of_a_refused_message_may_be_used_again(tables: Tables) -> None:
    table = tables.new(Pig())
    with pytest.raises(Refused):
        table.answer("ana", 1, "roll", ("d1=9",), "phone", id="tap-1")
    table.answer("ana", 1, "roll", ("d1=4",), "phone", id="tap-1")
    assert question(table)[1] == "again"


def test_many_phones_at_once_and_one_answer_counts(tables: Tables) -> None:
    table = tables.new(Pig())

    def tap(phone: int) -> bool:
        try:
            table.answer("ana", 1, "roll", ("d1=4",), "phone", id=f"phone-{phone}")
        except Late:
            return False
        return True

    with ThreadPoolExecutor(8) as phones:
        assert sum(phones.map(tap, range(8))) == 1
    assert question(table) == (2, "again")


def test_sealed_answers_are_seen_by_nobody_until_all_have_answered(tables: Tables) -> None:
    table = tables.new(Auction(), decks="physical")
    table.answer("-", None, "card", ("hat",), "phone")
    sealed = table.answer("ana", None, "bid", ("3",), "phone")
    asked = sealed.views["bob"].asked
    assert asked is not None
    assert asked.waiting == ("bob",)
    assert "3" not in repr([sealed.views["bob"].log, sealed.views[None], sealed.can_undo])
    table.undo("phone")
    table.answer("ana", None, "bid", ("1",), "phone")
    opened = table.answer("bob", None, "bid", ("2",), "phone")
    assert opened.views[None].log[-1][1].args == {"seat": "bob", "card": "hat"}


# Snapshots


def test_waiting_ends_with_the_next_change(tables: Tables) -> None:
    table = tables.new(Pig())
    version = table.snapshot.version
    with ThreadPoolExecutor(1) as screen:
        seen = screen.submit(table.wait, version, 10)
        after = throw_a("4", table)
        assert seen.result(5) is after
    assert table.wait(after.version, 0.01) is after, "nothing new: the latest after the time is up"


def test_versions_grow_over_restarts(tables: Tables) -> None:
    table = tables.new(Pig())
    versions = [table.snapshot.version]
    for _ in range(3):
        versions.append(throw_a("1", table).version)
        table = tables.again(table)
        versions.append(table.snapshot.version)
    assert versions == sorted(set(versions))


def test_a_restart_opens_the_same_question_and_says_so(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    before = table.snapshot
    after = tables.again(table).snapshot
    assert after.views == before.views
    assert notes(before) == []
    assert notes(after) == ["The game goes on where it stopped."]


def test_a_note_of_a_device_stays_until_it_is_taken_back(tables: Tables) -> None:
    table = tables.new(Pig())
    table.note("camera", Message("The camera is gone."))
    assert notes(throw_a("4", table)) == ["The camera is gone."]
    table.note("camera", None)
    assert notes(table.answer("ana", None, "again", ("stop",), "phone")) == []


# Taking back and setting right


def test_taking_back_is_free_within_ones_own_choices(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    table.answer("ana", None, "again", ("stop",), "phone")
    assert table.snapshot.can_undo == Message("{seat}: {words}", {"seat": "ana", "words": [Message("stop")]})
    table.undo("phone")
    assert question(table)[1] == "again"


def test_taking_back_what_all_have_seen_asks_first_and_brings_the_same_dice(tables: Tables) -> None:
    table = tables.new(Pig(), seed=5)
    thrown = table.throw("phone").last_throw.dice
    with pytest.raises(NeedsConfirmation, match="what everybody has seen"):
        table.undo("phone")
    assert question(table)[1] == "again"
    table.undo("phone", confirmed=True)
    assert question(table)[1] == "roll"
    table = tables.again(table, seed=6)
    assert table.throw("phone").last_throw.dice == thrown


def test_taking_back_over_a_correction_asks_first_also_after_a_restart(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    table.answer("ana", None, "again", ("stop",), "phone")
    table.correct({"scores.ana": "7"}, "phone")
    table = tables.again(table)
    with pytest.raises(NeedsConfirmation, match="set right by hand"):
        table.undo("phone")
    table.undo("phone", confirmed=True)
    assert question(table)[1] == "again"


def test_taking_back_goes_past_the_cards_that_the_table_drew_itself(tables: Tables) -> None:
    table = tables.new(Auction())
    first = board(table), table.snapshot.views[None].log
    table.answer("ana", None, "bid", ("1",), "phone")
    table.answer("bob", None, "bid", ("3",), "phone")
    drawn = table.snapshot.views[None].log[-1]
    assert question(table)[1] == "bid"
    with pytest.raises(NeedsConfirmation):
        table.undo("phone")
    table.undo("phone", confirmed=True)
    asked = table.snapshot.views[None].asked
    assert asked is not None
    assert (asked.waiting, board(table), table.snapshot.views[None].log) == (("bob",), *first)
    table.answer("bob", None, "bid", ("3",), "phone")
    assert table.snapshot.views[None].log[-1] == drawn, "the same card comes again"


def test_what_the_table_drew_at_the_beginning_cannot_be_taken_back(tables: Tables) -> None:
    table = tables.new(Auction())
    assert table.snapshot.can_undo is None
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo("phone", confirmed=True)


def test_what_no_longer_fits_after_amending_is_said_aloud(tables: Tables) -> None:
    table = tables.new(Pig())
    throw_a("4", table)
    table.answer("ana", None, "again", ("roll",), "phone")
    after = table.amend("roll", ("d1=1",))
    (note,) = after.notes
    assert note.id == "No longer fits and was dropped: {what} ({why})"
    assert note.args["why"] == Message("The turn had ended before it.")
    assert board(table)["mover"] == "bob"
    assert notes(throw_a("4", table)) == [], "said once, it goes with the next answer"


def test_a_correction_holds_and_wrong_facts_are_only_warned_of(tables: Tables) -> None:
    table = tables.new(Pig())
    after = table.correct({"scores.bob": "-3"}, "phone")
    assert board(table)["scores"] == {"ana": 0, "bob": -3}
    assert [problem.id for problem in after.views[None].problems] == ["{seat} has less than nothing."]
    with pytest.raises(Refused, match="Nothing is called"):
        table.correct({"scores.nobody": "3"}, "phone")


# Dice


def seen(table: Table, state: str, *faces: str, certain: bool = True, kind: str = "pip") -> DiceSeen:
    """What a camera tells of the open throw."""
    throw = table.snapshot.throw
    dice = tuple(SeenDie(kind, face, 0.9, certain, 10.0 * place, 5.0, 9.0, ("5", "3"))
                 for place, face in enumerate(faces))
    return DiceSeen(throw.number, throw.part, state, dice, photo=b"jpeg" if dice else None)


def test_dice_that_the_camera_is_certain_of_are_taken_without_a_question(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    throw = table.snapshot.throw
    assert (throw.number, throw.state, throw.way, throw.asked) == (1, "waiting", "camera", (("pip", 1),))
    assert table.see(seen(table, "rolling")).result().throw.state == "rolling"
    after = table.see(seen(table, "read", "4")).result()
    assert question(table) == (2, "again")
    assert (after.last_throw.state, after.last_throw.dice[0].word) == ("read", "4")
    assert table.photo(1) == b"jpeg"
    assert table.photo(2) is None


def test_a_die_in_doubt_waits_for_a_person_with_the_likeliest_faces(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    after = table.see(seen(table, "doubtful", "4", certain=False)).result()
    assert question(table) == (1, "roll")
    assert after.throw.state == "doubtful"
    assert after.throw.dice[0].alternatives == ("5", "3")
    throw_a("5", table)
    assert table.snapshot.last_throw.dice[0].word == "5"


def test_too_many_and_missing_dice_are_never_an_answer(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    after = table.see(seen(table, "read", "4", "5")).result()
    assert [problem.id for problem in after.throw.problems] == [
        "More or other dice lie there than were asked for."]
    after = table.see(seen(table, "read", "4", kind="bogus")).result()
    assert [problem.id for problem in after.throw.problems] == [
        "More or other dice lie there than were asked for.", "Not seen: {dice}."]
    assert question(table) == (1, "roll")


def test_only_a_throw_that_was_asked_for_counts(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    first = seen(table, "read", "4")
    table.see(first).result()
    before = table.snapshot
    assert table.see(first).result() is before
    table.answer("ana", None, "again", ("roll",), "phone")
    assert table.see(first).result().throw.state == "waiting"


def test_every_throw_may_be_confirmed_first(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera", confirm_every_throw=True)
    assert table.see(seen(table, "read", "4")).result().throw.state == "read"
    assert question(table) == (1, "roll")


def test_virtual_dice_wait_until_somebody_throws_them(tables: Tables) -> None:
    table = tables.new(Pig())
    assert table.snapshot.throw.state == "waiting"
    table.throw("phone", id="tap-1")
    after = table.throw("phone", id="tap-1")
    assert (after.throw.state, after.throw.way) == ("read", "virtual")
    with pytest.raises(Refused, match="No dice are asked for"):
        table.throw("phone")


def test_real_dice_are_not_thrown_by_the_table(tables: Tables) -> None:
    table = tables.new(Pig(), dice="hand")
    with pytest.raises(Refused, match="throws real dice"):
        table.throw("phone")


def test_the_demos_tray_is_told_which_dice_to_throw(tables: Tables) -> None:
    thrown: list[Throw] = []
    table = tables.new(Pig(), dice="tray", tray=thrown.append)
    table.throw("phone")
    assert [throw.asked for throw in thrown] == [(("pip", 1),)]
    assert question(table) == (1, "roll")


def test_dice_that_roll_in_the_demos_tray_are_not_thrown_again(tables: Tables) -> None:
    thrown: list[Throw] = []
    table = tables.new(Pig(), dice="tray", tray=thrown.append)
    table.see(seen(table, "rolling")).result()
    table.throw("phone")
    assert thrown == []
    table.see(seen(table, "doubtful", "4", certain=False)).result()
    table.throw("phone")
    assert len(thrown) == 1


# Seats


def test_a_seat_belongs_to_a_phone_over_restarts(tables: Tables) -> None:
    table = tables.new(Pig())
    table.join("ana", "phone-1")
    table.join("ana", "phone-1")
    with pytest.raises(Refused, match="Another phone has the seat of ana"):
        table.join("ana", "phone-2")
    table = tables.again(table)
    assert table.seats_of("phone-1") == ("ana",)
    assert [now.taken for now in table.snapshot.seats] == [True, False]
    table.join("ana", "phone-2", was_mine=True)
    assert (table.seat_of("phone-1"), table.seat_of("phone-2")) == (None, "ana")
    table.free("ana")
    assert not any(now.taken for now in tables.again(table).snapshot.seats)


def test_one_phone_may_hold_several_seats(tables: Tables) -> None:
    table = tables.new(Pig())
    table.join("bob", "phone-1")
    table.join("ana", "phone-1")
    assert table.seats_of("phone-1") == ("ana", "bob")


def test_there_is_no_seat_for_somebody_who_does_not_play(tables: Tables) -> None:
    with pytest.raises(Refused, match="Nobody called cleo plays here"):
        tables.new(Pig()).join("cleo", "phone-1")


def test_the_journal_cannot_give_a_phones_token_away(tables: Tables) -> None:
    table = tables.new(Pig())
    table.join("ana", "a-secret-token")
    assert "a-secret-token" not in repr(table.export())


def test_what_is_kept_is_there_after_a_restart(tables: Tables) -> None:
    table = tables.new(Pig())
    assert table.kept("code") is None
    table.keep("code", "123456")
    assert tables.again(table).kept("code") == "123456"


# When things go wrong


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
