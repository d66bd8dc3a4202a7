"""A die that the rules doubt: what speaks for it, what is never believed, and what lies beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.pips.made_up import says
from vision.finding.top_finder import Top
from vision.pips.counting import Counted
from vision.pips.votes import WEIGHS_ENOUGH, Vote
from vision.pips.voting import _is_among_dots
from vision.pips.weighing import USUAL, WEIGHTS, View, chance_of, evidence, may_be_weighed, weigh

FROM_ABOVE = View(upright=0.97, slanted=False, smeared=False, soft=False)
R = 28.0


def vote_on(
    face: int, against: str = "", x: float = 300.0, there: float = 0.9995, sure: float = 0.97
) -> Vote:
    """A die that was not counted, and what contests it."""
    top, seen = says(face, x=x, there=there, sure=sure)
    return Vote(top, seen, None, frozenset(), frozenset({against} - {""}))


def test_a_doubted_die_is_certain_where_both_nets_are_sure_and_it_is_as_large_as_the_others() -> None:
    doubted, beside = vote_on(5), vote_on(4, x=420.0, sure=0.999)
    assert (doubted.certain, beside.certain) == (False, True)
    weighed, _ = weigh([doubted, beside], FROM_ABOVE)
    assert weighed.certain
    assert weighed.weighed > WEIGHS_ENOUGH


def test_what_weighs_more_than_the_rules_believe_is_as_sure_as_it_weighs() -> None:
    contested = replace(vote_on(5, "beside", there=0.98), weighed=0.99)
    assert contested.sureness < 0.99
    assert contested.chances[5] == 0.99
    assert sum(contested.chances.values()) == pytest.approx(1.0)


def test_what_is_known_has_a_weight_each() -> None:
    assert set(evidence(vote_on(5), FROM_ABOVE, [])) == set(WEIGHTS)


@pytest.mark.parametrize("less", [vote_on(5, there=0.99), vote_on(5, sure=0.9)])
def test_the_surer_the_nets_are_the_surer_it_is(less: Vote) -> None:
    assert chance_of(less, FROM_ABOVE, [R]) < chance_of(vote_on(5), FROM_ABOVE, [R])


def test_a_die_of_another_size_than_the_certain_ones_or_alone_is_believed_less() -> None:
    alike, other, alone = (chance_of(vote_on(5), FROM_ABOVE, sizes) for sizes in ([R], [2 * R], []))
    assert max(other, alone) < alike


def test_what_may_be_an_underside_a_soft_side_or_no_die_with_pips_is_asked_about() -> None:
    assert may_be_weighed(vote_on(5, "beside"))
    assert not may_be_weighed(vote_on(5, "shines through"))
    assert not may_be_weighed(vote_on(5, "soft side"))
    top, seen = says(5)
    token = Top(top.x, top.y, top.r, top.confidence, top.things | {"5": 0.4, "token": 0.6})
    assert not may_be_weighed(Vote(token, seen, None, frozenset()))


def test_what_is_hardly_a_top_or_has_a_few_pixels_is_not_weighed() -> None:
    assert [may_be_weighed(vote_on(5, there=there)) for there in (0.45, 0.6)] == [False, True]
    far = [replace(vote_on(5).top, r=r) for r in (5.5, 11.5)]
    seen = [replace(vote_on(5), top=top, seen=replace(vote_on(5).seen, r=top.r)) for top in far]
    assert [may_be_weighed(one) for one in seen] == [False, True]


def test_what_is_known_of_a_die_tells_how_it_is_seen() -> None:
    whole = evidence(vote_on(5), FROM_ABOVE, [R])
    assert [whole[name] for name in ("cut off", "upright", "slanted", "smeared")] == [0.0, 0.97, 0.0, 0.0]
    cut = evidence(vote_on(5, "cut off"), View(0.8, True, True, soft=False), [R])
    assert [cut[name] for name in ("cut off", "upright", "slanted", "smeared")] == [1.0, 0.8, 1.0, 1.0]
    assert evidence(vote_on(5), replace(FROM_ABOVE, upright=None), [R])["upright"] == USUAL
    assert evidence(vote_on(5), FROM_ABOVE, [9 * R])["unlike"] == 1.0


@pytest.mark.parametrize("rule", ["lamps", "ball", "button"])
def test_a_lone_dot_that_may_be_a_lamp_is_asked_about(rule: str) -> None:
    assert not may_be_weighed(vote_on(1, rule))
    assert may_be_weighed(vote_on(2, rule))
    assert not may_be_weighed(vote_on(1, "beside", there=0.93))
    assert may_be_weighed(vote_on(1, "beside", there=0.96))


def test_a_die_that_leans_is_asked_about(four: Counted) -> None:
    top, seen = says(4)
    leaning = Vote(top, seen, replace(four, flatness=0.7), frozenset({"flatness"}), frozenset({"beside"}))
    assert leaning.leans
    assert not may_be_weighed(leaning)
    assert may_be_weighed(replace(leaning, doubts=frozenset({"ragged"})))


def test_what_lies_as_near_to_a_certain_top_as_a_side_is_no_second_top() -> None:
    top = vote_on(4, sure=0.999)
    side, next_die = vote_on(5, x=300 + 1.5 * R), vote_on(5, x=300 + 1.7 * R)
    assert [one.certain for one in weigh([side, top], FROM_ABOVE)] == [False, True]
    assert [one.certain for one in weigh([next_die, top], FROM_ABOVE)] == [True, True]


def test_of_two_that_may_be_sides_of_each_other_the_one_that_weighs_more_is_believed() -> None:
    more, less = vote_on(4, sure=0.975), vote_on(5, x=300 + 1.2 * R)
    far = vote_on(2, x=500.0, sure=0.999)
    assert [one.certain for one in weigh([less, more, far], FROM_ABOVE)] == [False, True, True]


@pytest.mark.parametrize(("dots", "r", "is_one"), [(2, R, False), (3, R, True), (3, 1.45 * R, False)])
def test_a_one_by_its_weight_alone_is_asked_about_among_the_dots_of_a_rug(
    dots: int, r: float, is_one: bool
) -> None:
    weighed = replace(vote_on(1, "beside"), weighed=0.99)
    dot = vote_on(1, "beside", there=0.9)
    beside = [replace(dot, top=replace(dot.top, r=r), seen=replace(dot.seen, r=r))] * dots
    assert _is_among_dots(weighed, beside) is is_one
    assert not _is_among_dots(replace(weighed, weighed=0.0), beside)
    assert not _is_among_dots(replace(vote_on(2, "beside"), weighed=0.99), beside)
