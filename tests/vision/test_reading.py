"""Reading pictures: photographs of real dice, and pictures in which something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.photographs import HARD, PHOTOS, labels
from vision import Reading, UnknownDiceSet, read, reader
from vision.arrays import Floats
from vision.crops import Place
from vision.dice_sets import SETS, DiceSet, Kind
from vision.files import read_picture
from vision.finding.top_finder import THINGS, Top
from vision.pips import claims
from vision.pips.claims import by_one_net
from vision.pips.net import Candidate
from vision.pips.votes import Vote
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Scene, render
from vision.rolls import RollWatcher
from vision.signs.face_read import FaceRead
from vision.signs.marks import Mark

LABELS = labels()
EASY = sorted(set(LABELS) - HARD)


def photo(name: str) -> Picture:
    return read_picture(PHOTOS / name)


def table(*dice: Die, ground: str = "felt", exposure: float = 1.0) -> Picture:
    """A picture from the renderer, with the same noise each time."""
    scene = Scene(
        dice=dice, ground=Ground(kind=ground), camera=Camera(width=640, height=480, exposure=exposure)
    )
    return render(scene, np.random.default_rng(1))[0]


def problems(reading: Reading) -> list[str]:
    return [problem.id for problem in reading.problems]


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"d20": 1}, "d6 has no dice called d20."),
        ({"d6": -1}, "-1 dice of the kind d6 cannot"),
    ],
)
def test_dice_that_cannot_be_thrown_are_not_expected(expected: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(np.zeros((48, 64, 3), np.uint8), "d6", expected)
    with pytest.raises(ValueError, match=said):
        RollWatcher("d6").ask(expected)


@pytest.mark.parametrize("name", EASY)
def test_every_die_of_a_clear_photograph_is_read_for_certain(name: str) -> None:
    reading = read(photo(name), "d6", {"d6": len(LABELS[name])})
    assert reading.certain
    assert len(reading.dice) == len(LABELS[name])
    for die in reading.dice:
        assert [lying.face for lying in LABELS[name] if lying.is_at(die)] == [die.face]


@pytest.mark.parametrize("name", sorted(HARD))
def test_a_hard_photograph_has_an_unsure_die_and_no_wrong_certain_one(name: str) -> None:
    reading = read(photo(name), "d6", {"d6": len(LABELS[name])})
    assert [die for die in reading.dice if not die.certain]
    for die in reading.dice:
        assert not die.certain or any(lying.is_at(die) and lying.face == die.face for lying in LABELS[name])


def test_two_pips_of_a_top_and_two_of_its_side_are_no_four() -> None:
    (die,) = read(photo("webcam_white_d6/147.jpg"), "d6").dice
    assert (die.face, die.certain) == ("2", True)


def test_the_side_of_a_certain_die_is_not_asked_about() -> None:
    name = "webcam_white_d6/134.jpg"
    assert len(read(photo(name), "d6").dice) == len(LABELS[name])


def test_a_die_farther_away_is_seen_more_slanted_and_does_not_lean_for_that() -> None:
    reading = read(photo("webcam_white_d6/141.jpg"), "d6")
    assert problems(reading) == []
    assert [(die.face, die.certain) for die in reading.dice] == [("2", True)] * 4


def test_an_unsure_die_comes_with_other_faces_the_likeliest_first() -> None:
    unsure = [die for die in read(photo("table_oblique_d6/032.jpg"), "d6").dice if not die.certain]
    assert unsure
    for die in unsure:
        chances = [chance for _, chance in die.alternatives]
        assert chances == sorted(chances, reverse=True)
        assert {face for face, _ in die.alternatives} | {die.face} == set("123456")
        assert die.confidence + sum(chances) == pytest.approx(1.0, abs=0.01)


def test_a_picture_upside_down_is_read_as_well() -> None:
    name = "round_tray_d6/071.jpg"
    turned = np.ascontiguousarray(photo(name)[::-1, ::-1])
    assert sorted(die.face for die in read(turned, "d6").dice if die.certain) == ["1", "2", "3", "5"]


def test_a_large_picture_gives_places_in_its_own_pixels() -> None:
    picture = photo("round_tray_d6/008.jpg")
    large = np.asarray(cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC), np.uint8)
    small_dice, large_dice = ([die for die in read(p, "d6").dice if die.certain] for p in (picture, large))
    assert len(small_dice) == len(large_dice) == 2
    for small, big in zip(small_dice, large_dice, strict=True):
        assert (big.x, big.y) == pytest.approx((3 * small.x, 3 * small.y), abs=6)
        assert big.r == pytest.approx(3 * small.r, rel=0.1)


def test_the_crop_is_the_piece_of_the_picture_with_the_die_on_it() -> None:
    picture = photo("webcam_white_d6/021.jpg")
    (die,) = read(picture, "d6").dice
    high, wide = die.crop.shape[:2]
    top, left = round(die.y - high / 2), round(die.x - wide / 2)
    assert min(high, wide) > 2 * die.r
    around = picture[top - 4 : top + high + 4, left - 4 : left + wide + 4]
    row, column = np.unravel_index(cv2.matchTemplate(around, die.crop, cv2.TM_SQDIFF).argmin(), (9, 9))
    assert np.array_equal(around[row : row + high, column : column + wide], die.crop)


@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "6"])
def test_the_place_is_the_middle_of_the_top_face(face: str) -> None:
    die = Die(face=face, x=250, y=200, size=56, angle=20)
    scene = Scene(dice=(die,), camera=Camera(width=640, height=480))
    frame, (truth,) = render(scene, np.random.default_rng(1))
    (seen,) = read(frame, "d6").dice
    assert (seen.face, seen.certain) == (face, True)
    assert (seen.x, seen.y) == pytest.approx((truth.x, truth.y), abs=3)
    assert seen.r == pytest.approx(truth.r, rel=0.25)


def test_an_empty_cloth_has_no_dice() -> None:
    reading = read(table(), "d6")
    assert reading.dice == ()
    assert not reading.certain


@pytest.mark.parametrize("ground", ["wood", "leather", "striped", "dotted", "gridded", "printed"])
def test_a_patterned_ground_has_no_certain_die(ground: str) -> None:
    assert not any(die.certain for die in read(table(ground=ground), "d6").dice)


def test_a_lone_spot_is_not_a_one() -> None:
    frame = table()
    cv2.circle(frame, (300, 200), 6, (10, 10, 10), -1, cv2.LINE_AA)
    assert not any(die.certain for die in read(frame, "d6").dice)


def test_a_numeral_is_not_read_as_pips() -> None:
    frame = np.full((480, 640, 3), 90, np.uint8)
    cv2.rectangle(frame, (260, 180), (340, 260), (240, 240, 240), -1, cv2.LINE_AA)
    cv2.putText(frame, "8", (278, 242), cv2.FONT_HERSHEY_DUPLEX, 2.0, (20, 20, 20), 5, cv2.LINE_AA)
    assert not any(die.certain for die in read(frame, "d6").dice)


@pytest.mark.parametrize("face", ["2", "4", "5", "6"])
def test_a_die_whose_pips_the_border_cuts_is_seen_and_never_certain(face: str) -> None:
    frame = table(Die(face=face, x=320, y=240, size=60, angle=10))
    cut = np.ascontiguousarray(frame[:, 306:])
    assert [die.certain for die in read(cut, "d6").dice] == [False]


def test_a_dark_picture_is_called_dark() -> None:
    frame = table(Die(face="5", x=320, y=240, size=60), exposure=0.15)
    reading = read(frame, "d6")
    assert problems(reading) == ["too_dark"]
    assert [die.certain for die in reading.dice] == [False]


def test_one_light_die_on_dark_cloth_is_no_dark_picture() -> None:
    size = Camera(width=1280, height=720)
    die = Die(face="5", x=640, y=360, size=40)
    black = Scene((die,), ground=Ground(colour=(14.0, 14.0, 14.0)), camera=size)
    frame = render(black, np.random.default_rng(1))[0]
    assert np.mean(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) >= 60) < 0.005
    reading = read(frame, "d6", {"d6": 1})
    assert problems(reading) == []
    assert [(die.face, die.certain) for die in reading.dice] == [("5", True)]


def test_a_blurred_picture_is_called_blurred() -> None:
    frame = table(Die(face="5", x=320, y=240, size=60))
    blurred = np.asarray(cv2.GaussianBlur(frame, (0, 0), 9), np.uint8)
    reading = read(blurred, "d6")
    assert problems(reading) == ["blurred"]
    assert [die.certain for die in reading.dice] == [False]


@pytest.mark.parametrize("name", EASY[:4])
def test_a_picture_that_is_a_little_soft_is_read(name: str) -> None:
    soft = np.asarray(cv2.GaussianBlur(photo(name), (0, 0), 2.0), np.uint8)
    reading = read(soft, "d6", {"d6": len(LABELS[name])})
    assert problems(reading) == []
    assert sorted(die.face for die in reading.dice) == sorted(lying.face for lying in LABELS[name])
    assert all(die.certain for die in reading.dice)


@pytest.mark.parametrize("faces", [("6", "3"), ("4", "4"), ("1", "1"), ("5", "2")])
def test_dice_that_touch_are_certain(faces: tuple[str, str]) -> None:
    one, other = faces
    along, aside = 51 * np.array([np.cos(0.4), np.sin(0.4)]), 12 * np.array([-np.sin(0.4), np.cos(0.4)])
    x, y = np.array([300, 200]) + along + aside
    left = Die(face=one, x=300, y=200, size=50, angle=float(np.degrees(0.4)))
    right = replace(left, face=other, x=float(x), y=float(y))
    reading = read(table(left, right), "d6", {"d6": 2})
    assert problems(reading) == []
    assert sorted(die.face for die in reading.dice) == sorted(faces)
    assert all(die.certain for die in reading.dice)


@pytest.mark.parametrize("shape", [(1, 1), (1, 1000), (1000, 1), (2, 5000)])
def test_a_picture_that_is_hardly_one_has_no_dice(shape: tuple[int, int]) -> None:
    assert read(np.full((*shape, 3), 128, np.uint8), "d6").dice == ()


TWO_DICE = (Die(face="3", x=200, y=200, size=56, angle=30), Die(face="6", x=420, y=300, size=56, angle=70))


@pytest.mark.parametrize(("asked", "problem"), [(1, ["too_many"]), (2, []), (3, ["too_few"])])
def test_the_expectation_tells_of_missing_and_surplus_dice(asked: int, problem: list[str]) -> None:
    reading = read(table(*TWO_DICE), "d6", {"d6": asked})
    assert problems(reading) == problem
    assert [die.certain for die in reading.dice] == [not problem] * 2


def test_a_miscount_is_said_in_a_sentence() -> None:
    reading = read(table(*TWO_DICE), "d6", {"d6": 4})
    assert str(reading.problems[0].message).startswith("4 dice asked for, 2 seen.")


def test_a_die_with_signs_that_nobody_knows_is_not_certain() -> None:
    dice = read(photo("round_tray_d6/008.jpg"), "d6").dice
    assert [die.face for die in dice if die.certain] == [
        lying.face for lying in LABELS["round_tray_d6/008.jpg"]
    ]


def test_the_expectation_never_makes_an_unsure_die_sure() -> None:
    picture = photo("webcam_white_d6/016.jpg")
    for expected in (None, {"d6": 5}):
        dice = read(picture, "d6", expected).dice
        assert [die.certain for die in dice] == [False, True, True, True, True]


def test_what_may_be_pips_is_read_as_a_sign_where_nobody_counts_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = dict.fromkeys(THINGS, 0.0) | {"1": 0.45, "sign": 0.55}
    top = Top(320, 240, 30, 0.9, shares)
    read_as: list[Sequence[Top]] = []
    monkeypatch.setattr(reader, "find_tops", lambda *_, **how: [top])
    monkeypatch.setattr(reader, "read_faces", lambda picture, tops, *others: read_as.append(tops) or [])
    monkeypatch.setattr(claims, "_looked_around", lambda picture, *seen: seen)
    read(table(ground="felt"), "riff_in_time")
    assert read_as == [[top]]
    like_pips = replace(top, things=shares | {"1": 0.8, "sign": 0.2})
    monkeypatch.setattr(reader, "find_tops", lambda *_, **how: [like_pips])
    read(table(ground="felt"), "riff_in_time")
    assert read_as[1:] == [[like_pips]]


@pytest.mark.parametrize(
    ("pip_colour", "again"), [((25.0, 25.0, 25.0), False), ((215.0, 215.0, 215.0), True)]
)
def test_what_is_not_clear_at_a_glance_is_looked_at_from_three_sides(
    pip_colour: tuple[float, float, float], again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    around = claims._looked_around
    monkeypatch.setattr(claims, "_looked_around", lambda *seen: looked.append(seen) or around(*seen))
    die = Die(face="4", x=300, y=200, size=56, colour=(240.0, 240.0, 240.0), pip_colour=pip_colour)
    read(table(die), "d6")
    assert bool(looked) == again


@pytest.mark.parametrize(
    ("by_one", "by_other", "again", "counted"),
    [
        (0.1, 0.09, False, False),
        (0.1, 0.11, False, True),
        (0.4, 0.25, False, True),
        (0.4, 0.35, True, True),
        (0.05, 0.7, True, True),
    ],
)
def test_what_both_nets_hardly_take_for_a_top_is_neither_looked_at_again_nor_counted(
    by_one: float, by_other: float, again: bool, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Top] = []
    places: list[Place] = []
    top = Top(320, 240, 30, by_one, dict.fromkeys(THINGS, 0.0) | {"6": 1.0})
    seen = Candidate(320, 240, 30, by_other, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    monkeypatch.setattr(claims, "_by_pips", lambda picture, top: seen)
    monkeypatch.setattr(
        claims, "_looked_around", lambda picture, top, by_pips: looked.append(top) or (top, by_pips)
    )
    monkeypatch.setattr(claims, "count_faces", lambda picture, likely: places.extend(likely) or [])
    claimed, _ = claims.claims_on(table(), [top])
    assert claimed == [(top, seen)]
    assert looked == [top] * again
    assert places == [(320, 240, 30)] * counted


@pytest.mark.parametrize(
    ("pips", "certain", "likely", "by_sign"),
    [(0.6, True, 0.0, True), (0.45, False, 0.0, True), (0.6, False, 0.0, False), (0.6, False, 1.0, True)],
)
def test_what_the_readers_of_pips_are_unsure_of_is_a_sign_if_that_is_certain_or_likelier(
    pips: float, certain: bool, likely: float, by_sign: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = Top(320, 240, 30, 0.9, dict.fromkeys(THINGS, 0.0) | {"6": pips, "sign": 1 - pips})
    six = Candidate(320, 240, 30, 0.9, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    grey: Floats = np.array([120, 128, 128], np.float32)
    mark = Mark(grey, (0.0, 1.0, 0.0, 0.0), (0.125,) * 8, grey, grey, grey, 40.0, (grey,))
    wyld = SETS["riff_in_time"].kinds[0]
    sign = FaceRead(top, mark, wyld, True, {"move": 0.9}, certain, likely)
    monkeypatch.setattr(reader, "find_tops", lambda *_, **how: [top])
    monkeypatch.setattr(reader, "claims_on", lambda *seen: ([(top, six)], []))
    monkeypatch.setattr(
        reader, "vote", lambda *seen, **how: [Vote(top, six, None, frozenset(), frozenset({"beside"}))]
    )
    monkeypatch.setattr(reader, "read_faces", lambda picture, tops, *others: [replace(sign, top=tops[0])])
    (die,) = read(table(ground="felt"), "riff_in_time").dice
    assert (die.confidence == 0.9) == by_sign


def one_sign(monkeypatch: pytest.MonkeyPatch, confidence: float, *says: FaceRead) -> list[Top]:
    """A picture in which one top is found, whose sign is this, look by look; the tops that are read."""
    shares = dict.fromkeys(THINGS, 0.0) | {"sign": 1.0}
    looks, tops = iter(says), []

    def read_faces(picture: Picture, seen: list[Top], *others: object) -> list[FaceRead]:
        tops.extend(seen)
        return [replace(next(looks), top=seen[0])]

    found = Top(320, 240, 30, confidence, shares)
    monkeypatch.setattr(reader, "find_tops", lambda *_, **how: [found])
    monkeypatch.setattr(reader, "look_again", lambda picture, top: replace(top, x=top.x + 2))
    monkeypatch.setattr("vision.finding.tops.shipped", SeesFromAllSides)
    monkeypatch.setattr(reader, "read_faces", read_faces)
    return tops


class SeesFromAllSides:
    """A finder to which nothing is certain from all sides."""

    def look_from_all_sides(self, picture: Picture, seen: Top) -> Top:
        return replace(seen, confidence=0.5)


def sign(face: str, certain: bool, kind_is_sure: bool = True) -> FaceRead:
    grey: Floats = np.array([120, 128, 128], np.float32)
    mark = Mark(grey, (0.0, 1.0, 0.0, 0.0), (0.125,) * 8, grey, grey, grey, 40.0, (grey,))
    top = Top(0, 0, 1, 1.0, {})
    return FaceRead(top, mark, SETS["riff_in_time"].kinds[0], kind_is_sure, {face: 0.9}, certain)


@pytest.mark.parametrize(
    ("first", "shown"),
    [(sign("move", True), "move"), (sign("move", False), "bogus"), (sign("move", False, False), "move")],
)
def test_what_a_sign_shows_when_it_is_looked_at_again_holds_unless_it_was_certain_at_once(
    first: FaceRead, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_sign(monkeypatch, 0.98, first, sign("bogus", True))
    (die,) = read(table(ground="felt"), "riff_in_time").dice
    assert (die.face, die.x) == (shown, 320)


@pytest.mark.parametrize(
    ("x", "r", "dice"),
    [(318, 30, [320]), (262, 30, [290, 320]), (318, 16, [290, 320])],
    ids=["the same die", "another", "what lies on it"],
)
def test_a_die_that_was_found_beside_its_middle_as_well_is_read_once(
    x: float, r: float, dice: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = dict.fromkeys(THINGS, 0.0) | {"sign": 1.0}
    well, beside = Top(320, 240, 30, 0.99, shares), Top(290, 240, 24, 0.9, shares)
    monkeypatch.setattr(reader, "find_tops", lambda *_, **how: [well, beside])
    monkeypatch.setattr(reader, "look_again", lambda picture, top: replace(top, x=x, r=r))
    monkeypatch.setattr("vision.finding.tops.shipped", SeesFromAllSides)
    monkeypatch.setattr(
        reader,
        "read_faces",
        lambda picture, tops, *others: [replace(sign("move", top is well), top=top) for top in tops],
    )
    assert sorted(die.x for die in read(table(ground="felt"), "riff_in_time").dice) == dice


@pytest.mark.parametrize(("at_one_glance", "in_the_end"), [(0.98, 0.98), (0.9, 0.5)])
def test_how_surely_a_sign_lies_on_a_top_face_looks_from_all_sides_tell_unless_it_is_clear_at_one_glance(
    at_one_glance: float, in_the_end: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    tops = one_sign(monkeypatch, at_one_glance, sign("move", True), sign("move", False))
    read(table(ground="felt"), "riff_in_time")
    assert (tops[-1].confidence, tops[-1].x) == (in_the_end, 320)


@pytest.mark.parametrize(
    ("expected", "told"),
    [({"wyld": 1}, ["move"]), ({"wyld": 2}, ["flower", "move"]), (None, ["dot", "flower", "move"])],
)
def test_flowers_of_a_cloth_are_no_dice_beside_as_many_as_were_asked_for(
    expected: dict[str, int] | None, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = [
        replace(sign(face, False), top=Top(x, 240, 30, 0.98, {}), likely=likely)
        for face, x, likely in (("flower", 100, 0.2), ("move", 320, 0.8), ("dot", 500, 0.1))
    ]
    one_sign(monkeypatch, 0.98)
    monkeypatch.setattr(reader, "_signs", lambda *_: seen)
    reading = read(table(ground="felt"), "riff_in_time", expected)
    assert sorted(die.face for die in reading.dice) == told
    assert problems(reading) == []


def test_a_mark_that_is_rather_no_die_is_none_untold_or_too_many() -> None:
    picture, lying = photo("round_tray_d6/071.jpg"), LABELS["round_tray_d6/071.jpg"]
    (mark,) = (one for one in read(picture, "d6", {"d6": len(lying) + 1}).dice if one.confidence < 0.6)
    assert not any(one.is_at(mark) for one in lying)
    for expected in (None, {"d6": len(lying)}):
        reading = read(picture, "d6", expected)
        assert sorted(die.face for die in reading.dice) == sorted(one.face for one in lying)
        assert all(die.certain for die in reading.dice)
        assert problems(reading) == []


def test_the_net_for_pips_is_asked_only_where_the_other_and_the_counting_leave_a_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Top] = []

    def look(picture: Picture, top: Top) -> Candidate:
        asked.append(top)
        return by_one_net(top)

    def says(face: str, sure: float) -> Top:
        return Top(320, 240, 28, 0.999, dict.fromkeys(THINGS, 0.0) | {face: sure, "sign": 1 - sure})

    monkeypatch.setattr(claims, "_by_pips", look)
    four = table(Die(face="4", x=320, y=240, size=56, angle=20))
    for top, times in ((says("4", 0.998), 0), (says("5", 0.998), 1), (says("4", 0.97), 1)):
        asked.clear()
        monkeypatch.setattr(reader, "find_tops", lambda *_, top=top, **how: [top])
        read(four, "d6")
        assert len(asked) == times


def test_dice_whose_faces_nobody_showed_are_said_to_be_unknown() -> None:
    unknown = DiceSet("mine", (Kind("die", ("sun", "moon")),))
    reading = read(photo("webcam_white_d6/021.jpg"), unknown)
    assert reading.dice == ()
    assert str(reading.problems[0].message) == (
        "The faces of mine are not known. Teach them, or type in what was thrown."
    )


def test_what_is_given_has_the_names_of_the_contract() -> None:
    named = read(frame=photo("webcam_white_d6/021.jpg"), dice_set="d6", expected=None)
    assert named == read(photo("webcam_white_d6/021.jpg"), "d6")


def test_an_unknown_dice_set_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(UnknownDiceSet, match=r"no dice set called “d7”. There are: betrayal_tour, d6"):
        read(photo("webcam_white_d6/021.jpg"), "d7")


@pytest.mark.parametrize("shape", [(40, 40), (0, 40, 3), (40, 0, 3), (40, 40, 4)])
def test_a_frame_of_another_form_or_without_pixels_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="height x width x 3"):
        read(np.zeros(shape, np.uint8), "d6")


def test_a_die_that_leans_is_pointed_out_and_the_others_stay_certain() -> None:
    leaning = Die(face="5", x=200, y=200, size=56, angle=30, lean=40)
    reading = read(table(leaning, *FLAT), "d6")
    assert problems(reading) == ["cocked"]
    assert [die.face for die in reading.dice if die.certain] == ["6", "2"]


FLAT = (Die(face="6", x=420, y=300, size=56, angle=70), Die(face="2", x=120, y=350, size=56, angle=70))
