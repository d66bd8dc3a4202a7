"""The box at work: a finger on a mock pin, and what the display shows then."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from PIL import Image

from companion.box import Box
from companion.engine.random_player import random_answer
from companion.games import load
from companion.panel import Panel
from companion.table import Table
from hardware.buttons import Buttons, ButtonSettings, press
from hardware.display import DisplaySettings, open_device
from hardware.lights import Lights, LightSettings
from tests.companion.button_player import PlainSpeech, a_table, plain_display
from tests.companion.pig import Auction, Pig
from tests.hardware.clock import Clock
from tests.waiting import until


class Bench:
    """A table with a box, its pins, and a display that can be unplugged."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pins = MockFactory()
        self.glass = open_device(DisplaySettings())
        self.unplugged = False
        panel = Panel(table, PlainSpeech(table.game), display=plain_display)
        self.box = Box(table, panel, open_display=self._open,
                       open_buttons=lambda: Buttons(ButtonSettings(), pin_factory=self.pins),
                       open_lights=lambda: Lights(LightSettings(led=5), pin_factory=self.pins))
        self.box.start()

    def press(self, button: str) -> None:
        press(self.pins, ButtonSettings(), button)

    def display(self, image: Image.Image) -> None:
        if self.unplugged:
            raise OSError("Remote I/O error")
        self.glass.display(image)

    def cleanup(self) -> None:
        self.glass.cleanup()

    def _open(self) -> Any:
        if self.unplugged:
            raise OSError("Remote I/O error")
        return self


@pytest.fixture
def bench(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Bench]:
    bench = Bench(a_table(request.param(), ("ana", "bob"), tmp_path))
    yield bench
    bench.box.stop()
    bench.table.stop()


@pytest.mark.parametrize("bench", [Pig], indirect=True)
def test_a_press_on_a_pin_answers_and_the_display_follows(bench: Bench) -> None:
    until(lambda: bench.glass.image is not None)
    before = bench.glass.image.tobytes()
    bench.press("ok")
    until(lambda: bench.table.snapshot.last_throw.dice != ())
    until(lambda: bench.glass.image.tobytes() != before)
    with Image.open(io.BytesIO(bench.box.png())) as shown:
        assert shown.size == (128, 64)


@pytest.mark.parametrize("bench", [Pig], indirect=True)
def test_the_game_goes_on_while_the_display_is_unplugged_and_it_comes_back(bench: Bench) -> None:
    until(lambda: bench.glass.image is not None)
    bench.unplugged = True
    bench.press("ok")
    until(lambda: bench.table.snapshot.last_throw.dice != ())
    until(lambda: any("display does not answer" in note.id for note in bench.table.snapshot.notes))
    bench.unplugged = False
    until(lambda: not any("display" in note.id for note in bench.table.snapshot.notes))


