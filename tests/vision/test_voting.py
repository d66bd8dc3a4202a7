"""Two readers and one die: what becomes of it where they agree, differ, or where one of them sees nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.deciding import Candidate as Counted
from vision.deciding import find_candidates, top_faces
from vision.net import Candidate
from vision.rendering import Camera, Die, Ground, Scene, render
from vision.rendering.scene import Image
from vision.voting import AGREED, WORTH_ASKING, Vote, body_colour, settle, vote


def picture_of(face: str) -> Image:
    """A die that shows ``face``, at 300, 200."""
    scene = Scene(
        dice=(Die(face=face, x=300, y=200, size=56, angle=20),),
        ground=Ground(kind="felt"),
        camera=Camera(width=640, height=480),
    )
    return render(scene, np.random.default_rng(1))[0]


@pytest.fixture(scope="module")
def four() -> Counted:
    """A four that the counting has no doubt of, at 300, 200."""
    ((top, _),) = top_faces(find_candidates(picture_of("4")))
    return top


def says(face: int, x: float = 300.0, confidence: float = 0.8, sure: float = 0.99) -> Candidate:
    """What the net says of a place."""
    rest = (1 - sure) / 5
    one, two, three, four, five, six = (sure if value == face else rest for value in range(1, 7))
    return Candidate(x, 200.0, 28.0, confidence, (one, two, three, four, five, six))


def test_a_face_that_both_name_is_certain(four: Counted) -> None:
    (found,) = vote([(four, [])], [says(4)])
    assert (found.face, found.certain) == (4, True)
    assert found.chances[4] > 0.99
    assert sum(found.chances.values()) == pytest.approx(1)


def test_where_they_differ_nothing_is_certain_and_both_faces_come_first(four: Counted) -> None:
    (found,) = vote([(four, [])], [says(6)])
    assert not found.certain
    assert set(sorted(found.chances, key=lambda value: -found.chances[value])[:2]) == {4, 6}


def test_a_net_that_is_not_sure_makes_nothing_certain(four: Counted) -> None:
    unsure = says(4, confidence=0.4, sure=0.7)
    assert unsure.sureness < AGREED
    (found,) = vote([(four, [])], [unsure])
    assert (found.face, found.certain) == (4, False)


def test_what_the_net_alone_sees_is_asked_about_and_never_certain() -> None:
    (found,) = vote([], [says(5, sure=0.9999)])
    assert (found.face, found.certain) == (5, False)


def test_what_the_net_alone_half_sees_is_left_out() -> None:
    half_seen = says(5, confidence=0.4, sure=0.8)
    assert half_seen.sureness < WORTH_ASKING
    assert vote([], [half_seen]) == []


def test_what_the_counting_alone_is_sure_of_is_asked_about(four: Counted) -> None:
    (found,) = vote([(four, [])], [])
    assert (found.face, found.certain) == (4, False)


def test_a_doubtful_face_that_the_net_takes_for_no_top_is_left_out(four: Counted) -> None:
    doubtful = replace(four, shares_edge=True)
    assert vote([(doubtful, [])], [says(4, confidence=0.02)]) == []


def test_the_net_does_not_take_away_the_doubt_that_it_shares(four: Counted) -> None:
    (found,) = vote([(replace(four, shares_edge=True), [])], [says(4, sure=0.9999)])
    assert not found.certain


def at_the_border(four: Counted) -> list[Vote]:
    """The four as it is counted where the picture ends beside it, and the net's word for it."""
    return vote([(replace(four, border=0.5 * four.r), [])], [says(4)])


def test_a_third_reader_settles_a_doubt_of_what_lies_beside_the_die(four: Counted) -> None:
    votes = at_the_border(four)
    assert not votes[0].certain
    (found,) = settle(picture_of("4"), votes)
    assert (found.face, found.certain) == (4, True)


@pytest.mark.parametrize("shown", ["1", "2", "6"])
def test_a_third_reader_who_sees_another_face_settles_nothing(four: Counted, shown: str) -> None:
    (found,) = settle(picture_of(shown), at_the_border(four))
    assert not found.certain


def test_a_third_reader_is_not_asked_whether_a_side_is_a_top(four: Counted) -> None:
    votes = vote([(replace(four, shares_edge=True), [])], [says(4)])
    assert settle(picture_of("4"), votes) == votes


def test_a_die_is_reported_once(four: Counted) -> None:
    assert len(vote([(four, [])], [says(4), says(4, x=312.0)])) == 1


def test_the_colour_of_a_die_without_counted_pips_is_that_of_most_of_its_face() -> None:
    picture = np.full((480, 640, 3), (40, 200, 240), np.uint8)
    picture[195:205, 295:305] = 20
    (found,) = vote([], [says(1)])
    bare = replace(found, x=100.0)
    assert body_colour(picture, found) == pytest.approx(body_colour(picture, bare))
