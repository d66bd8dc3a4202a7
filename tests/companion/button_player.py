"""A player who answers with the four buttons alone, by reading the display as a person does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.chance import Chance
from companion.engine.game import Game
from companion.engine.journal import Header, Journal
from companion.engine.questions import Ask, Choose, Confirm, Draw, Message, Roll, Words
from companion.games.drawing import Gauge, Screen
from companion.panel import Panel
from companion.picking import Speech
from companion.table import Table
from hardware.buttons import Press
from hardware.screens import Choices, HandOver, Text
from hardware.status import Status
from tests.hardware.clock import Clock


class PlainSpeech:
    """Sentences in English, as a game of the tests needs them."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def say(self, message: Message) -> str:
        return message.id.format(**{name: self._plain(arg) for name, arg in message.args.items()})

    def label(self, key: str, word: str) -> str:
        return self.say(self._game.label(key, word))

    def _plain(self, arg: Any) -> str:
        if isinstance(arg, Message):
            return self.say(arg)
        if isinstance(arg, (list, tuple)):
            return ", ".join(self._plain(part) for part in arg)
        return self._game.name_of(str(arg)) or str(arg)


def plain_display(view: Mapping[str, Any]) -> Screen:
    """A screen for a game that has none of its own."""
    return Screen(Message("{id}", {"id": next(iter(view))}), (Message("One line"),), (Gauge("AA", 1, 3),))


def a_table(game: Game[Any], seats: tuple[str, ...], folder: Path, *, dice: str = "virtual",
            decks: str = "virtual", seed: int = 1, **settings: bool) -> Table:
    """A running table with a new game."""
    header = Header(game.id, seats, {}, game.rules_version, game.content, dice, decks)
    table = Table(game, Journal.create(folder / "game.journal", header), chance=Chance(seed), **settings)
    table.start()
    return table


class ButtonPlayer:
    """Presses the buttons of `panel`; nothing else touches the table."""

    def __init__(self, table: Table, speech: Speech | None = None, **panel: Any) -> None:
        self.table = table
        self.clock = Clock()
        self.speech = speech or PlainSpeech(table.game)
        self.panel = Panel(table, self.speech, clock=self.clock, **{"display": plain_display, **panel})
        self.presses = 0

    def press(self, button: str, held: bool = False) -> None:
        """One press, a moment after the last."""
        self.clock.sleep(0.3)
        self.presses += 1
        self.panel.press(Press(button, held))
        self.panel.see(self.table.snapshot)

    def open_menu(self) -> None:
        """From wherever the display is, through its status, to the menu."""
        while not isinstance(self.panel.screen(), Status):
            self.press("back")
        self.press("back")

    def list(self) -> Choices:
        """The list on the display, with everything that lies over it put away."""
        for _ in range(20):
            screen = self.panel.screen()
            if isinstance(screen, Choices):
                return screen
            self.press("ok" if isinstance(screen, (HandOver, Status, Text)) else "back")
        raise AssertionError(f"No list comes up; the display shows {self.panel.screen()}")

    def pick(self, text: str) -> None:
        """Go to the row that says `text`, and OK."""
        rows = [row.text for row in self.list().rows]
        assert rows.count(text) == 1, f"“{text}” is there {rows.count(text)} times among {rows}"
        for _ in range(len(rows)):
            if self.list().selected == rows.index(text):
                break
            self.press("down")
        self.press("ok")

    def answer(self, ask: Ask, key: str, words: Words) -> None:
        """Give exactly this answer."""
        match ask:
            case Roll():
                self._enter_dice(ask, key, dict(word.split("=") for word in words))
            case Confirm():
                self.pick(self.speech.label(key, words[0]))
            case Choose(most=1) | Draw(most=1):
                self.pick(self.speech.label(key, words[0]) if words else "None")
            case _:
                self._pick_several(ask, key, words)

    def _enter_dice(self, ask: Roll, key: str, faces: Mapping[str, str]) -> None:
        if "Enter the faces by hand" in [row.text for row in self.list().rows]:
            self.pick("Enter the faces by hand")
        for die in ask.dice:
            self.pick(self.speech.label(key, faces[die.id]))
        if len(ask.dice) > 1:
            self.pick("That is right")

    def _pick_several(self, ask: Choose | Draw, key: str, words: Words) -> None:
        ordered = isinstance(ask, Draw) or ask.ordered
        given = () if isinstance(ask, Draw) or ordered else ask.must
        rest = list(words)
        for word in given:
            rest.remove(word)
        for word in rest:
            self.pick(self.speech.label(key, word))
        last = self.list().rows[-1].text
        assert last == "None" or last.startswith(f"Done ({len(words)} of ")
        self.pick(last)
