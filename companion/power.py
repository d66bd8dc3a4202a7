"""Switching the machine off, or restarting it: only a button that is held on the box does it."""

from __future__ import annotations

import logging
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion import settings
from companion.engine.questions import Message
from companion.pages import FOREVER, Holding

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Deed:
    """One of the two: what it is called, what is asked, what is said when it is done, and systemd's name."""

    name: Message
    asked: Message
    hold: Message
    done: Message
    failed: Message
    may: str


DEEDS = {
    "off": Deed(Message("Switch off"), Message("Switch off?"),
                Message("Hold OK to switch off. BACK: leave it on"),
                Message("Switching off. Pull the plug when the Pi's green light no longer blinks."),
                Message("The machine cannot be switched off ({reason})."), "CanPowerOff"),
    "restart": Deed(Message("Restart the machine"), Message("Restart the machine?"),
                    Message("Hold OK to restart now. BACK: leave it"),
                    Message("The machine restarts; the game goes on where it stopped."),
                    Message("The machine cannot be restarted ({reason})."), "CanReboot"),
}


class Power:
    """The deeds that the settings' commands can do and this account may; `say` speaks as the display does."""

    def __init__(self, commands: settings.Power, say: Callable[[Message], str]) -> None:
        self._commands = {"off": commands.off, "restart": commands.restart}
        self._say = say

    def offered(self) -> Iterator[str]:
        """Which of them can be done here."""
        yield from (what for what, command in self._commands.items() if may_run(command, DEEDS[what].may))

    def page(self, what: str, until: float = FOREVER) -> Holding:
        """The page of the small display that asks for the held button."""
        deed = DEEDS[what]
        return Holding(self._say(deed.asked), self._say(deed.hold), lambda: self._do(what), until)

    def _do(self, what: str) -> Message:
        deed = DEEDS[what]
        try:
            subprocess.run(shlex.split(self._commands[what]), check=True, capture_output=True, text=True,
                           timeout=20)
        except (OSError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", None) or str(error)
            return Message(deed.failed.id, {"reason": reason.strip()})
        return deed.done


def may_run(command: str, may: str) -> bool:
    """Whether `command` is there, and, where it asks systemd, whether systemd lets this account (`may`)."""
    words = shlex.split(command)
    if not words or not shutil.which(words[0]):
        return False
    if words[0] != "systemctl":
        return True
    asking = ("busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
              "org.freedesktop.login1.Manager", may)
    try:
        asked = subprocess.run(asking, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.SubprocessError) as error:
        log.info("systemd cannot be asked whether this account may do that: %s", error)
        return False
    return asked.stdout.strip() == 's "yes"'
