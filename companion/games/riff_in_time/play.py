"""The table as the rules see it: the box, the state, and a voice for the log."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.questions import Told
from companion.games.riff_in_time.content import Box, Character, Objective
from companion.games.riff_in_time.state import Player, State


class TimeIsUp(Exception):
    """The game is lost at once; nothing after it is resolved (RIT-132)."""


@dataclass
class Play:
    """One game in play: `box` is what was unpacked, `state` what lies on the table."""

    box: Box
    state: State

    def tell(self, rule: str, text: str, **args: str | int | list[str]) -> None:
        """Add a line to the log."""
        self.state.log.append(Told(rule, text, args))

    def says(self, option: str) -> bool:
        """Whether a yes/no ruling was settled with yes."""
        return self.state.options[option] == "yes"

    @property
    def active(self) -> str:
        """The seat of the active player."""
        return self.state.active

    @property
    def here(self) -> str:
        """The place of the active player."""
        return self.state.players[self.state.active].place

    def player(self, seat: str) -> Player:
        """What lies before `seat`."""
        return self.state.players[seat]

    def character(self, seat: str) -> Character:
        """The Character Card of `seat`."""
        return self.box.character[self.player(seat).character]

    def objective(self, seat: str) -> Objective:
        """The Objective that `seat` kept as a task."""
        return self.box.objective[self.player(seat).objective]

    def home_of(self, personage: str) -> str:
        """Where a Personage belongs."""
        return self.box.personage[personage].home

    def is_lost(self, reason: str, rule: str, text: str) -> TimeIsUp:
        """End the game as lost; to be raised at once."""
        self.state.result = reason
        self.state.phase = "over"
        self.tell(rule, text)
        return TimeIsUp(reason)
