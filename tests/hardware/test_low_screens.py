"""The screens in their reduced form, compared with reference pictures (`pytest --regenerate` writes them)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.forms import FULL, REDUCED, form_for
from hardware.low_screens import low_fits_as_title, low_last_top, low_picture
from hardware.screens import Choices, DieRead, Row, Text, Throw
from tests.hardware.test_screens import SCREENS

REFERENCE = Path(__file__).parent / "reference" / "low"


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_its_reference(name: str, regenerate: bool) -> None:
    drawn = low_picture(SCREENS[name])
    path = REFERENCE / f"{name}.png"
    if regenerate:
        path.parent.mkdir(exist_ok=True)
        drawn.save(path)
    with Image.open(path) as reference:
        assert reference.size == (128, 32)
        assert drawn.tobytes() == reference.convert("1").tobytes()


def test_each_row_of_a_list_can_be_seen_and_told_from_the_others() -> None:
    rows = tuple(Row(f"Card {n}") for n in range(40))
    pictures = {low_picture(Choices("Which card?", rows, selected)).tobytes() for selected in range(40)}
    assert len(pictures) == 40


def test_a_row_too_long_for_its_line_takes_the_titles_line_too() -> None:
    short = np.asarray(low_picture(Choices("Where?", (Row("Rome"), Row("Oslo")))))
    long = np.asarray(low_picture(Choices("Where?", (Row("Forêt de Brocéliande, près du lac"), Row("Oslo")))))
    assert short[:12].mean() < 0.3 < 0.6 < long[:12].mean()


def test_eight_dice_are_all_to_be_seen_and_the_one_in_doubt_is_lit() -> None:
    dice = tuple(DieRead(str(n), "pip", certain=n != 3) for n in range(1, 9))
    drawn = np.asarray(low_picture(Throw("Thrown", dice)))
    cells = [drawn[top:top + 13, left:left + 30].mean() for top in (0, 16) for left in (0, 32, 64, 96)]
    assert min(cells) > 0.01
    assert int(np.argmax(cells)) == 2


def test_a_text_is_read_to_its_end() -> None:
    text = Text("Log", "\n".join(f"line {n}" for n in range(10)))
    assert low_last_top(text) == 9
    assert low_last_top(Text("", "one line")) == 0
    assert low_picture(text).tobytes() != low_picture(Text("Log", text.text, 9)).tobytes()


def test_a_title_has_one_line() -> None:
    assert low_fits_as_title("Where?")
    assert not low_fits_as_title("ana: which rift is opened, and by whom?")
    assert REDUCED.short_title("ana: which rift is opened, and by whom?").endswith("…")


def test_the_form_follows_from_the_height() -> None:
    assert form_for(32) is REDUCED
    assert form_for(64) is FULL
