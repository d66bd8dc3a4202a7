"""Professor Evil as the engine knows a game: its facts, its rules, its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.questions import Fact, Message, Option, Outcome, Turn, Unplayable, Words
from companion.games.drawing import Board, Panel, Screen, Step
from companion.games.professor_evil import facts, names, panels, problems, rulings, screens, turn, view
from companion.games.professor_evil.content import Box
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import Player, State
from companion.games.settling import settle

STAND_IN_COLOURS = {"professor": "white", "colour": "blue", "clock": "black"}
"""Ordinary dice in the place of the three; the box's first two are both white."""
ENDS = {
    "won": Message("Four treasures are saved: everybody wins!"),
    "lost": Message("Four treasures are lost: the professor wins."),
}


class ProfessorEvil:
    """One game of Professor Evil with what a box of it contains."""

    id = "professor_evil"
    name = "Professor Evil"
    rules_version = 1
    state_type = State
    box_type = Box
    options: Sequence[Option] = rulings.OPTIONS

    def __init__(self, box: Box, content: Mapping[str, Any]) -> None:
        self.box = box
        self.content = content
        self.least_seats = box.players.min
        self.most_seats = box.players.max
        self.stand_in = box.stand_in
        self.doubts = box.doubts()
        self.dice: Mapping[str, tuple[str, Words]] = {
            kind: (colour, box.dice[kind].face_words) for kind, colour in STAND_IN_COLOURS.items()}

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> State:
        """The opened box on the table, before the set-up (EVIL-02 to EVIL-04, EVIL-20 to EVIL-22)."""
        if not self.least_seats <= len(seats) <= self.most_seats:
            raise Unplayable(Message("{count} players were named; {game} takes {least} to {most}.", {
                "count": len(seats), "game": self.name, "least": self.least_seats, "most": self.most_seats}))
        settled = settle(rulings.OPTIONS, options)
        plain = [door.id for door in self.box.doors if not door.single]
        if settled["colour_scheme"] == "single" and plain:
            raise Unplayable(Message("colour_scheme cannot be “single”: the content gives {doors} no single "
                                     "colour.", {"doors": ", ".join(plain)}))
        return State(seats=list(seats), options=settled,
                     players={seat: Player() for seat in seats},
                     doors=dict.fromkeys(self.box.door, True), professor=self.box.start_room)

    def turn(self, state: State) -> Turn:
        """The set-up, or the current player's turn."""
        return turn.turn(House(self.box, state))

    def outcome(self, state: State) -> Outcome | None:
        """Won together, lost together, or None while the game goes on."""
        if not state.result:
            return None
        return Outcome(state.result, ENDS[state.result], tuple(state.seats) if state.result == "won" else ())

    def problems(self, state: State) -> list[Message]:
        """Everything that cannot be so on a real table."""
        return list(problems.problems(House(self.box, state)))

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The table; nothing in this game is secret."""
        return view.view(House(self.box, state))

    def line(self, state: State) -> str:
        """The state in one line."""
        return view.line(House(self.box, state))

    def facts(self, state: State) -> list[Fact]:
        """What may be set right by hand."""
        return list(facts.facts(House(self.box, state)))

    def name_of(self, word: str) -> str | None:
        """The English name of a thing."""
        return names.name_of(self.box, word)

    def label(self, key: str, word: str) -> Message:
        """What an answer's word means."""
        return names.label(self.box, key, word)

    def board(self, view: Mapping[str, Any]) -> Board:
        """The drawing of a view for the phone page."""
        return screens.board(view)

    def steps(self, view: Mapping[str, Any]) -> tuple[Step, ...]:
        """The steps of the turn, and where it stands."""
        return panels.steps(view)

    def panels(self, view: Mapping[str, Any]) -> tuple[Panel, ...]:
        """What the phone page tells of each treasure, of the coming roll and of each player."""
        return panels.panels(view)

    def display(self, view: Mapping[str, Any]) -> Screen:
        """A view in a few lines and gauges for the display."""
        return screens.display(view)
