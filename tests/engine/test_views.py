"""Views: each seat sees what is its own, and the log as far as it may hear it."""

from __future__ import annotations

from companion.engine.questions import Choose
from companion.engine.views import CLOSED, view_of
from tests.engine.test_referee import auction, give, pig


def test_a_question_is_seen_by_all_with_its_words() -> None:
    asked = view_of(pig("ann roll d1=4"), None).asked
    assert asked is not None
    assert (asked.key, asked.number, asked.waiting, asked.sealed) == ("again", 2, ("ann",), False)
    ask = asked.asks["ann"]
    assert isinstance(ask, Choose)
    assert ask.words == ("roll", "stop")


def test_of_a_secret_question_only_ones_own_part_is_seen() -> None:
    referee = auction("- card hat", "bob bid 3")
    asked = view_of(referee, "ann").asked
    assert asked is not None
    assert asked.sealed
    assert asked.waiting == ("ann", "cy")
    assert asked.asks["ann"] != CLOSED
    assert asked.asks["bob"] == asked.asks["cy"] == CLOSED
    onlooker = view_of(referee, None).asked
    assert onlooker is not None
    assert set(onlooker.asks.values()) == {CLOSED}


def test_a_line_for_one_seat_is_heard_by_that_seat_alone() -> None:
    referee = auction("- card hat", "bob bid 3", "ann bid 2", "cy bid 0")
    heard = {seat: [line.text for _, line in view_of(referee, seat).log if "paid" in line.text]
             for seat in ("ann", "bob", None)}
    assert heard == {"ann": [], "bob": ["You paid {coins}."], None: []}


def test_the_log_shows_the_last_turns_with_their_numbers() -> None:
    referee = pig()
    for _ in range(3):
        give(referee, "ann roll d1=1", "bob roll d1=1")
    numbers = {turn for turn, _ in view_of(referee, None, log_turns=3).log}
    assert numbers == {4, 5}


def test_nothing_is_asked_after_the_end() -> None:
    referee = pig(*["ann roll d1=6", "ann again roll"] * 4, "ann roll d1=6", "ann again stop")
    view = view_of(referee, "bob")
    assert view.asked is None
    assert view.outcome is not None
