"""Numerals as dice carry them, in many hands."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ImageFont

from vision.rendering.scene import Image
from vision.training.marks.symbols import SIDE, _drawn, likeness, numeral, restyled, sign
from vision.training.marks.typefaces import families_below, typefaces

HOLES = {1: 0, 2: 0, 3: 0, 5: 0, 6: 1, 7: 0, 8: 2}


def holes(mask: Image) -> int:
    outlines = cv2.findContours(
        (np.pad(mask, 2) > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE
    )
    return int((outlines[1][0][:, 3] >= 0).sum())


@pytest.mark.parametrize("value", HOLES)
def test_another_hand_draws_the_same_numeral_filling_its_square(
    value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of thin typefaces, which the extra `train` brings, a few would be torn and stay as they are.
    monkeypatch.setattr("vision.training.marks.symbols.typefaces", tuple)
    rng = np.random.default_rng(value)
    heavier = []
    for _ in range(40):
        drawn = sign(rng, str(value))
        if holes(drawn) != HOLES[value]:
            continue
        other = restyled(rng, drawn)
        assert holes(other) == HOLES[value]
        assert 0.4 < likeness(drawn, other) < 0.999
        assert max(cv2.boundingRect(other)[2:]) >= SIDE - 6
        heavier.append(other.mean() / drawn.mean())
    assert len(heavier) > 12
    assert min(heavier) < 0.95 < 1.05 < max(heavier)


def test_no_numeral_is_without_ink() -> None:
    rng = np.random.default_rng(3)
    assert min(numeral(rng, 1 + n % 8).mean() for n in range(80)) > 5


def test_a_seven_that_is_drawn_has_a_longer_bar_than_a_one_has_a_flag() -> None:
    rng = np.random.default_rng(5)
    wide = {value: [cv2.boundingRect(_drawn(rng, value))[2] for _ in range(60)] for value in (1, 7)}
    assert min(wide[7]) > np.quantile(wide[1], 0.75)


def test_of_the_typefaces_of_matplotlib_those_with_figures_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mpl-data" / "fonts" / "ttf"
    folder.mkdir(parents=True)
    for name in (
        "DejaVuSans.ttf",
        "DejaVuSerif-Bold.ttf",
        "DejaVuSansDisplay.ttf",
        "cmr10.ttf",
        "cmsy10.ttf",
    ):
        (folder / name).touch()
    found = ModuleSpec("matplotlib", None, is_package=True)
    found.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr("vision.training.marks.typefaces.entry_points", lambda **_: ())
    monkeypatch.setattr("vision.training.marks.typefaces.find_spec", lambda _: found)
    typefaces.cache_clear()
    names = [Path(file).name for file in typefaces()]
    typefaces.cache_clear()
    assert names == ["DejaVuSans.ttf", "DejaVuSerif-Bold.ttf", "cmr10.ttf"]


def test_typefaces_with_figures_of_one_folder_are_a_family(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(file: str, text: str) -> Image:
        """A bar, another for each figure, and the same for all where a typeface has but boxes."""
        shown, low = np.zeros((96, 48), np.uint8), 12 * int(text)
        shown[slice(0, 96) if Path(file).stem == "boxes" else slice(low - 12, low)] = 255
        return shown

    monkeypatch.setattr("vision.training.marks.typefaces._font", lambda file: file)
    monkeypatch.setattr("vision.training.marks.typefaces._set", drawn)
    for name in ("plain/one.ttf", "plain/one-bold.otf", "curly/two.ttf", "curly/boxes.ttf", "licence.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = families_below(tmp_path)
    assert [[Path(file).name for file in family] for family in found] == [
        ["two.ttf"],
        ["one-bold.otf", "one.ttf"],
    ]


def test_a_folder_without_typefaces_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").touch()
    with pytest.raises(ValueError, match="no typefaces"):
        families_below(tmp_path)


def test_numerals_are_of_all_families_alike_however_many_typefaces_one_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def font(file: str) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        asked.append(file)
        return ImageFont.load_default(96)

    monkeypatch.setattr("vision.training.marks.typefaces._font", font)
    monkeypatch.setattr("vision.training.marks.symbols.typefaces", tuple)
    rng, many = np.random.default_rng(4), [f"many{n}.ttf" for n in range(3)]
    for _ in range(100):
        numeral(rng, 4, (many, ["alone.ttf"]))
    assert len(set(asked)) == 4
    assert 0.4 * len(asked) < asked.count("alone.ttf") < 0.6 * len(asked)
    assert 45 < len(asked) < 75
