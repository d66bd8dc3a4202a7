"""Pictures from files: whatever is wrong with one is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.photographs import PHOTOS
from vision.files import BadPicture, read_picture

PHOTO = PHOTOS / "webcam_white_d6" / "021.jpg"


def test_a_photograph_is_bgr_of_eight_bits() -> None:
    picture = read_picture(PHOTO)
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8


def test_colours_come_out_in_opencv_order(tmp_path: Path) -> None:
    Image.new("RGB", (64, 48), (250, 10, 20)).save(tmp_path / "red.png")
    assert read_picture(tmp_path / "red.png")[0, 0].tolist() == [20, 10, 250]


def test_a_picture_taken_sideways_stands_upright(tmp_path: Path) -> None:
    sideways = Image.new("RGB", (64, 48))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter clockwise to see it upright
    sideways.save(tmp_path / "sideways.jpg", exif=exif)
    assert read_picture(tmp_path / "sideways.jpg").shape == (64, 48, 3)


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_grey_transparent_and_deep_pictures_are_read(mode: str, tmp_path: Path) -> None:
    path = tmp_path / ("picture.tif" if mode in ("CMYK", "I;16") else "picture.png")
    if mode == "I;16":
        Image.fromarray(np.full((48, 64), 40000, np.uint16)).save(path)
    else:
        Image.new("RGB", (64, 48), (120, 130, 140)).convert(mode).save(path)
    assert read_picture(path).shape == (48, 64, 3)


def test_sixteen_bits_keep_light_and_dark_apart(tmp_path: Path) -> None:
    deep = np.full((48, 64), 2000, np.uint16)
    deep[:, 32:] = 60000
    Image.fromarray(deep).save(tmp_path / "deep.png")
    picture = read_picture(tmp_path / "deep.png")
    assert picture[0, 0, 0] < 30
    assert picture[0, 60, 0] > 200


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match=r"There is no file “nothing.jpg”."):
        read_picture(tmp_path / "nothing.jpg")


def test_something_else_than_a_picture_is_said(tmp_path: Path) -> None:
    (tmp_path / "letter.jpg").write_text("Dear reader")
    with pytest.raises(BadPicture, match=r"“letter.jpg” is not a picture"):
        read_picture(tmp_path / "letter.jpg")


def test_an_empty_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty.png").touch()
    with pytest.raises(BadPicture, match=r"“empty.png” is not a picture"):
        read_picture(tmp_path / "empty.png")


def test_a_photograph_cut_short_is_said(tmp_path: Path) -> None:
    whole = PHOTO.read_bytes()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadPicture, match=r"“half.jpg” is damaged"):
        read_picture(tmp_path / "half.jpg")


def test_a_tiny_picture_is_said(tmp_path: Path) -> None:
    Image.new("RGB", (20, 90)).save(tmp_path / "tiny.png")
    with pytest.raises(BadPicture, match=r"“tiny.png” is too small: 20 by 90 pixels."):
        read_picture(tmp_path / "tiny.png")


@pytest.mark.parametrize("height", [8001, 9000])
def test_a_huge_picture_is_refused_before_it_is_unpacked(height: int, tmp_path: Path) -> None:
    Image.new("1", (10000, height)).save(tmp_path / "huge.png")
    with pytest.raises(BadPicture, match=r"“huge.png” has more than 80 million pixels."):
        read_picture(tmp_path / "huge.png")


def test_a_phone_photograph_is_brought_down_in_size(tmp_path: Path) -> None:
    Image.new("RGB", (8000, 6000), (90, 90, 90)).save(tmp_path / "phone.jpg")
    assert max(read_picture(tmp_path / "phone.jpg").shape) <= 4000
