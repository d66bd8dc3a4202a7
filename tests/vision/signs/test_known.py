"""Naming a mark: the nearest face, how near it is, and how far the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.signs.made_up import FACES, GREY, direction, face, mark
from vision.arrays import Floats
from vision.dice_sets import dice_set
from vision.signs.known import (
    KnownFace,
    bare_faces,
    is_printed,
    known_faces,
    named,
    nearness,
    sureness,
    unlike_tint,
)


def test_the_nearest_face_is_taken() -> None:
    found = named(nearness(mark(0.9, 0.1), FACES), ["light", "dark"])
    assert found is not None
    assert (found.best.kind, found.best.face) == ("light", "a")
    assert [guess.face for guess in found.guesses][:2] == ["a", "b"]
    assert {guess.face for guess in found.guesses} == {"a", "b", "blank", "c"}
    assert sum(guess.chance for guess in found.guesses) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("contrasts", "like_bare", "printed"),
    [((90, 90, 90), False, True), ((90, 90, 10), False, True), ((90, 10, 10), False, False),
     ((90, 90, 90), True, False)],
    ids=["uneven to all", "to most", "to one: a shadow", "wood has a grain"],
)  # fmt: skip
def test_something_is_printed_on_what_is_uneven_and_like_no_bare_face(
    contrasts: tuple[float, ...], like_bare: bool, printed: bool
) -> None:
    seen = [mark(0, 1, contrast=contrast) for contrast in contrasts]
    grain = replace(seen[0], direction=bare_faces()[0])
    assert is_printed([grain, *seen[1:]] if like_bare else seen) is printed


def test_what_is_near_and_far_ahead_is_surer() -> None:
    assert sureness(0.95, 0.5) > sureness(0.95, 0.1) > sureness(0.6, 0.1)


def test_of_two_hues_ink_that_light_has_made_faint_tells_as_well_and_ink_without_colour_tells_little() -> (
    None
):
    red, green, warm_white, white = (
        np.array(tint, np.float32) for tint in ((60, 40), (-60, 40), (8, 20), (0, 0))
    )

    def lead(one: Floats, other: Floats, ink: tuple[float, float]) -> float:
        faces = [KnownFace("colour", str(n), direction(1)[None], tint) for n, tint in enumerate((one, other))]
        seen = mark(1, body=GREY, ink=np.array([128, *ink], np.float32))
        first, second = nearness(seen, faces)
        assert first.face == "0"
        return first.lead(second)

    faded = (128 + 0.4 * 60, 128 + 0.4 * 40)
    assert lead(red, green, faded) > 0.2
    assert lead(warm_white, white, (128 + 8, 128 + 20)) < 0.1


@pytest.mark.parametrize(("inverted", "as_near"), [(True, True), (False, False)])
def test_where_ink_may_be_the_body_a_mark_is_as_near_with_both_colours_exchanged(
    inverted: bool, as_near: bool
) -> None:
    lemon, purple = np.array([230, 130, 150], np.float32), np.array([120, 160, 100], np.float32)
    ring = replace(face("token", "marked", 1), tint=lemon[1:] - purple[1:], inverted=inverted)
    as_shown, exchanged = (
        nearness(seen, [ring])[0].likeness
        for seen in (mark(1, body=purple, ink=lemon), mark(1, body=lemon, ink=purple))
    )
    assert as_shown == pytest.approx(1.0)
    assert (exchanged == pytest.approx(1.0)) is as_near
    assert nearness(mark(1, body=purple, ink=np.array([90, 200, 200], np.float32)), [ring])[0].likeness < 0.8


def test_what_was_taught_of_a_kind_takes_the_place_of_what_is_shipped() -> None:
    riff = dice_set("riff_in_time")
    own = face("wyld", "move", 1)
    known = known_faces(riff.taught((own,)))
    assert [one for one in known if one.kind == "wyld"] == [own]
    assert {one.face for one in known if one.kind == "bogus"} == {
        "move",
        "interact",
        "reroll",
        "excellent",
        "bogus",
        "blank",
    }


def test_a_face_that_was_shown_on_one_kind_is_known_on_all_of_which_any_was_shown() -> None:
    riff = dice_set("riff_in_time")
    body, ink = np.array([200, 128, 200], np.float32), np.array([9, 9], np.float32)
    arrow = replace(face("wyld", "move", 1), body=body, tint=ink, unevenness=5.0)
    crown, skull = face("triumphant", "excellent", 0, 1), face("bogus", "bogus", 0, 0, 1)
    known = known_faces(riff.taught((arrow, crown, skull)))
    of = {(one.kind, one.face): one for one in known}
    borrowed = of["triumphant", "move"]
    assert np.array_equal(borrowed.directions, arrow.directions)
    assert borrowed.body is borrowed.tint is None
    assert borrowed.unevenness == 0.0
    assert of["wyld", "move"] is arrow
    assert np.array_equal(of["wyld", "bogus"].directions, skull.directions)
    # Boxes say which dice carry a crown; and of a kind of which any was shown no shipped drawing is known.
    assert {name for kind, name in of if kind == "wyld"} == {"move", "bogus", "excellent"}
    assert [of["wyld", name].lent for name in ("move", "bogus", "excellent")] == [False, False, True]


def test_a_kind_that_was_not_shown_at_all_keeps_the_shipped_faces_and_an_own_face_counts_for_more() -> None:
    riff = dice_set("riff_in_time")
    arrow, other_arrow = face("wyld", "move", 1), face("character", "move", 0, 1)
    known = known_faces(riff.taught((arrow, other_arrow)))
    moves = {one.kind: one for one in known if one.face == "move"}
    assert moves["wyld"] is arrow
    assert moves["character"] is other_arrow
    shipped = [one for one in known_faces(riff) if one.kind == "triumphant"]
    assert [one for one in known if one.kind == "triumphant"] == shipped


def test_faces_of_two_symbols_are_known_on_other_kinds_as_well() -> None:
    riff = dice_set("riff_in_time")
    two, reroll = face("wyld", "move+interact", 1), face("character", "reroll", 0, 1)
    known = known_faces(riff.taught((two, reroll)))
    assert ("character", "move+interact") in {(one.kind, one.face) for one in known}


def test_ink_keeps_its_hue_where_shade_or_a_mirrored_lamp_makes_it_weaker() -> None:
    red, blue = np.array([44, 20], np.float32), np.array([30, -60], np.float32)
    assert unlike_tint(red, red) == 0
    assert unlike_tint(blue * np.float32(0.4), blue) == 0
    assert unlike_tint(blue, blue * np.float32(0.8)) == 0
    assert unlike_tint(red, blue) > unlike_tint(red * np.float32(0.4), blue) > 0.2
    grey = np.zeros(2, np.float32)
    assert unlike_tint(grey, blue) > unlike_tint(grey, red) > 0
