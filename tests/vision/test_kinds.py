"""Kinds by the colours of bodies: what light makes of a body, and what dice beside it tell of the light."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.made_up import BLACK, BLUE, DAY, PINK, RIFF, YELLOW, lab
from vision.arrays import Floats
from vision.colours import HUES, NAMED, name_of
from vision.dice_sets import Kind
from vision.kinds import (
    HARDLY,
    NOT,
    PERHAPS,
    SURELY,
    BodySeen,
    Light,
    _perhaps_veiled,
    fits_by_colour,
    light_of,
    unlikeliness,
)
from vision.signs.known import KnownFace

NOWHERE = np.zeros((1, 64), np.float32)


def fits(*bodies: Floats, light: Light = DAY, faces: Sequence[KnownFace] = ()) -> list[dict[str, float]]:
    return fits_by_colour([BodySeen(body) for body in bodies], RIFF.kinds, faces, light)


def sure(fit: dict[str, float]) -> list[str]:
    return [kind for kind, how in fit.items() if how == SURELY]


def test_each_body_is_of_the_kind_that_has_its_colour() -> None:
    found = fits(YELLOW, BLUE, PINK, BLACK)
    assert [sure(fit) for fit in found] == [["wyld"], ["character"], ["triumphant"], ["bogus"]]


@pytest.mark.parametrize("share", [0.35, 0.6, 1.0])
def test_darker_and_brighter_light_changes_nothing(share: float) -> None:
    bodies = [128 + (body - 128) * share for body in (YELLOW, BLUE, PINK)]
    for body, own in zip(bodies, (YELLOW, BLUE, PINK), strict=True):
        body[0] = own[0] * share
    found = fits(*bodies, light=Light(255.0 * share, False))
    assert [sure(fit) for fit in found] == [["wyld"], ["character"], ["triumphant"]]


@pytest.mark.parametrize("blue", [lab(122, 173, 47), lab(91, 175, 48)])
def test_blue_dice_may_be_of_a_strong_blue(blue: Floats) -> None:
    assert sure(fits(YELLOW, PINK, blue)[2]) == ["character"]


def test_a_black_die_that_shines_may_be_nothing_else() -> None:
    (shining, _) = fits(lab(110, 128, 130), YELLOW)
    assert sure(shining) == ["bogus"]


GLOSSY = lab(150, 128, 128)  # a white body in the shade, or a black one that mirrors a lamp
PALE_AND_DARK = (Kind("pale", ("1",), ("white",)), Kind("dark", ("1",), ("black",)))


@pytest.mark.parametrize(("ink_is_light", "kinds"), [(True, ["dark"]), (False, ["pale"])])
def test_white_and_black_bodies_are_told_by_what_is_lighter_or_darker_on_them(
    ink_is_light: bool, kinds: list[str]
) -> None:
    bodies = [BodySeen(GLOSSY, ink_is_light), BodySeen(lab(240, 128, 130), ink_is_light=False)]
    (glossy, _) = fits_by_colour(bodies, PALE_AND_DARK, (), DAY)
    assert sure(glossy) == kinds


WHITE_BODIES = [lab(230, 126, 130), lab(226, 127, 137), lab(232, 124, 155)]  # by day, and by lamps


@pytest.mark.parametrize("white", WHITE_BODIES)
@pytest.mark.parametrize("thrown", [None, {"wyld": 2, "character": 1}], ids=["untold", "told"])
def test_white_dice_are_of_no_sure_kind_where_no_kind_is_white(
    white: Floats, thrown: dict[str, int] | None
) -> None:
    found = fits_by_colour([BodySeen(white)] * 3, RIFF.kinds, (), DAY, thrown)
    assert [sure(fit) for fit in found] == [[], [], []]


def test_where_kinds_were_shown_any_of_them_may_be_white() -> None:
    white = WHITE_BODIES[0]
    bodies = zip(RIFF.kinds, (white, BLUE, PINK, BLACK), strict=True)
    shown = [KnownFace(kind.name, "move", NOWHERE, body=body) for kind, body in bodies]
    assert sure(fits(white, BLACK, faces=shown)[0]) == ["wyld"]


def test_a_pale_die_is_no_stranger_where_one_such_was_shown() -> None:
    pale_yellow = KnownFace("wyld", "move", NOWHERE, body=lab(225, 124, 158))
    (paler, _) = fits(lab(238, 126, 140), BLACK, faces=[pale_yellow])
    assert paler["wyld"] > max(paler["character"], paler["triumphant"])


def test_a_burnt_out_body_is_of_no_sure_kind() -> None:
    (burnt,) = fits(lab(254, 128, 128))
    assert sure(burnt) == []


def test_in_a_light_that_is_unheard_of_any_kind_is_possible() -> None:
    black_in_magenta = lab(53, 147, 121)
    beside = (lab(132, 154, 54), lab(214, 162, 105), lab(134, 153, 55))
    assert set(fits(black_in_magenta, black_in_magenta, *beside)[0].values()) == {PERHAPS}


def test_what_is_hardly_like_any_kind_may_be_any() -> None:
    dark_olive = lab(100, 112, 150)
    assert set(fits(dark_olive, PINK)[0].values()) == {PERHAPS}


@pytest.mark.parametrize("greenish", [lab(46, 113, 135), lab(73, 113, 137)])
def test_black_dice_may_be_greenish(greenish: Floats) -> None:
    (black, *_) = fits(greenish, greenish, PINK)
    assert sure(black) == ["bogus"]


def test_a_colour_that_no_light_makes_is_of_no_kind() -> None:
    (green,) = fits(lab(140, 70, 180))
    assert set(green.values()) == {NOT}


def test_what_is_hardly_likely_is_not_ruled_out() -> None:
    (black, *_) = fits(BLACK, YELLOW, PINK)
    assert black["character"] in (HARDLY, NOT)
    assert black["bogus"] == SURELY


def test_in_a_picture_without_colours_every_kind_is_possible() -> None:
    assert [set(fit.values()) for fit in fits(BLACK, lab(200, 128, 128), light=Light(255.0, True))] == [
        {PERHAPS}
    ] * 2


def test_bodies_that_were_shown_count_more_than_the_names_of_colours() -> None:
    shown = [
        KnownFace(kind.name, "move", NOWHERE, body=body)
        for kind, body in zip(RIFF.kinds, (BLUE, YELLOW, BLACK, PINK), strict=True)
    ]
    assert [sure(fit) for fit in fits(YELLOW, BLUE, faces=shown)] == [["character"], ["wyld"]]


def test_beside_kinds_that_were_shown_one_that_was_not_may_be_of_any_colour() -> None:
    green, light_blue = lab(150, 95, 150), lab(195, 118, 112)
    colours = {"wyld": green, "character": lab(100, 180, 165), "bogus": lab(70, 140, 145)}
    shown = [KnownFace(kind, "move", NOWHERE, body=body) for kind, body in colours.items()]
    assert sure(fits(green, faces=shown)[0]) == ["wyld"]
    assert set(fits(light_blue, faces=shown)[0].values()) == {PERHAPS}
    # A die that has the colour by which its kind is known is of that, and where all were shown one that is
    # no more unlike than light makes it.
    assert sure(fits(PINK, faces=shown)[0]) == ["triumphant"]
    all_shown = [*shown, KnownFace("triumphant", "move", NOWHERE, body=PINK)]
    assert sure(fits(light_blue, faces=all_shown)[0]) == ["wyld"]


def lit(brightness: float, veil: float = 0.0) -> list[Floats]:
    """Yellow, blue, pink and black bodies in a light so bright that a camera may lose a part of them, of
    which so much is mirrored.
    """
    reflected = [(0.56, 0.37, 0.05), (0.055, 0.115, 0.27), (0.62, 0.21, 0.27), (0.04, 0.04, 0.035)]
    rgb = np.minimum(brightness * np.array([reflected], np.float32) + veil, 1).astype(np.float32)
    return [one * (255 / 100, 1, 1) + (0, 128, 128) for one in cv2.cvtColor(rgb, cv2.COLOR_LRGB2LAB)[0]]


@pytest.mark.parametrize("brightness", [1.5, 2.4, 3.5])
def test_dice_that_were_burnt_out_in_part_when_they_were_shown_are_known_in_dimmer_light(
    brightness: float,
) -> None:
    shown = [
        KnownFace(kind.name, "move", NOWHERE, body=body)
        for kind, body in zip(RIFF.kinds, lit(brightness), strict=True)
    ]
    for kind, body in zip(RIFF.kinds, lit(1.0), strict=True):
        (fit,) = fits(body, faces=shown)
        assert sure(fit) == [kind.name]


@pytest.mark.parametrize("veil", [0.04, 0.08, 0.12])
def test_dice_that_mirrored_light_when_they_were_shown_are_known_where_they_mirror_none(veil: float) -> None:
    shown = [
        KnownFace(kind.name, "move", NOWHERE, body=body)
        for kind, body in zip(RIFF.kinds, lit(0.8, veil), strict=True)
    ]
    for kind, body in zip(RIFF.kinds, lit(1.0), strict=True):
        (fit,) = fits(body, faces=shown)
        assert sure(fit) == [kind.name]


def test_plain_wood_as_it_was_shown_is_no_orange_wood_that_mirrors_the_window() -> None:
    plain, orange = lab(232, 129, 154), lab(190, 155, 169)
    blue, brown = lab(196, 113, 112), lab(108, 141, 139)
    bodies = zip(RIFF.kinds, (plain, blue, orange, brown), strict=True)
    shown = [KnownFace(kind.name, "move", NOWHERE, body=body) for kind, body in bodies]
    thrown = (lab(224, 131, 156), lab(183, 113, 111), lab(106, 139, 136))
    found = fits(*thrown, light=Light(224.0, False), faces=shown)
    assert [sure(fit) for fit in found] == [["wyld"], ["character"], ["bogus"]]


def test_no_veil_is_all_that_is_seen_of_a_body_for_then_grey_dice_would_be_of_any_colour() -> None:
    grey = lab(75, 129, 131)
    for body in _perhaps_veiled([grey]):
        assert math.hypot(*(body[1:] - 128)) < 3 * math.hypot(*(grey[1:] - 128))


@pytest.mark.parametrize(("likely", "kinds"), [(0.5, ["triumphant"]), (0.7, [])])
def test_flowers_on_a_cloth_say_nothing_of_the_light_as_far_as_they_are_no_dice(
    likely: float, kinds: list[str]
) -> None:
    shown = [
        KnownFace(kind.name, "move", NOWHERE, body=body)
        for kind, body in zip(RIFF.kinds, (YELLOW, BLUE, lab(182, 162, 133), BLACK), strict=True)
    ]
    dice = [lab(128, 167, 110), lab(123, 167, 110), lab(71, 149, 80), lab(70, 149, 80)]
    flowers = [lab(75, 163, 135)] * 8 + [lab(133, 134, 163)] * 8
    bodies = [*map(BodySeen, dice), *(BodySeen(flower, likely=likely) for flower in flowers)]
    found = fits_by_colour(bodies, RIFF.kinds, shown, DAY)
    assert sure(found[1]) == kinds


def test_unlikeliness_is_infinite_where_no_light_makes_a_body_look_so() -> None:
    green = lab(140, 70, 180)
    (one,) = unlikeliness([BodySeen(green)], {"yellow": [YELLOW], "green": [green]})
    assert one["yellow"] == np.inf
    assert one["green"] < 5


def test_every_colour_that_has_a_name_may_be_a_kinds() -> None:
    assert {name for _, name in HUES} | {"white", "grey", "black", "red", "pink"} == set(NAMED)
    assert all(name_of(np.array(body)) == name for name, body in NAMED.items())


def test_no_bodies_no_kinds() -> None:
    assert unlikeliness([], {"yellow": [YELLOW]}) == []


def test_small_bright_dice_on_a_grey_ground_make_no_grey_picture() -> None:
    grey = np.full((100, 100, 3), 80, np.uint8)
    seen = [BLACK, YELLOW]
    assert light_of(grey, seen[:1]).is_grey
    light = light_of(grey, seen)
    assert (light.is_grey, light.white) == (False, 205.0)
