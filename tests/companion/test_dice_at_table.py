"""Dice at the table: seen by a camera, thrown by chance, or entered by people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.questions import Die, Words
from companion.engine.referee import Refused
from companion.proposing import Change
from companion.table import DiceSeen, Table
from companion.throws import SeenDie, Throw, word_of
from tests.companion.pig import Duel, Pig
from tests.companion.tables import Tables, board, question, throw_a


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    for table in made.made:
        table.stop()


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


def test_the_symbols_of_a_face_may_be_seen_in_any_order() -> None:
    die = Die("t1", "triumphant", ("move+interact", "move+move", "blank"))
    assert word_of("interact+move", die) == "move+interact"
    assert word_of("move+move", die) == "move+move"
    assert word_of("interact+interact", die) == ""


def test_a_die_in_doubt_waits_for_a_person_with_the_likeliest_faces(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    after = table.see(seen(table, "doubtful", "4", certain=False)).result()
    assert question(table) == (1, "roll")
    assert after.throw.state == "doubtful"
    assert after.throw.dice[0].alternatives == ("5", "3")
    throw_a("5", table)
    assert table.snapshot.last_throw.dice[0].word == "5"


def test_what_the_camera_was_sure_of_is_remembered_whatever_people_say(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    table.see(seen(table, "read", "4")).result()
    for word in ("6", "4", "5"):
        table.propose(Change("amend", "roll", (f"d1={word}",), "ana"))
        (die,) = table.snapshot.last_throw.dice
        assert (die.word, die.read_as) == (word, "4")


def test_what_people_said_first_is_not_taken_for_what_was_read(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    table.see(seen(table, "doubtful", "4", certain=False)).result()
    throw_a("5", table)
    table.propose(Change("amend", "roll", ("d1=6",), "ana"))
    assert table.snapshot.last_throw.dice[0].read_as == ""


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


def waiting(table: Table) -> Words:
    asked = table.snapshot.views[None].asked
    return asked.waiting if asked else ()


def test_who_throws_first_throws_its_own_dice(tables: Tables) -> None:
    table = tables.new(Duel())
    table.throw("phone", "bob")
    assert waiting(table) == ("ana",)
    assert (table.snapshot.last_throw.seat, table.snapshot.last_throw.dice[0].die) == ("bob", "bob")
    with pytest.raises(Refused, match="No dice are asked for"):
        table.throw("phone", "bob")
    table.throw("phone", "ana")
    assert question(table) == (2, "duel")


def test_dice_taken_back_come_again_for_who_threw_them_only(tables: Tables) -> None:
    for seed in range(4):
        table = tables.new(Duel(), seed=seed)
        thrown = {}
        for seat in ("bob", "ana"):
            thrown[seat] = table.throw("phone", seat).last_throw.dice[0].word
        for _ in thrown:
            table.undo("phone", confirmed=True)
        for seat in ("ana", "bob"):
            assert table.throw("phone", seat).last_throw.dice[0].word == thrown[seat]


def test_the_camera_takes_dice_for_who_is_turned_to(tables: Tables) -> None:
    table = tables.new(Duel(), dice="camera")
    assert table.snapshot.throw.seat == "ana"
    assert table.turn_to("bob").throw.seat == "bob"
    assert table.turn_to("nobody").throw.seat == "bob"
    table.see(seen(table, "read", "4")).result()
    assert (waiting(table), table.snapshot.last_throw.seat) == (("ana",), "bob")
    table.see(seen(table, "rolling")).result()
    table.see(seen(table, "read", "6")).result()
    assert question(table) == (2, "duel")
    assert board(table)["scores"] == {"ana": 1, "bob": 0}


def test_dice_under_way_stay_whose_they_are(tables: Tables) -> None:
    table = tables.new(Duel(), dice="camera")
    table.see(seen(table, "rolling")).result()
    assert table.turn_to("bob").throw.seat == "ana"


def test_a_face_entered_for_one_leaves_the_throw_of_another_open(tables: Tables) -> None:
    table = tables.new(Duel(), dice="camera")
    table.see(seen(table, "doubtful", "4", certain=False)).result()
    table.answer("bob", None, "duel", ("bob=2",), "phone")
    now = table.snapshot
    assert (now.throw.seat, now.throw.state) == ("ana", "doubtful")
    assert (now.last_throw.seat, [die.word for die in now.last_throw.dice]) == ("bob", ["2"])


def test_the_demos_tray_is_told_whose_dice_to_throw(tables: Tables) -> None:
    thrown: list[Throw] = []
    table = tables.new(Duel(), dice="tray", tray=thrown.append)
    table.throw("phone", "bob")
    assert [throw.seat for throw in thrown] == ["bob"]


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


def test_a_photograph_to_confirm_waits_for_a_person_however_certain_it_is(tables: Tables) -> None:
    table = tables.new(Pig(), dice="hand")
    after = table.see(replace(seen(table, "read", "4"), to_confirm=True)).result()
    assert (after.throw.state, after.throw.dice[0].word) == ("read", "4")
    assert question(table) == (1, "roll")


def test_a_die_that_had_fallen_is_thrown_again_alone_and_amends_the_throw(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    table.see(seen(table, "read", "4")).result()
    throw = table.throw_again("d1").throw
    assert (throw.again, throw.state, throw.asked) == ("d1", "waiting", (("pip", 1),))
    assert question(table) == (2, "again"), "the question that is open stays open"
    after = table.see(seen(table, "read", "6")).result()
    assert [(die.word, die.r, die.read_as) for die in after.last_throw.dice] == [("6", 9.0, "6")]
    assert after.views[None].log[-1][1].args == {"seat": "ana", "pips": 6}
    assert (question(table)[1], after.throw.again) == ("again", "")


def test_whoever_goes_on_playing_leaves_a_fallen_die_as_it_lay(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    table.see(seen(table, "read", "4")).result()
    table.throw_again("d1")
    assert table.answer("ana", None, "again", ("stop",), "phone").throw.again == ""
    table.see(seen(table, "read", "4")).result()
    table.throw_again("d1")
    assert table.throw_again("").throw.again == ""


def test_a_die_is_thrown_again_only_where_a_camera_sees_it_and_no_throw_is_open(tables: Tables) -> None:
    table = tables.new(Pig(), dice="camera")
    with pytest.raises(Refused, match="does not lie there"):
        table.throw_again("d1")
    throw_a("4", table)
    table.answer("ana", None, "again", ("roll",), "phone")
    with pytest.raises(Refused, match="Throw first"):
        table.throw_again("d1")
    by_hand = tables.new(Pig(), dice="hand")
    throw_a("4", by_hand)
    with pytest.raises(Refused, match="tap what it shows"):
        by_hand.throw_again("d1")


def test_the_demos_tray_throws_the_fallen_die_alone(tables: Tables) -> None:
    thrown: list[Throw] = []
    table = tables.new(Pig(), dice="tray", tray=thrown.append)
    table.see(seen(table, "read", "4")).result()
    table.throw_again("d1")
    table.throw("phone")
    assert [throw.again for throw in thrown] == ["d1"]
