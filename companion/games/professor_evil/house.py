"""The table as the rules see it: the box, the state, a voice for the log, and short ways to ask."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.questions import Answers, Message, Offer, Question, Told, choose
from companion.games.professor_evil.content import Box, Tile
from companion.games.professor_evil.names import described
from companion.games.professor_evil.state import Player, State

Word: TypeAlias = Generator[Question, Answers, str]
THRESHOLD = 4
"""So many treasures saved win the game, so many lost lose it (EVIL-101, EVIL-102)."""


class GameOver(Exception):
    """The game is decided at once; nothing after it happens (EVIL-103)."""


@dataclass
class House:
    """One game in play: `box` is what was unpacked, `state` what lies on the table."""

    box: Box
    state: State

    def tell(self, rule: str, text: str, **args: str | int | list[str]) -> None:
        """Add a line to the log."""
        self.state.log.append(Told(rule, text, args))

    def ask(self, seat: str, key: str, words: Sequence[Offer], text: str, *rules: str,
            **args: str | int) -> Word:
        """Have `seat` choose one of `words`."""
        return choose(seat, key, words, Message(text, {"seat": seat, **args}), rules)

    def player(self, seat: str) -> Player:
        """What lies before `seat`."""
        return self.state.players[seat]

    @property
    def me(self) -> Player:
        """The current player."""
        return self.state.players[self.state.current]

    def tile(self, name: str) -> Tile:
        """A treasure tile of the box, or one that was described."""
        if name in self.box.tile:
            return self.box.tile[name]
        minutes, _, types = self.state.described[name].partition(" ")
        return Tile(name, described(name), int(minutes), tuple(types.split()))

    def still_on(self, tile: str) -> list[str]:
        """The rooms whose trap still guards a tile, wherever they are (EVIL-51)."""
        types = self.tile(tile).types
        return [room for room, trap in self.state.traps.items() if trap.on and trap.type in types]

    def end(self, result: str, rule: str, text: str) -> GameOver:
        """Decide the game; to be raised at once."""
        self.state.result = result
        self.state.phase = "over"
        self.tell(rule, text)
        return GameOver(result)
