"""The box on the table, at work: one thread that brings buttons, display and lights together with the table.

Any of them may be missing. What one of them cannot do is said once as a note of the table, and the game
goes on without it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import hardware.messages
from companion.engine.questions import Message
from companion.pages import Page
from companion.panel import Panel, cue
from companion.table import Table
from hardware.buttons import Buttons
from hardware.display import Display, png
from hardware.forms import FULL, Form
from hardware.lights import Lights
from hardware.retry import D, Kept
from hardware.screens import Screen

BEAT = 0.05
"""Seconds between two looks at the buttons and the table."""

log = logging.getLogger(__name__)


class Box:
    """Runs `panel` from `start` to `stop`, with the buttons, the display and the lights that there are.

    Each is opened at its first use, and again after a loss.
    """

    def __init__(self, table: Table, panel: Panel, *, open_display: Callable[[], Any],
                 form: Form = FULL, open_buttons: Callable[[], Buttons] | None = None,
                 open_lights: Callable[[], Lights] | None = None,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._table = table
        self._panel = panel
        self._form = form
        self._buttons = self._kept("buttons", open_buttons, clock)
        self._lights = self._kept("lights", open_lights, clock)
        self._display = Display(open_display, clock=clock, lost=partial(self._is_lost, "display"),
                                back=partial(self._is_back, "display"), draw=form.picture, size=form.size)
        self._put_up: SimpleQueue[Page] = SimpleQueue()
        self._version = 0
        self._showing: tuple[Screen, Screen] = (panel.screen(), panel.screen())
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="box", daemon=True)
        self.turned_at = time.monotonic()
        """When its thread last began a beat."""

    def start(self) -> None:
        """Begin to look at the buttons and to show the game."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, darken the display and give the pins back. Calling it again does nothing."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._display.close()
        for device in (self._buttons, self._lights):
            if device is not None:
                device.close()

    def png(self, *, secrets: bool = False) -> bytes:
        """What the display shows, as a PNG file; a secret only where whoever sees it may see all."""
        own, public = self._showing
        return png(self._form.picture(own if secrets else public))

    def put_up(self, page: Page) -> None:
        """Show a page over all others, from any thread."""
        self._put_up.put(page)

    def beat(self) -> None:
        """Look once at the buttons and at the table, and show what there is to see."""
        while not self._put_up.empty():
            self._display.wake()
            self._panel.put_up(self._put_up.get())
        snapshot = self._table.snapshot
        if snapshot.version != self._version:
            self._version = snapshot.version
            self._display.wake()
            self._panel.see(snapshot)
        presses = self._buttons.use(lambda buttons: buttons.presses()) if self._buttons else None
        for press in presses or ():
            # The press that lights a dark display is not meant for what nobody could read.
            if not self._display.wake():
                self._panel.press(press)
        self._panel.tick()
        screen = self._panel.screen()
        self._showing = (screen, self._panel.cover() if self._panel.is_private else screen)
        self._display.show(screen)
        if self._lights:
            self._lights.use(lambda lights: lights.show(cue(snapshot)))

    def _run(self) -> None:
        was_fine = True
        while not self._stopped.is_set():
            self.turned_at = time.monotonic()
            try:
                self.beat()
                if not was_fine:
                    self._table.note("box", None)
                was_fine = True
            except Exception as error:
                if was_fine:
                    log.exception("The box could not go on")
                    self._table.note("box", Message("The box on the table had a fault ({reason}); the phones "
                                                    "go on.", {"reason": repr(error)}))
                was_fine = False
                time.sleep(1)
            self._stopped.wait(BEAT)

    def _kept(self, part: str, open_: Callable[[], D] | None, clock: Callable[[], float]) -> Kept[D] | None:
        """A device with pins, if there is to be one."""
        if open_ is None:
            return None
        return Kept(open_, clock=clock, lost=partial(self._is_lost, part), back=partial(self._is_back, part))

    def _is_lost(self, part: str, reason: hardware.messages.Message) -> None:
        log.warning("%s", reason)
        self._table.note(part, Message(reason.text, reason.args))

    def _is_back(self, part: str) -> None:
        self._table.note(part, None)