@pytest.mark.parametrize("bench", [Pig], indirect=True)
def test_a_fault_of_the_box_is_told_until_it_is_over(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_told() -> bool:
        return any("had a fault" in note.id for note in bench.table.snapshot.notes)

    monkeypatch.setattr(bench.box._panel, "tick", lambda: 1 / 0)
    until(is_told)
    monkeypatch.undo()
    until(lambda: not is_told())


@pytest.mark.parametrize("bench", [Auction], indirect=True)
def test_the_picture_for_others_covers_a_secret(bench: Bench) -> None:
    until(lambda: bench.glass.image is not None)
    assert bench.box.png() == bench.box.png(secrets=True)
    covered = bench.box.png()
    bench.press("ok")
    until(lambda: bench.box.png(secrets=True) != covered)
    bench.press("down")
    until(lambda: bench.box.png(secrets=True) != bench.box.png())
    public = bench.box.png()
    shown = bench.box.png(secrets=True)
    bench.press("down")
    until(lambda: bench.box.png(secrets=True) != shown)
    assert bench.box.png() == public


@pytest.mark.parametrize("bench", [Pig], indirect=True)
def test_the_light_blinks_while_a_throw_is_waited_for(bench: Bench) -> None:
    until(lambda: len(bench.pins.pin(5).states) >= 2)


class FlakyGlass:
    """A display that is unplugged and plugged in again by chance, and counts the pictures it was sent."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.sent = 0

    def open(self) -> Any:
        self._check()
        return self

    def display(self, image: Image.Image) -> None:
        self._check()
        self.sent += 1

    def cleanup(self) -> None:
        """Nothing to do."""

    def _check(self) -> None:
        if self._rng.random() < 0.4:
            raise OSError(121, "Remote I/O error")


def test_a_game_ends_the_same_whether_its_display_fails_all_the_time_or_never(tmp_path: Path) -> None:
    ends = []
    for number, is_flaky in enumerate((False, True)):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = a_table(load("riff_in_time"), ("ana", "bob"), folder, decks="physical")
        clock, glass = Clock(), FlakyGlass(Random(5))
        panel = Panel(table, PlainSpeech(table.game), display=table.game.display, clock=clock)
        box = Box(table, panel, clock=clock,
                  open_display=glass.open if is_flaky else lambda: open_device(DisplaySettings()))
        rng = Random(8)
        while (asked := table.snapshot.views[None].asked) is not None:
            seat = asked.waiting[0]
            table.answer(seat, asked.number, asked.key, random_answer(rng, asked.asks[seat]), "phone")
            clock.sleep(30)
            box.beat()
        last = table.snapshot.views[None]
        ends.append((dict(last.board), last.log, last.outcome))
        assert glass.sent > 10 or not is_flaky
        box.stop()
        table.stop()
    assert ends[0] == ends[1]


class Chip(MockFactory):
    """A GPIO chip that can be gone: its pins neither open nor answer then."""

    def __init__(self) -> None:
        super().__init__(pin_class=ChipPin)
        self.is_gone = False

    def pin(self, name: int) -> Any:
        if self.is_gone:
            raise OSError(19, "No such device")
        return super().pin(name)


class ChipPin(MockPin):
    """A pin of such a chip."""

    def _get_state(self) -> Any:
        if self.factory.is_gone:
            raise OSError(19, "No such device")
        return super()._get_state()

    def _set_state(self, value: Any) -> None:
        if self.factory.is_gone:
            raise OSError(19, "No such device")
        super()._set_state(value)


def noted(table: Table, part: str) -> bool:
    return any(part in note.id for note in table.snapshot.notes)


@pytest.mark.parametrize("part", ["buttons", "lights"])
def test_pins_may_be_absent_lost_and_back_again(tmp_path: Path, part: str) -> None:
    """Success, absence at the start, loss in play and return, for buttons and lights."""
    table = a_table(Pig(), ("ana", "bob"), tmp_path)
    chip, clock = Chip(), Clock()
    chip.is_gone = True
    box = Box(table, Panel(table, PlainSpeech(table.game), display=plain_display, clock=clock), clock=clock,
              open_display=lambda: open_device(DisplaySettings()),
              open_buttons=(lambda: Buttons(ButtonSettings(), pin_factory=chip, clock=clock))
              if part == "buttons" else None,
              open_lights=(lambda: Lights(LightSettings(led=5), pin_factory=chip, clock=clock))
              if part == "lights" else None)
    says_so = {"buttons": "The buttons cannot be used", "lights": "The light or the buzzer"}[part]
    box.beat()
    until(lambda: noted(table, says_so))
    chip.is_gone = False
    clock.sleep(2)
    box.beat()
    until(lambda: not noted(table, says_so))

    chip.is_gone = True
    clock.sleep(1)  # A light that blinks slowly changes within this time.
    box.beat()
    until(lambda: noted(table, "no longer answer"))
    chip.is_gone = False
    clock.sleep(70)
    box.beat()
    until(lambda: not noted(table, "no longer answer"))
    if part == "buttons":
        for _ in range(4):  # The notes are put away first.
            press(chip, ButtonSettings(), "ok", sleep=clock.sleep)
            box.beat()
        until(lambda: table.snapshot.last_throw.dice != ())
    box.stop()
    table.stop()


def test_a_lost_edge_is_made_up_for_by_the_level_of_the_pin(tmp_path: Path) -> None:
    clock, pins = Clock(), MockFactory()
    buttons = Buttons(ButtonSettings(), pin_factory=pins, clock=clock)
    for level in ("drive_low", "drive_high"):
        told, pins.pin(17).when_changed = pins.pin(17).when_changed, None
        getattr(pins.pin(17), level)()
        pins.pin(17).when_changed = told
        assert buttons.presses() == []
        clock.sleep(0.1)
    assert [press.button for press in buttons.presses()] == ["ok"]
    buttons.close()
