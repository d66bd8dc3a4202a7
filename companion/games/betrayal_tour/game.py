"""Betrayal Tour as the engine knows a game: its facts, its rules, its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.questions import Fact, Message, Option, Outcome, Turn, Unplayable, Words
from companion.games.betrayal_tour import facts, names, panels, problems, rulings, screens, turn, view
from companion.games.betrayal_tour.content import Box
from companion.games.betrayal_tour.race import FACES, Race
from companion.games.betrayal_tour.state import Racer, State
from companion.games.drawing import Board, Panel, Screen, Step
from companion.games.settling import settle

INDIVIDUAL = (2, 3, 4)
IN_TEAMS = (6, 8)
USUAL_BUNKERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


class BetrayalTour:
    """One race of Betrayal Tour on the board of a box."""

    id = "betrayal_tour"
    name = "Betrayal Tour"
    rules_version = 1
    least_seats = 2
    most_seats = 8
    state_type = State
    box_type = Box
    options: Sequence[Option] = rulings.OPTIONS
    dice: Mapping[str, tuple[str, Words]] = {"token": ("white", FACES)}

    def __init__(self, box: Box, content: Mapping[str, Any]) -> None:
        self.box = box
        self.content = content
        self.stand_in = box.stand_in
        self.doubts = box.doubts()

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> State:
        """The race before its set-up: 2 to 4 alone, 6 or 8 in teams of two (BT-01 to BT-03, BT-78).

        With teams the seats name every team's first player, then every team's second in the same order.
        """
        if len(seats) not in (*INDIVIDUAL, *IN_TEAMS):
            raise Unplayable(Message("{count} players were named; {game} takes 2, 3 or 4, or 6 or 8 in teams "
                                     "of two.", {"count": len(seats), "game": self.name}))
        teams = len(seats) if len(seats) in INDIVIDUAL else len(seats) // 2
        if teams > len(self.box.bunkers):
            raise Unplayable(Message("This board has {bunkers} bunkers, too few for {teams} teams.",
                                     {"bunkers": len(self.box.bunkers), "teams": teams}))
        usual = USUAL_BUNKERS[teams] if len(self.box.bunkers) == 4 else range(teams)
        welds = {str(square): False for square in self.box.checkpoints}
        racers = {seat: Racer(team=place % teams, bunker=usual[place % teams], welds=dict(welds))
                  for place, seat in enumerate(seats)}
        return State(seats=list(seats), options=settle(rulings.OPTIONS, options), racers=racers)

    def turn(self, state: State) -> Turn:
        """The set-up, or the current player's turn."""
        return turn.turn(Race(self.box, state))

    def outcome(self, state: State) -> Outcome | None:
        """Won by the first one home, with the teammate; None while the race goes on."""
        if not state.winner:
            return None
        winners = tuple(seat for seat in (state.winner, state.mate(state.winner)) if seat)
        return Outcome("home", Message("{seats}: first home, and the race is won!", {"seats": winners}),
                       winners)

    def problems(self, state: State) -> list[Message]:
        """Everything that cannot be so on a real table."""
        return list(problems.problems(Race(self.box, state)))

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The race; nothing in this game is secret."""
        return view.view(Race(self.box, state))

    def line(self, state: State) -> str:
        """The state in one line."""
        return view.line(Race(self.box, state))

    def facts(self, state: State) -> list[Fact]:
        """What may be set right by hand."""
        return list(facts.facts(Race(self.box, state)))

    def name_of(self, word: str) -> str | None:
        """The English name of a thing."""
        return names.name_of(word)

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
