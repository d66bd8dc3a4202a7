"""The display: only changes are sent, at most five a second; one that fails is said once and comes back."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

from PIL import Image

from hardware.display import Display, DisplaySettings, open_device, png
from hardware.messages import Message
from hardware.screens import Text, picture
from tests.hardware.clock import Clock

BACK = Message("back")


class Glass:
    """Opens luma's dummy device and counts the pictures sent; `broken` makes it fail as a lost bus does."""

    def __init__(self) -> None:
        self.device = open_device(DisplaySettings())
        self.sent: list[Image.Image] = []
        self.contrasts: list[int] = []
        self.broken = False

    def open(self) -> Any:
        if self.broken:
            raise OSError(121, "Remote I/O error")
        return self

    def display(self, image: Image.Image) -> None:
        if self.broken:
            raise OSError(121, "Remote I/O error")
        self.device.display(image)
        self.sent.append(image)

    def contrast(self, level: int) -> None:
        self.contrasts.append(level)

    def cleanup(self) -> None:
        self.device.cleanup()


def a_display(glass: Glass, clock: Clock, said: list[Message]) -> Display:
    return Display(glass.open, clock=clock, lost=said.append, back=lambda: said.append(BACK))


def test_a_screen_is_sent_once_until_it_changes() -> None:
    glass, clock = Glass(), Clock()
    display = a_display(glass, clock, [])
    for _ in range(10):
        display.show(Text("", "hello"))
        clock.sleep(1)
    assert len(glass.sent) == 1
    assert glass.device.image.tobytes() == picture(Text("", "hello")).tobytes()


def test_at_most_five_pictures_a_second_and_the_last_one_wins() -> None:
    glass, clock = Glass(), Clock()
    display = a_display(glass, clock, [])
    for number in range(100):
        display.show(Text("", str(number)))
        clock.sleep(0.01)
    assert 4 <= len(glass.sent) <= 6
    clock.sleep(0.3)
    display.tick()
    assert glass.sent[-1].tobytes() == picture(Text("", "99")).tobytes()


def test_a_lost_display_is_said_once_and_found_again() -> None:
    glass, clock, said = Glass(), Clock(), list[Message]()
    display = a_display(glass, clock, said)
    display.show(Text("", "before"))
    glass.broken = True
    for number in range(100):
        clock.sleep(1)
        display.show(Text("", str(number)))
    assert len(said) == 1
    assert "Remote I/O error" in str(said[0])
    glass.broken = False
    clock.sleep(61)
    display.show(Text("", "99"))
    assert said[1:] == [BACK]
    assert glass.sent[-1].tobytes() == picture(Text("", "99")).tobytes()


def test_a_lost_display_is_tried_less_and_less_often() -> None:
    glass, clock = Glass(), Clock()
    tried: list[float] = []

    def open_and_note() -> Any:
        tried.append(clock.now)
        return glass.open()

    glass.broken = True
    display = Display(open_and_note, clock=clock, lost=lambda reason: None, back=lambda: None)
    for _ in range(3000):
        display.show(Text("", "hello"))
        clock.sleep(0.1)
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses[0] < 2 < pauses[2] < pauses[4]
    assert max(pauses) < 61
    assert len(tried) < 15


def test_a_picture_can_be_had_as_a_png_file_enlarged() -> None:
    with Image.open(io.BytesIO(png(picture(Text("", "hello")), scale=4))) as image:
        assert (image.format, image.size) == ("PNG", (512, 256))
        assert image.convert("L").reduce(4).convert("1").tobytes() == picture(Text("", "hello")).tobytes()


def test_closing_a_display_that_is_gone_is_no_error() -> None:
    glass, said = Glass(), list[Message]()
    display = a_display(glass, Clock(), said)
    display.show(Text("", "hello"))
    display.close()
    display.close()
    assert said == []


def test_a_missing_bus_is_a_loss_not_a_crash() -> None:
    said: list[Message] = []
    settings = DisplaySettings(chip="ssd1306", i2c_port=99)
    display = Display(lambda: open_device(settings), clock=Clock(), lost=said.append, back=lambda: None)
    display.show(Text("", "hello"))
    assert len(said) == 1


def test_a_display_that_nobody_needs_grows_dim_moves_a_little_and_goes_dark() -> None:
    glass, clock = Glass(), Clock()
    display = a_display(glass, clock, [])
    display.show(Text("", "hello"))
    bright = glass.sent[-1].tobytes()
    clock.sleep(130)
    display.tick()
    assert glass.contrasts == [1]
    seen = set()
    for _ in range(20):
        clock.sleep(30)
        display.tick()
        seen.add(glass.sent[-1].tobytes())
    assert len(seen) == 2, "what stands there for long moves by a pixel"
    clock.sleep(600)
    display.tick()
    assert glass.sent[-1].getbbox() is None
    clock.sleep(1)
    assert display.wake(), "it was dark"
    display.tick()
    assert glass.sent[-1].tobytes() == bright
    assert glass.contrasts[-1] > 100
    assert not display.wake()


def test_a_display_that_comes_back_while_it_should_be_dark_stays_dark() -> None:
    glass, clock = Glass(), Clock()
    display = a_display(glass, clock, [])
    display.show(Text("", "hello"))
    glass.broken = True
    clock.sleep(1000)
    display.tick()
    glass.broken = False
    clock.sleep(61)
    display.tick()
    assert glass.sent[-1].getbbox() is None


def test_a_bus_whose_library_is_missing_is_a_loss_not_a_crash() -> None:
    said: list[Message] = []

    def open_without_library() -> Any:
        raise ModuleNotFoundError("No module named 'spidev'")

    display = Display(open_without_library, clock=Clock(), lost=said.append, back=lambda: None)
    display.show(Text("", "hello"))
    assert "spidev" in str(said[0])
