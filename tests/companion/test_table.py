"""The running table: one thread owns the game, everybody else asks it and looks at snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.table import Late, NeedsConfirmation
from tests.companion.pig import Auction, Pig
from tests.companion.tables import Tables, board, notes, question, throw_a


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.made:
        table.stop()


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


def test_a_game_that_was_only_begun_does_not_go_on(tables: Tables) -> None:
    assert notes(tables.again(tables.new(Pig())).snapshot) == []


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
    assert (table.seats_of("phone-1"), table.seats_of("phone-2")) == ((), ("ana",))
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
