"""Faces that the reader would take for one another are named, and no others."""

from __future__ import annotations

import numpy as np

from tests.vision.made_up import HERE, RIFF, shot
from vision.confusions import confusions
from vision.profiles import Example, Profile
from vision.signs.known import TOO_ALIKE
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body
from vision.taught_faces import faces_of
from vision.teaching import example_crop


def test_faces_that_look_alike_are_named() -> None:
    crops = [example_crop(shot("move", angle), RIFF, HERE) for angle in (0, 50, 100)]
    examples = [Example("wyld", face, crop) for face in ("move", "reroll") for crop in crops]
    (pair,) = confusions(Profile(RIFF, tuple(examples)))
    assert {pair.face, pair.other} == {"move", "reroll"}
    assert "mark one of them with a dot" in str(pair.message)
    assert str(pair.message).startswith("wyld: move and reroll look alike")


def test_of_faces_that_look_alike_on_two_kinds_both_are_named() -> None:
    crops = [example_crop(shot("move", angle), RIFF, HERE) for angle in (0, 50, 100)]
    wyld = [Example("wyld", "interact", crop) for crop in crops]
    triumphant = [Example("triumphant", "move", crop) for crop in crops]
    (pair,) = confusions(Profile(RIFF, (*wyld, *triumphant)))
    assert str(pair.message).startswith("wyld interact and triumphant move look alike")


def test_one_face_on_two_kinds_of_like_dice_is_named_and_on_unlike_dice_is_not() -> None:
    yellow = [example_crop(shot("move", angle), RIFF, HERE) for angle in (0, 50, 100)]
    blue = [np.ascontiguousarray(crop[:, :, ::-1]) for crop in yellow]
    wyld = [Example("wyld", "move", crop) for crop in yellow]
    (pair,) = confusions(Profile(RIFF, (*wyld, *(Example("triumphant", "move", crop) for crop in yellow))))
    assert str(pair.message) == (
        "wyld move and triumphant move look the same, and so do the dice. If one was named wrongly, forget "
        "it and show it anew; else mark the dice of one kind with a dot."
    )
    assert confusions(Profile(RIFF, (*wyld, *(Example("character", "move", crop) for crop in blue)))) == []


def test_faces_that_look_different_are_not() -> None:
    examples = [
        Example("wyld", face, example_crop(shot(face, angle), RIFF, HERE))
        for face in ("move", "interact", "excellent")
        for angle in (0, 50)
    ]
    assert confusions(Profile(RIFF, tuple(examples))) == []


def drawn(face: str) -> list[Example]:
    """Three looks at a face of our own drawings, as a lesson in the simulated tray takes them."""
    shown = []
    for seed in (100, 101, 102):
        tray = SimulatedTray(seed, die_size=90)
        tray.throw([Body.of("wyld", face)])
        while tray.moving:
            tray.frame()
        shown.append(Example("wyld", face, example_crop(tray.frame(), RIFF)))
    return shown


def test_faces_that_look_much_alike_are_not_named_where_each_look_is_told_by_the_others() -> None:
    shown = Profile(RIFF, (*drawn("interact"), *drawn("reroll")))
    one, other = faces_of(shown)
    assert one.alike(other) > TOO_ALIKE
    assert confusions(shown) == []


def test_a_face_of_which_one_look_was_misnamed_is_named_with_the_other() -> None:
    interact, reroll = drawn("interact"), drawn("reroll")
    misnamed = Example("wyld", "reroll", interact[0].crop)
    (pair,) = confusions(Profile(RIFF, (*interact[1:], *reroll, misnamed)))
    assert {pair.face, pair.other} == {"interact", "reroll"}


def test_of_a_face_that_was_shown_but_once_nobody_knows_what_tells_it() -> None:
    shown = Profile(RIFF, (*drawn("interact")[:1], *drawn("reroll")))
    (pair,) = confusions(shown)
    assert {pair.face, pair.other} == {"interact", "reroll"}


def test_one_face_on_two_kinds_of_like_dice_is_named_however_well_its_looks_are_told() -> None:
    wyld = [Example("wyld", "move", one.crop) for one in drawn("interact")]
    triumphant = [Example("triumphant", "move", one.crop) for one in drawn("reroll")]
    (pair,) = confusions(Profile(RIFF, (*wyld, *triumphant)))
    assert (pair.face, pair.other) == ("move", "move")
