"""Phones and seats: several seats on a phone, several phones on a seat, a host; all of it over a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.folding import SeatShared, SeatTaken
from companion.engine.referee import Refused
from companion.table import SeatNow
from tests.companion.hosted import Hosted
from tests.web.phone import answer_by_chance

ANA, BOB = "anas phone", "bobs phone"


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    """Ana's phone came first, then Bob's."""
    hosted = Hosted(tmp_path)
    hosted.table.join("ana", ANA)
    hosted.table.join("bob", BOB)
    yield hosted
    hosted.table.stop()


def test_the_first_phone_that_takes_a_seat_is_the_hosts(hosted: Hosted) -> None:
    assert hosted.table.is_host(ANA)
    assert not hosted.table.is_host(BOB)
    assert hosted.table.snapshot.seats == (SeatNow("ana", taken=True, host=True),
                                           SeatNow("bob", taken=True, host=False))


def test_the_host_stays_the_host_without_a_seat(hosted: Hosted) -> None:
    hosted.table.free("ana", ANA)
    assert hosted.table.is_host(ANA)
    assert not any(now.host for now in hosted.table.snapshot.seats)


def test_several_seats_on_one_phone(hosted: Hosted) -> None:
    hosted.table.join("bob", ANA, was_mine=True)
    assert hosted.table.seats_of(ANA) == ("ana", "bob")
    assert hosted.table.seats_of(BOB) == ()


def said(hosted: Hosted) -> list[str]:
    return [note.id.partition(" was taken over")[0] for note in hosted.table.snapshot.notes]


def test_that_a_seat_was_taken_from_another_phone_is_said_till_the_next_turn_is_over(hosted: Hosted) -> None:
    assert said(hosted) == []
    hosted.table.join("bob", ANA, was_mine=True)
    assert said(hosted) == ["The seat of {seat}"]
    turn = hosted.table._turn
    chance = Random(1)
    while hosted.table._turn <= turn + 1:
        assert said(hosted) == ["The seat of {seat}"]
        answer_by_chance(hosted.table, chance)
    assert said(hosted) == []


def test_of_a_free_seat_and_of_an_own_one_nothing_is_said(hosted: Hosted) -> None:
    hosted.table.join("bob", BOB, was_mine=True)
    hosted.table.free("bob")
    hosted.table.join("bob", ANA)
    assert said(hosted) == []


def test_two_phones_on_one_seat(hosted: Hosted) -> None:
    hosted.table.share("ana", BOB)
    assert hosted.table.seats_of(ANA) == ("ana",)
    assert hosted.table.seats_of(BOB) == ("ana", "bob")


def test_of_two_phones_one_may_leave_the_seat_to_the_other(hosted: Hosted) -> None:
    hosted.table.share("ana", BOB)
    hosted.table.free("ana", ANA)
    assert hosted.table.seats_of(BOB) == ("ana", "bob")
    hosted.table.free("ana", BOB)
    assert not hosted.table.snapshot.seats[0].taken


def test_freed_by_the_host_a_seat_is_taken_from_both_phones(hosted: Hosted) -> None:
    hosted.table.share("ana", BOB)
    hosted.table.free("ana")
    assert hosted.table.seats_of(ANA) == ()
    assert hosted.table.seats_of(BOB) == ("bob",)


def test_a_phone_frees_no_seat_that_it_does_not_hold(hosted: Hosted) -> None:
    hosted.table.free("ana", BOB)
    assert hosted.table.seats_of(ANA) == ("ana",)


def test_sharing_a_seat_twice_changes_nothing(hosted: Hosted) -> None:
    hosted.table.share("ana", BOB)
    rows = len(hosted.table.export()["rows"])
    hosted.table.share("ana", BOB)
    hosted.table.join("ana", BOB)
    assert len(hosted.table.export()["rows"]) == rows


def test_a_seat_that_is_not_there_cannot_be_shared(hosted: Hosted) -> None:
    with pytest.raises(Refused, match="Nobody called cleo"):
        hosted.table.share("cleo", BOB)


def test_seats_and_host_outlive_a_restart(hosted: Hosted) -> None:
    hosted.table.share("ana", BOB)
    hosted.table.free("bob")
    hosted.table.make_host(BOB)
    hosted.open_anew()
    assert hosted.table.seats_of(ANA) == hosted.table.seats_of(BOB) == ("ana",)
    assert hosted.table.is_host(BOB)


def test_the_phone_that_has_a_seat_becomes_the_hosts(hosted: Hosted) -> None:
    hosted.table.make_host_of("bob")
    assert hosted.table.is_host(BOB)
    hosted.table.free("ana")
    with pytest.raises(Refused, match="No phone holds the seat of ana"):
        hosted.table.make_host_of("ana")


def test_for_another_game_phones_bring_the_seats_of_the_same_name(hosted: Hosted) -> None:
    hosted.table.share("ana", BOB)
    rows = hosted.table.phones_for(("cleo", "ana"))
    assert [type(row) for row in rows[:2]] == [SeatTaken, SeatShared]
    assert {row.seat for row in rows[:2] if isinstance(row, (SeatTaken, SeatShared))} == {"ana"}
    assert len(rows) == 3, "the host comes too"
