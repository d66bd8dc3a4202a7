"""A whole game in which every device is taken away and given back at random ends as one without any."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.box import Box
from companion.engine.questions import Message, Roll
from companion.engine.random_player import random_answer
from companion.games import GAMES, load
from companion.panel import Panel
from companion.table import Table
from companion.watching import Watch, dice_set_of
from hardware.buttons import Buttons, ButtonSettings
from hardware.camera import Camera, CameraLost, Frame, Picture
from hardware.lights import Lights, LightSettings
from hardware.messages import Trouble
from tests.companion.button_player import PlainSpeech, a_table


def hurried() -> float:
    """A clock that runs a hundred times too fast, so that pauses of a minute pass in a test."""
    return time.monotonic() * 100


class Loose:
    """A plug that is loose: now and then what hangs on it is gone for a while."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._left = 0
        self.losses = self.uses = 0

    def is_out(self) -> bool:
        self.uses += 1
        if self._left == 0 and self._rng.random() < 0.2:
            self._left = self._rng.randrange(1, 5)
            self.losses += 1
        self._left = max(0, self._left - 1)
        return self._left > 0


class LooseDisplay(Loose):
    """A display on a loose plug."""

    def open(self) -> LooseDisplay:
        self.display(None)
        return self

    def display(self, image: object) -> None:
        if self.is_out():
            raise OSError(121, "Remote I/O error")

    def contrast(self, level: int) -> None:
        self.display(None)

    def cleanup(self) -> None:
        """Nothing to do."""


class LooseCamera(Loose):
    """A camera on a loose plug, above an empty tray."""

    doubt = None

    def open(self) -> LooseCamera:
        self.next()
        return self

    def next(self) -> Frame:
        if self.is_out():
            raise CameraLost("The cable is out.")
        time.sleep(0.002)
        return Frame(self.picture(), hurried())

    def picture(self) -> Picture:
        return np.full((120, 160, 3), 60, np.uint8)

    def close(self) -> None:
        """Nothing to do."""


class LoosePin(MockPin):
    """A pin of a chip on a loose plug."""

    plug: Loose

    def _get_state(self) -> Any:
        if self.plug.is_out():
            raise OSError(19, "No such device")
        return super()._get_state()


class LooseLights(Lights):
    """A light on a loose plug."""

    plug: Loose

    def show(self, cue: str) -> None:
        if self.plug.is_out():
            raise Trouble("The plug is out.")
        super().show(cue)


class Eye:
    """The watch's way to a camera."""

    def __init__(self, table: Table, plug: LooseCamera) -> None:
        self._camera = Camera(plug.open, clock=hurried, back=lambda: table.note("camera", None),
                              lost=lambda why: table.note("camera", Message(why.text, why.args)))

    def next(self) -> tuple[Picture, float] | None:
        frame = self._camera.next()
        return (frame.picture, frame.at) if frame else None

    def picture(self) -> Picture | None:
        return self._camera.picture()

    def close(self) -> None:
        self._camera.close()


def played_to_the_end(table: Table, *plugs: Loose) -> Any:
    """Answers by chance from a phone, the same each time; returns what everybody sees at the end.

    While dice are asked for, a while is waited for each plug to come loose.
    """
    rng = Random(8)
    while (asked := table.snapshot.views[None].asked) is not None:
        seat = asked.waiting[0]
        patience = time.monotonic() + 1
        while (isinstance(asked.asks[seat], Roll) and any(plug.losses < 2 for plug in plugs)
               and time.monotonic() < patience):
            time.sleep(0.01)
        own = table.snapshot.views[seat].asked if asked.sealed else asked
        table.answer(seat, asked.number, asked.key, random_answer(rng, own.asks[seat]), "phone")
    view = table.snapshot.views[None]
    return dict(view.board), view.log, view.outcome


@pytest.mark.parametrize("name", GAMES)
def test_devices_that_come_and_go_change_nothing_in_a_game(tmp_path: Path, name: str) -> None:
    ends = []
    for folder in (tmp_path / "without", tmp_path / "with"):
        folder.mkdir()
        game = load(name)
        table = a_table(game, ("ana", "bob"), folder, dice="camera", decks="physical")
        if folder.name == "without":
            ends.append(played_to_the_end(table))
            table.stop()
            continue
        display, camera = LooseDisplay(1), LooseCamera(2)
        LoosePin.plug, LooseLights.plug = Loose(3), Loose(4)
        pins = MockFactory(pin_class=LoosePin)
        plugs = (display, camera, LoosePin.plug, LooseLights.plug)
        panel = Panel(table, PlainSpeech(game), display=game.display, clock=hurried)
        box = Box(table, panel, open_display=display.open, clock=hurried,
                  open_buttons=partial(Buttons, ButtonSettings(), pin_factory=pins),
                  open_lights=lambda: LooseLights(LightSettings(led=5), pin_factory=MockFactory()))
        watch = Watch(table, Eye(table, camera), dice_set_of(game, "colours"))
        box.start()
        watch.start()
        ends.append(played_to_the_end(table, *plugs))
        watch.stop()
        box.stop()
        table.stop()
        assert min(plug.losses for plug in plugs) >= 2
    assert ends[0] == ends[1]
