"""What glossy dice and tokens mirror of the lamp."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.rendering import Camera, Die, Finish, Light, Scene, paint

ABOVE = Light(elevation=90, softness=0.5)
ASIDE = replace(ABOVE, elevation=40)
BARE, INKED = np.zeros((96, 96, 4), np.uint8), np.full((96, 96, 4), (10, 10, 10, 255), np.uint8)
BLACK = (20.0, 20.0, 20.0)


def brightness(form: str, light: Light, finish: Finish, face: np.ndarray = BARE) -> float:
    """That of the middle of a black top face that lies right under the camera."""
    die = Die(form=form, face="a", faces={"a": face}, colour=BLACK, x=100, y=100, size=60, finish=finish)
    picture, _ = paint(Scene((die,), light=light, camera=Camera(width=200, height=200)))
    return float(picture[96:104, 96:104].mean())


@pytest.mark.parametrize("form", ["cube", "token"])
def test_a_glossy_face_mirrors_a_lamp_that_stands_above_it_and_no_other(form: str) -> None:
    dull, glossy = Finish(gloss=0.0), Finish(gloss=0.6)
    assert brightness(form, ABOVE, glossy) > brightness(form, ABOVE, dull) + 100
    assert brightness(form, ASIDE, glossy) == pytest.approx(brightness(form, ASIDE, dull), abs=3)


@pytest.mark.parametrize("form", ["cube", "token"])
def test_dull_ink_mirrors_less_than_the_body_it_lies_on(form: str) -> None:
    glossy = Finish(gloss=0.6)
    assert (
        brightness(form, ABOVE, replace(glossy, dull=1.0), INKED)
        < brightness(form, ABOVE, glossy, INKED) - 100
    )
