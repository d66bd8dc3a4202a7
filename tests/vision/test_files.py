"""Pictures from files: whatever is wrong with one is said in a sentence."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
import warnings
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.vision.photographs import PHOTOS
from vision import files
from vision.files import BadPicture, open_picture, read_picture
from vision.read_command import as_dict
from vision.reader import read
from vision.rendering import Camera, Die, Scene, render

PHOTO = PHOTOS / "webcam_white_d6" / "021.jpg"


def test_a_photograph_is_bgr_of_eight_bits() -> None:
    picture = read_picture(PHOTO)
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8


def test_colours_come_out_in_opencv_order(tmp_path: Path) -> None:
    Image.new("RGB", (64, 48), (250, 10, 20)).save(tmp_path / "red.png")
    assert read_picture(tmp_path / "red.png")[0, 0].tolist() == [20, 10, 250]


def test_two_pictures_read_at_once_leave_warnings_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    first_is_open, second_is_open, first_is_read = Event(), Event(), Event()
    upright = files._upright

    def slowly(image: Image.Image, path: Path) -> files.Opened:
        if not first_is_open.is_set():
            first_is_open.set()
            second_is_open.wait(0.2)
        else:
            second_is_open.set()
            first_is_read.wait(0.2)
        return upright(image, path)

    def read_first() -> None:
        read_picture(PHOTO)
        first_is_read.set()

    monkeypatch.setattr(files, "_upright", slowly)
    before = list(warnings.filters)
    other = Thread(target=read_first)
    other.start()
    first_is_open.wait()
    read_picture(PHOTO)
    other.join()
    assert list(warnings.filters) == before


def test_a_picture_taken_sideways_stands_upright(tmp_path: Path) -> None:
    sideways = Image.new("RGB", (64, 48))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter clockwise to see it upright
    sideways.save(tmp_path / "sideways.jpg", exif=exif)
    assert read_picture(tmp_path / "sideways.jpg").shape == (64, 48, 3)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
@pytest.mark.parametrize("scale", [1, 52])
@pytest.mark.parametrize("deep", [False, True])
def test_a_tiff_is_turned_like_any_other_picture(
    orientation: int, scale: int, deep: bool, tmp_path: Path
) -> None:
    grey = np.full((48, 64), 20, np.uint16 if deep else np.uint8)
    grey[:16, :16] = 250
    exif = Image.Exif()
    exif[0x0112] = orientation
    for name in ("picture.png", "picture.tif"):
        Image.fromarray(np.kron(grey, np.ones((scale, scale), grey.dtype))).save(tmp_path / name, exif=exif)
    alike = [read_picture(tmp_path / name) for name in ("picture.png", "picture.tif")]
    np.testing.assert_array_equal(alike[0], alike[1])


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_colour_tiff_taken_sideways_shows_what_the_jpeg_shows(orientation: int, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    sideways = Image.new("RGB", (64, 48), (20, 20, 20))
    sideways.paste((250, 250, 250), (0, 0, 16, 16))
    for name in ("picture.jpg", "picture.tif"):
        sideways.save(tmp_path / name, exif=exif)
    jpeg, tiff = (read_picture(tmp_path / name) for name in ("picture.jpg", "picture.tif"))
    assert jpeg.shape == tiff.shape
    assert np.abs(jpeg.astype(int) - tiff).max() < 30


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


@pytest.mark.parametrize(("white", "side"), [(1.0, 64), (1.0, 6000), (900.0, 64)])
def test_of_a_picture_in_fractions_what_is_1_or_brightest_is_white(
    white: float, side: int, tmp_path: Path
) -> None:
    light = np.full((64, side), 0.1 * white, np.float32)
    light[:, side // 2 :] = white
    Image.fromarray(light).save(tmp_path / "light.tif")
    picture = read_picture(tmp_path / "light.tif")
    assert (picture[0, 0, 0], picture[0, -1, 0]) == (25, 255)


def test_a_large_picture_of_single_bits_is_read(tmp_path: Path) -> None:
    Image.new("1", (6000, 4500), 1).save(tmp_path / "scan.png")
    picture = read_picture(tmp_path / "scan.png")
    assert picture.shape == (2250, 3000, 3)
    assert picture.min() == 255


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    with pytest.raises(BadPicture, match=r"“photos” is a folder. Name the pictures that are in it."):
        read_picture(tmp_path / "photos")


def test_a_name_that_is_too_long_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match=r"n” cannot be read \(File name too long\)\."):
        read_picture(tmp_path / ("n" * 300))


@pytest.mark.parametrize("step", ["stat", "open"])
def test_a_picture_that_may_not_be_read_is_said(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests may run as root, who may read everything."""

    def denied(path: Path, *args: object, **named: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    Image.new("RGB", (64, 48)).save(tmp_path / "mine.png")
    with monkeypatch.context() as only_here:
        only_here.setattr(Path, step, denied)
        with pytest.raises(BadPicture) as caught:
            read_picture(tmp_path / "mine.png")
    assert str(caught.value) == "“mine.png” may not be read by this user."


def test_what_is_there_and_no_file_is_said_to_be_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(BadPicture, match=r"“pipe.jpg” is no file\."):
        read_picture(tmp_path / "pipe.jpg")


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
    with pytest.raises(BadPicture, match=r"“half.jpg” is damaged: its data end too early or cannot be"):
        read_picture(tmp_path / "half.jpg")


def test_a_tiny_picture_is_said(tmp_path: Path) -> None:
    Image.new("RGB", (20, 90)).save(tmp_path / "tiny.png")
    with pytest.raises(BadPicture, match=r"“tiny.png” is too small: 20 by 90 pixels."):
        read_picture(tmp_path / "tiny.png")


@pytest.mark.parametrize("height", [6401, 9000])
def test_a_huge_picture_is_refused_before_it_is_unpacked(height: int, tmp_path: Path) -> None:
    Image.new("1", (10000, height)).save(tmp_path / "huge.png")
    with pytest.raises(BadPicture, match=r"“huge.png” has more than 64 million pixels."):
        read_picture(tmp_path / "huge.png")


@pytest.mark.parametrize("name", ["jpg", "png", "webp"])
def test_a_truncated_file_of_any_format_is_said(name: str, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    whole, cut = tmp_path / f"whole.{name}", tmp_path / f"cut.{name}"
    Image.fromarray(noise).save(whole)
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    with pytest.raises(BadPicture, match=f"“cut.{name}” is damaged"):
        read_picture(cut)


@pytest.mark.parametrize("seed", range(12))
def test_a_file_with_scrambled_bytes_is_read_or_said_to_be_damaged(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    whole = tmp_path / f"whole.{('jpg', 'png', 'webp', 'tif')[seed % 4]}"
    Image.new("RGB", (120, 90), (120, 130, 140)).save(whole)
    data = np.fromfile(whole, np.uint8)
    data[rng.integers(0, len(data), 12)] = rng.integers(0, 256, 12)
    whole.write_bytes(data.tobytes())
    with contextlib.suppress(BadPicture):
        assert read_picture(whole).ndim == 3


def test_a_phone_photograph_is_brought_down_in_size_and_says_by_how_much(tmp_path: Path) -> None:
    Image.new("RGB", (8000, 6000), (90, 90, 90)).save(tmp_path / "phone.jpg")
    opened = open_picture(tmp_path / "phone.jpg")
    assert opened.picture.shape == (3000, 4000, 3)
    assert opened.times_smaller == 2


def test_places_are_told_in_pixels_of_the_file(tmp_path: Path) -> None:
    dice = (Die(face="5", x=200.0, y=150.0, size=70),)
    scene = Scene(dice=dice, camera=Camera(width=400, height=300))
    frame, _ = render(scene, np.random.default_rng(1))
    large = np.asarray(cv2.resize(frame, (6400, 4800), interpolation=cv2.INTER_CUBIC))
    Image.fromarray(large[:, :, ::-1]).save(tmp_path / "large.jpg")
    opened = open_picture(tmp_path / "large.jpg")
    (die,) = as_dict("large.jpg", read(opened.picture, "d6"), opened.times_smaller)["dice"]
    assert die["x"] == pytest.approx(3200, abs=100)
    assert die["y"] == pytest.approx(2400, abs=100)
    assert die["r"] == pytest.approx(500, abs=150)


# The peak of a program's own memory; that of `resource` would begin with its parent's.
READ_AND_TELL_PEAK = """
import sys
from pathlib import Path
from vision.files import read_picture
read_picture(Path(sys.argv[1]))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak")
@pytest.mark.parametrize(
    ("name", "mode"),
    [("png", "RGBA"), ("png", "I;16"), ("webp", "RGB")],
)
def test_fifty_megapixels_take_at_most_450_mb(name: str, mode: str, tmp_path: Path) -> None:
    path = tmp_path / f"huge.{name}"
    if mode == "I;16":
        Image.fromarray(np.full((6144, 8192), 40000, np.uint16)).save(path, compress_level=1)
    else:
        Image.new(mode, (8192, 6144), (90,) * len(mode)).save(path, compress_level=1, quality=50, method=0)
    told = subprocess.run(
        [sys.executable, "-c", READ_AND_TELL_PEAK, str(path)], capture_output=True, text=True, check=True
    )
    assert int(told.stdout) <= 450 * 1024
