"""Three readers and one die: what becomes of it where they agree, differ, or one of them sees nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pips.made_up import TABLE, ask, counted_on, only, picture_of, says
from vision.pips.body_colours import body_colour
from vision.pips.claims import by_one_net, is_clear, is_counted
from vision.pips.counting import Counted, compare_slants, count_faces, top_faces
from vision.pips.votes import CERTAIN, CERTAIN_AGAINST, Rule, Vote
from vision.pips.voting import SMEARED, judge, vote
from vision.pips.weighing import may_be_weighed
from vision.reading import Picture


def test_a_face_that_all_name_is_certain(four: Counted) -> None:
    found = only(ask([says(4)], [four]))
    assert (found.face, found.certain) == (4, True)
    assert found.chances[4] > 0.99
    assert sum(found.chances.values()) == pytest.approx(1)


def test_both_nets_alone_are_believed_where_they_are_very_sure_of_a_top_face() -> None:
    assert only(ask([says(4, there=0.99)], [])).certain
    assert not only(ask([says(4, there=0.6)], [])).certain


def test_a_cube_with_a_dot_is_a_one_where_no_dice_with_signs_are_played_with() -> None:
    claim = says(1, there=0.999)
    pips_or_sign = {name: 0.6 * share for name, share in claim[0].things.items()} | {"sign": 0.4}
    pips_or_token = {name: 0.6 * share for name, share in claim[0].things.items()} | {"token": 0.4}
    cube, token = (replace(claim[0], things=things) for things in (pips_or_sign, pips_or_token))
    assert only(vote(TABLE, [(cube, claim[1])], [])).certain
    assert not only(vote(TABLE, [(cube, claim[1])], [], with_signs=True)).certain
    assert not only(vote(TABLE, [(token, claim[1])], [])).certain


def test_a_round_dot_that_was_counted_is_a_one_though_it_be_likelier_a_sign_where_none_are_played_with() -> (
    None
):
    claim, one = says(1, there=0.999), counted_on("1")
    rather_a_sign = {name: 0.2 * share for name, share in claim[0].things.items()} | {"sign": 0.8}
    cube = (replace(claim[0], things=rather_a_sign), claim[1])
    assert only(vote(TABLE, [cube], [one])).certain
    assert not only(vote(TABLE, [cube], [one], with_signs=True)).certain
    assert not only(vote(TABLE, [cube], [])).certain
    no_dot = only(vote(TABLE, [cube], [replace(one, unlike=0.3)]))
    assert not no_dot.certain
    assert not no_dot.is_of_pips


def test_a_lone_dot_that_was_not_counted_beyond_doubt_must_be_much_like_a_top() -> None:
    assert only(ask([says(1, there=0.99)], [])).certain
    assert not only(ask([says(1, there=0.9, sure=0.9999)], [])).certain
    assert only(ask([says(2, there=0.978, sure=0.9999)], [])).certain


def test_a_lone_dot_is_believed_less() -> None:
    one, two = only(ask([says(1)], [])), only(ask([says(2)], []))
    assert one.sureness < two.sureness


def test_a_dot_with_other_marks_beside_it_was_not_counted() -> None:
    one = counted_on("1")
    crowded = replace(one, face=replace(one.face, notes=one.face.notes | {"company": 2.0}))
    assert only(ask([says(1)], [one])).evidence["counted"] == 1
    evidence = only(ask([says(1)], [crowded])).evidence
    assert (evidence["counted"], evidence["doubted"]) == (0, 0)


def test_a_face_beside_another_is_no_side_of_it_where_both_are_seen_from_right_above(four: Counted) -> None:
    beside = replace(four, face=replace(four.face, x=340.0))
    claims = [says(4, there=0.97), says(4, x=340.0, there=0.99)]
    assert [one.certain for one in ask(claims, [four, beside])] == [True, True]
    tall = replace(
        four,
        circle=four.circle @ np.diag([1.0, 0.5]),
        face=replace(four.face, axes=four.face.axes * [[1.0], [0.6]]),
    )
    assert tall.upright < 0.8
    assert [one.x for one in ask(claims, [tall, beside])] == [340.0]


def test_where_the_nets_differ_nothing_is_certain_and_both_faces_come_first(four: Counted) -> None:
    found = only(ask([says(6, other=4)], [four]))
    assert not found.certain
    assert set(sorted(found.chances, key=lambda value: -found.chances[value])[:2]) == {4, 6}


def test_a_net_that_finds_another_face_likelier_is_overruled_by_counting_beyond_doubt_alone(
    four: Counted,
) -> None:
    top, seen = says(4, there=0.999)
    rather_two = replace(seen, probabilities=(0.0, 0.7, 0.0, 0.3, 0.0, 0.0))
    doubted = replace(four, face=replace(four.face, misfit=0.2))
    assert only(ask([(top, rather_two)], [four])).certain
    assert only(ask([(top, seen)], [doubted])).certain
    assert not only(ask([(top, rather_two)], [doubted])).certain


def test_where_the_counting_is_sure_of_another_face_nothing_is_certain(four: Counted) -> None:
    assert not only(ask([says(6, there=0.99, sure=0.9999)], [four])).certain


def test_where_the_counting_rather_sees_another_face_the_nets_must_be_surer(four: Counted) -> None:
    doubted = replace(four, face=replace(four.face, misfit=0.2))
    top, seen = says(6, there=0.978)
    claim = replace(top, things=top.things | {"6": 0.91, "sign": 0.08}), seen
    assert CERTAIN < only(ask([claim], [])).sureness < CERTAIN_AGAINST
    assert only(ask([claim], [])).certain
    assert not only(ask([claim], [doubted])).certain
    assert only(ask([says(6, there=0.999)], [doubted])).certain


def test_a_face_that_is_hardly_a_top_is_asked_about_or_left_out(four: Counted) -> None:
    assert not only(ask([says(4, there=0.3)], [four])).certain
    assert ask([says(4, there=0.05, sure=0.5)], []) == []


def test_where_a_die_is_missing_what_is_hardly_one_but_as_large_as_the_others_is_asked_about() -> None:
    dice = [says(4, there=0.99), says(2, x=400.0, there=0.99)]

    def votes(x: float = 480.0, r: float = 28.0, there: float = 0.7, count: int = 3) -> list[bool]:
        top, seen = says(3, x=x)
        hardly = replace(top, r=r, confidence=there), replace(seen, r=r, confidence=0.02)
        return [one.certain for one in vote(TABLE, [*dice, hardly], [], count=count)]

    assert votes() == [True, True, False]
    assert votes(count=2) == votes(count=0) == [True, True]
    assert votes(there=0.5) == [True, True]
    assert votes(r=21.0) == votes(r=36.0) == [True, True]
    assert votes(x=436.0) == [True, True]


def test_of_what_is_hardly_a_die_the_likeliest_are_asked_about() -> None:
    claims = [says(4, there=0.99)]
    for x, there in ((400.0, 0.7), (480.0, 0.9), (560.0, 0.8)):
        top, seen = says(3, x=x)
        claims.append((replace(top, confidence=there), replace(seen, confidence=0.02)))
    assert [one.x for one in vote(TABLE, claims, [], count=3)] == [300.0, 480.0, 560.0]


def test_two_faces_as_near_as_top_and_side_are_both_asked_about() -> None:
    near = [says(4, there=0.99), says(2, x=335.0, there=0.99)]
    assert [found.certain for found in ask(near, [])] == [False, False]
    apart = [says(4, there=0.99), says(2, x=380.0, there=0.99)]
    assert [found.certain for found in ask(apart, [])] == [True, True]


def test_two_faces_that_touch_are_believed_where_they_are_surely_tops_and_lie_as_far_apart_as_dice_do() -> (
    None
):
    pushed = [says(6, x=420.0, there=0.99), says(2, x=472.0, there=0.99)]
    less_surely = [says(6, x=420.0, there=0.978), says(2, x=472.0, there=0.978)]
    assert [found.certain for found in ask(pushed, [])] == [True, True]
    assert [found.certain for found in ask(less_surely, [])] == [False, False]
    # By one that lies alone the camera looks down, at little of a slant, and at one at which sides are seen.
    three, alone = counted_on("3"), says(3, there=0.99)
    for upright, certain in ((0.98, True), (0.88, True), (0.75, False)):
        votes = ask([alone, *pushed], [seen_narrower(three, upright)])
        assert [found.certain for found in votes] == [True, certain, certain]
    votes = ask([alone, *less_surely], [seen_narrower(three, 0.88)])
    assert [found.certain for found in votes] == [True, False, False]


def test_what_may_be_weighed_is_asked_by_every_rule_and_what_may_not_by_one_that_contests_it() -> None:
    cut_off_and_beside = says(4, x=10.0, there=0.97), says(5, x=45.0, there=0.99)
    (one, _), _ = judge(TABLE, cut_off_and_beside, [])
    assert one.against == {"cut off", "beside"}
    (hardly, _), _ = judge(TABLE, [says(4, x=10.0, there=0.4), cut_off_and_beside[1]], [])
    assert hardly.against == {"cut off"}


def test_no_rule_is_asked_about_what_is_not_worth_asking_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def rules(picture: Picture, one: Vote, *seen: object) -> Iterator[Rule]:
        asked.append(one.face)
        yield "card"

    monkeypatch.setattr("vision.pips.voting.rules_against", rules)
    (worth, hopeless), _ = judge(TABLE, [says(4, there=0.8), says(3, x=500.0, there=0.1, sure=0.5)], [])
    assert (worth.against, hopeless.against) == ({"card"}, {"hardly"})
    assert worth.sureness > 0.3 > hopeless.sureness
    assert asked == [4]
    assert not may_be_weighed(replace(worth, against=frozenset({"hardly"})))


def test_the_border_hides_no_pips_of_what_was_counted_beyond_doubt() -> None:
    three = counted_on("3")
    at_the_border = replace(three, face=replace(three.face, x=10.0))
    (one,), _ = judge(TABLE, [says(3, x=10.0)], [at_the_border])
    (doubted,), _ = judge(TABLE, [says(3, x=10.0)], [replace(at_the_border, border=30.0)])
    assert (one.doubts, one.against) == (frozenset(), frozenset())
    assert (doubted.doubts, "cut off" in doubted.against) == ({"border"}, True)


def test_dice_that_all_touch_are_seen_from_above_where_none_is_seen_at_a_slant() -> None:
    three = replace(counted_on("3"), shares_edge=True)
    beside = replace(three, face=replace(three.face, x=three.face.x + 45))
    claims = [says(3, there=0.97), says(3, x=345.0, there=0.97)]
    seen = ask(claims, [three, beside])
    assert [found.doubts for found in seen] == [{"shared_edge"}, {"shared_edge"}]
    assert [found.certain for found in seen] == [True, True]
    slanted = seen_narrower(beside, 0.75)
    assert slanted.upright < 0.9
    assert [found.certain for found in ask(claims, [three, slanted])] == [False, False]


@pytest.mark.parametrize(("seen_at", "certain"), [(1.0, True), (0.88, False)])
def test_where_a_camera_looks_down_a_slanted_face_edge_to_edge_with_another_may_be_a_side(
    four: Counted, seen_at: float, certain: bool
) -> None:
    three = counted_on("3")
    in_the_corner = replace(three, face=replace(three.face, x=three.face.x + 200), shares_edge=True)
    seen = [four, seen_narrower(in_the_corner, seen_at)]
    votes = ask([says(4, there=0.97), says(3, x=500.0, there=0.97)], seen)
    assert [found.certain for found in votes] == [True, certain]
    surely = ask([says(4), says(3, x=500.0, there=0.99)], seen)
    assert [found.certain for found in surely] == [True, True]


def test_in_a_soft_picture_the_weaker_of_two_faces_near_each_other_may_be_a_side(four: Counted) -> None:
    beside = replace(four, face=replace(four.face, x=four.face.x + 45))
    claims = [says(4, there=0.97), says(4, x=345.0, there=0.95)]
    assert [found.certain for found in vote(TABLE, claims, [four, beside])] == [True, True]
    assert [found.certain for found in vote(TABLE, claims, [four, beside], soft=True)] == [True, False]
    surely = [says(4, there=0.98), says(4, x=345.0, there=0.972)]
    assert [found.certain for found in vote(TABLE, surely, [four, beside], soft=True)] == [True, True]


def test_in_a_soft_picture_few_pips_with_more_beside_them_may_be_of_a_top_and_a_side() -> None:
    two = counted_on("2")
    crowded = replace(two, face=replace(two.face, notes=two.face.notes | {"company": 2.0}))
    top, _ = says(2, there=0.999)
    for there, soft, certain in ((0.968, False, True), (0.968, True, False), (0.972, True, True)):
        claim = top, says(2, there=there)[1]
        assert only(vote(TABLE, [claim], [crowded], soft=soft)).certain is certain


def test_what_was_not_counted_must_be_like_a_top_to_both_nets(four: Counted) -> None:
    doubtful, sure = says(4, there=0.975), says(4, there=0.978)
    assert min(only(ask([one], [])).sureness for one in (doubtful, sure)) > CERTAIN
    assert [only(ask([one], [])).certain for one in (doubtful, sure)] == [False, True]
    assert only(ask([doubtful], [four])).certain


def test_pips_that_one_net_hardly_takes_for_a_top_face_are_asked_about_whatever_was_counted(
    four: Counted,
) -> None:
    (top, _), (_, hardly) = says(4, there=0.999), says(4, there=0.9)
    assert only(ask([(top, hardly)], [four])).sureness > CERTAIN
    assert not only(ask([(top, hardly)], [four])).certain


@pytest.mark.parametrize(
    ("r", "there", "certain"),
    [(12.0, 0.99, True), (10.0, 0.99, False), (10.0, 0.995, True), (6.5, 0.995, True), (5.5, 0.999, False)],
)
def test_of_small_dice_the_nets_alone_are_believed_where_both_are_sure_of_a_top(
    four: Counted, r: float, there: float, certain: bool
) -> None:
    top, seen = (replace(one, r=r) for one in says(4, there=there))
    assert only(ask([(top, seen)], [])).certain is certain
    assert only(ask([(top, seen)], [four])).certain, "counted pips are enough"


def test_of_marks_of_a_few_pixels_not_even_the_counting_is_believed(four: Counted) -> None:
    for r, certain in ((4.0, False), (6.0, True)):
        top, seen = (replace(one, r=r) for one in says(4, there=0.999))
        assert only(ask([(top, seen)], [four])).certain is certain


def test_of_small_dice_another_face_that_was_counted_is_no_witness(four: Counted) -> None:
    doubted = replace(four, face=replace(four.face, misfit=0.2))
    for r, certain in ((5.5, False), (12.0, True)):
        top, seen = (replace(one, r=r) for one in says(6, there=0.999, sure=0.9999))
        assert only(ask([(top, seen)], [doubted])).certain is certain


def test_pips_narrower_than_their_square_are_smeared_then_what_was_not_counted_is_asked_about(
    four: Counted,
) -> None:
    claims = [says(4), says(6, x=420.0, there=0.98)]
    smeared = seen_narrower(four, 0.8)
    assert smeared.roundness > SMEARED
    for seen, certain in ((four, True), (smeared, False)):
        assert [found.certain for found in ask(claims, [seen])] == [True, certain]
    surely_a_top = says(6, x=420.0, there=0.985)
    assert [found.certain for found in ask([claims[0], surely_a_top], [smeared])] == [True, True]


def test_what_one_net_and_the_counting_say_beyond_doubt_the_other_net_is_not_asked(four: Counted) -> None:
    (clear, _), (unsure, _), (another, _) = says(4, there=0.999, sure=0.998), says(4), says(5, sure=0.998)
    assert (is_clear(clear), is_clear(unsure)) == (True, False)
    assert is_counted(clear, [four])
    assert not is_counted(another, [four])
    assert not is_counted(clear, [])
    assert not is_counted(clear, [replace(four, flatness=0.5)])
    alone = by_one_net(clear)
    assert (alone.face, alone.confidence) == (4, clear.confidence)
    assert sum(alone.probabilities) == pytest.approx(1.0)


@pytest.mark.parametrize(("seen_at", "above", "below"), [(0.87, False, True), (1.0, True, True)])
def test_at_a_slant_a_face_above_another_may_be_its_top_and_one_below_a_side_of_it(
    seen_at: float, above: bool, below: bool
) -> None:
    three = counted_on("3")
    seen = seen_narrower(three, seen_at)
    assert seen.upright == pytest.approx(seen_at, abs=0.05)
    for y, certain in ((150.0, above), (250.0, below)):
        votes = ask([says(3, there=0.97), says(6, there=0.97, y=y)], [seen])
        assert [found.certain for found in votes if found.face == 3] == [certain]


def test_what_is_far_less_like_a_top_beside_a_die_does_not_matter() -> None:
    assert only(ask([says(4, there=0.99), says(1, x=335.0, there=0.7)], [])).certain


def test_a_face_that_the_border_cuts_off_is_believed_where_its_pips_were_counted_beyond_doubt(
    four: Counted,
) -> None:
    assert only(vote(TABLE[:228], [says(4, there=0.99)], [])).certain
    assert only(vote(TABLE[:220], [says(4, there=0.99)], [four])).certain
    assert only(vote(TABLE[:210], [says(4, there=0.99)], [four])).certain
    assert not only(vote(TABLE[:210], [says(4, there=0.99)], [])).certain


def test_a_face_that_nobody_counted_must_be_clear_to_both_nets(four: Counted) -> None:
    assert [only(ask([says(4, there=0.99, sure=sure)], [])).certain for sure in (0.99, 0.97)] == [True, False]
    assert only(ask([says(4, there=0.99, sure=0.7)], [four])).certain


@pytest.mark.parametrize(("face", "certain"), [(1, True), (2, True), (3, False), (6, False)])
def test_of_one_and_two_that_nobody_counted_the_nets_need_not_be_clear_for_what_shines_adds_pips(
    face: int, certain: bool
) -> None:
    assert only(ask([says(face, there=0.999, sure=0.85)], [])).certain is certain
    assert not only(ask([says(face, there=0.999, sure=0.75)], [])).certain, "a lamp may have left this"


def test_a_mirrored_lamp_may_hide_pips_that_nobody_counted(four: Counted) -> None:
    shining = TABLE.copy()
    shining[180:205, 280:320] = 255
    by_face = [only(vote(shining, [says(face, there=0.99)], [])).certain for face in (3, 4, 5, 6)]
    assert by_face == [False, False, True, True]
    assert only(vote(shining, [says(4, there=0.99)], [four])).certain


def test_on_a_face_that_is_burnt_out_pips_may_be_lost_though_the_rest_was_counted(four: Counted) -> None:
    burnt_out = np.full_like(TABLE, 255)
    assert not only(vote(burnt_out, [says(4, there=0.99)], [four])).certain
    assert only(vote(burnt_out, [says(5, there=0.99)], [counted_on("5")])).certain


def test_the_border_hides_no_pips_of_five_and_six() -> None:
    for face, seen_whole in ((4, False), (5, True), (6, True)):
        assert only(vote(TABLE[:220], [says(face, there=0.978)], [])).certain == seen_whole
        assert not only(vote(TABLE[:210], [says(face, there=0.978)], [])).certain


def test_the_border_hides_little_of_what_both_nets_find_surely_a_top() -> None:
    doubted = replace(counted_on("2"), border=20.0)
    assert doubted.doubts() == ("border",)
    assert only(vote(TABLE[:220], [says(2, there=0.99)], [doubted])).certain
    assert not only(vote(TABLE[:220], [says(2, there=0.97)], [doubted])).certain
    assert only(vote(TABLE[:228], [says(2, there=0.97)], [doubted])).certain


def test_the_border_may_hide_pips_beside_two_and_not_beside_four(four: Counted) -> None:
    two, half_seen = replace(counted_on("2"), border=10.0), TABLE[:210]
    assert only(vote(TABLE, [says(2, there=0.99)], [two])).certain
    assert not only(vote(half_seen, [says(2, there=0.99)], [two])).certain
    assert only(vote(half_seen, [says(4, there=0.99)], [replace(four, border=10.0)])).certain


def test_a_counted_face_stands_beside_a_weaker_one_and_not_beside_a_stronger(four: Counted) -> None:
    weaker, stronger = says(2, x=335.0, there=0.5), says(2, x=335.0, there=0.99)
    beside = replace(four, outline=replace(four.outline, edge=four.outline.edge))
    assert ask([says(4, there=0.93), weaker], [beside])[0].certain
    assert [one.x for one in ask([says(4, there=0.93), stronger], [beside])] == [335.0]


@pytest.mark.parametrize("doubt", [{"flatness": 0.5}, {"rival": 2.0}, {"bend": 0.6}])
def test_a_die_that_leans_or_bends_or_whose_rival_is_the_better_top_is_less_sure(
    four: Counted, doubt: dict[str, float]
) -> None:
    doubted = only(ask([says(4)], [replace(four, **doubt)]))
    assert doubted.sureness < only(ask([says(4)], [four])).sureness


def test_what_lies_nearer_to_a_certain_top_than_another_can_is_no_die(four: Counted) -> None:
    weaker = {near: says(2, x=300.0 + near * 28.0, there=0.5) for near in (1.5, 1.7)}
    assert only(ask([says(4), weaker[1.5]], [four])).certain
    assert [one.certain for one in ask([says(4), weaker[1.7]], [four])] == [True, False]


def test_a_die_that_leans_is_never_certain(four: Counted) -> None:
    leaning = only(ask([says(4, there=0.999)], [replace(four, flatness=0.5)]))
    assert leaning.leans
    assert not leaning.certain


def seen_narrower(counted: Counted, narrower: float) -> Counted:
    """Its pips as a slant, a smear, or a lamp that some of each mirrors, lets them look."""
    return replace(counted, circle=counted.circle * [[1.0, narrower], [narrower, narrower**2]])


def test_pips_that_look_narrow_on_a_body_that_does_not_are_no_sign_of_a_die_that_leans(
    four: Counted,
) -> None:
    (die,) = top_faces(count_faces(picture_of("1"), [(300.0, 200.0, 28.0)]), (640, 480))
    shining = seen_narrower(die, 0.7)
    flattened = replace(shining.face, axes=np.diag([1.0, 0.7]) @ shining.face.axes)
    assert shining.upright < 0.75
    compare_slants([shining, four], (640, 480))
    assert shining.flatness > 0.95
    leaning = replace(shining, face=flattened)
    compare_slants([leaning, four], (640, 480))
    assert leaning.flatness < 0.8


def test_four_that_lie_in_a_square_are_seen_from_above_however_narrow_they_look(four: Counted) -> None:
    assert seen_narrower(four, 0.7).upright > 0.95


def test_the_colour_of_a_die_without_counted_pips_is_that_of_most_of_its_face() -> None:
    picture = np.full((480, 640, 3), (40, 200, 240), np.uint8)
    picture[195:205, 295:305] = 20
    found = only(ask([says(2)], []))
    bare = only(ask([says(2, x=100.0)], []))
    assert body_colour(picture, found) == pytest.approx(body_colour(picture, bare))
