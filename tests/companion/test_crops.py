"""A die cut out of a photograph keeps what tells its face."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.crops import crop
from hardware.screens import CROP


def a_photo(ground: int, body: int, pips: int) -> bytes:
    """A die with two pips at (200, 120), 60 pixels wide, on a plain ground; brightness from 0 to 255."""
    image = Image.new("L", (400, 300), ground)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((170, 90, 230, 150), 8, fill=body)
    for x, y in ((185, 105), (215, 135)):
        draw.ellipse((x - 7, y - 7, x + 7, y + 7), fill=pips)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(("ground", "body", "pips"), [(90, 230, 20), (90, 40, 220), (150, 190, 90)])
def test_pips_stand_out_from_the_body_of_any_die(ground: int, body: int, pips: int) -> None:
    bits = Image.frombytes("1", (CROP, CROP), crop(a_photo(ground, body, pips), 200, 120, 30))
    seen = np.asarray(bits)
    # 81 pixels of the photograph on 38: the pips' middles are at 12 and 26.
    pip, middle = seen[10:15, 10:15], seen[17:21, 17:21]
    assert abs(float(pip.mean()) - float(middle.mean())) > 0.7


def test_a_die_at_the_edge_of_the_photograph_is_cut_out_all_the_same() -> None:
    assert len(crop(a_photo(90, 230, 20), 2, 2, 30)) == CROP * 5


def test_a_photograph_that_cannot_be_read_gives_no_picture() -> None:
    assert crop(b"no picture", 10, 10, 5) == b""
