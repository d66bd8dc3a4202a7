"""Riff in Time as the engine knows a game: its facts, its rules, its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.questions import Fact, Message, Option, Outcome, Turn, Unplayable, Words
from companion.games.drawing import Board, Panel, Screen, Step
from companion.games.riff_in_time import facts, names, panels, problems, rulings, screens, turn, view
from companion.games.riff_in_time.content import Box
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.state import Personage, Player, Rift, State

ENDS = {
    "all_fixed": Message("All ten rifts are fixed: everybody wins!"),
    "deck_empty": Message("The Riff deck is empty: everybody loses."),
    "san_dimas_overflow": Message("San Dimas could not go up: everybody loses."),
}


class RiffInTime:
    """One game of Riff in Time with what a box of it contains."""

    id = "riff_in_time"
    name = "Riff in Time"
    rules_version = 1
    state_type = State
    box_type = Box

    def __init__(self, box: Box, content: Mapping[str, Any]) -> None:
        self.box = box
        self.content = content
        self.least_seats = box.players.min
        self.most_seats = box.players.max
        self.stand_in = box.stand_in
        self.doubts = box.doubts()
        self.options: Sequence[Option] = rulings.options(box)
        self.dice: Mapping[str, tuple[str, Words]] = {
            kind: (dice.colour, dice.face_words) for kind, dice in box.dice.items()}

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> State:
        """The opened box on the table, before the set-up (RIT-01 to RIT-04)."""
        if not self.least_seats <= len(seats) <= self.most_seats:
            raise Unplayable(Message("{count} players were named; {game} takes {least} to {most}.", {
                "count": len(seats), "game": self.name, "least": self.least_seats, "most": self.most_seats}))
        settled = rulings.settle(self.box, seats, options)
        return State(
            seats=list(seats), options=settled, rifts={place: Rift() for place in self.box.location},
            personages={name: Personage() for name in self.box.personage},
            players={seat: Player() for seat in seats}, san_dimas=int(settled["san_dimas"]),
            riff_left=sum(card.count for card in self.box.riff_cards),
        )

    def turn(self, state: State) -> Turn:
        """The set-up, or the active player's turn."""
        return turn.turn(Play(self.box, state))

    def outcome(self, state: State) -> Outcome | None:
        """Won together, lost together, or None while the game goes on."""
        if not state.result:
            return None
        winners = tuple(state.seats) if state.result == "all_fixed" else ()
        return Outcome(state.result, ENDS[state.result], winners)

    def problems(self, state: State) -> list[Message]:
        """Everything that cannot be so on a real table."""
        return list(problems.problems(self.box, state))

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The table; nothing in this game is secret."""
        return view.view(self.box, state)

    def line(self, state: State) -> str:
        """The state in one line."""
        return view.line(self.box, state)

    def facts(self, state: State) -> list[Fact]:
        """What may be set right by hand."""
        return list(facts.facts(self.box, state))

    def name_of(self, word: str) -> str | None:
        """The English name of a thing."""
        return names.name_of(self.box, word)

    def label(self, key: str, word: str) -> Message:
        """What an answer's word means."""
        return names.label(self.box, key, word)

    def board(self, view: Mapping[str, Any]) -> Board:
        """The drawing of a view for the phone page."""
        return screens.board(view)

    def display(self, view: Mapping[str, Any]) -> Screen:
        """A view in a few lines and gauges for the display."""
        return screens.display(view)

    def steps(self, view: Mapping[str, Any]) -> tuple[Step, ...]:
        """The steps of the turn, and where it stands."""
        return panels.steps(view)

    def panels(self, view: Mapping[str, Any]) -> tuple[Panel, ...]:
        """What the phone page tells of each player."""
        return panels.panels(view)
