"""The Quick and the Undead as the engine knows a game: its facts, its rules, its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.questions import Fact, Message, Option, Outcome, Turn, Unplayable, Words
from companion.games.drawing import Board, Panel, Screen, Step
from companion.games.quick_and_undead import facts, names, panels, problems, rulings, screens, turn, view
from companion.games.quick_and_undead.content import Box
from companion.games.quick_and_undead.state import Gang, Purse, State
from companion.games.quick_and_undead.town import D8, Town
from companion.games.settling import settle

ENDS = {
    "high_noon": Message("High Noon is over; won by {winners}."),
    "ranger_beaten": Message("Dead Ranger's last bullet is gone: you have won!"),
    "overrun": Message("The town is overrun: Dead Ranger wins."),
    "gang_dead": Message("Your gang is dead: Dead Ranger wins."),
}


class QuickAndUndead:
    """One game of The Quick and the Undead with what a box of it contains."""

    id = "quick_and_undead"
    name = "The Quick and the Undead"
    rules_version = 1
    least_seats = 1
    most_seats = 6
    state_type = State
    box_type = Box
    options: Sequence[Option] = rulings.OPTIONS
    dice: Mapping[str, tuple[str, Words]] = {"d8": ("white", D8)}

    def __init__(self, box: Box, content: Mapping[str, Any]) -> None:
        self.box = box
        self.content = content
        self.stand_in = box.stand_in
        self.doubts = box.doubts()

    def new(self, seats: Sequence[str], options: Mapping[str, str | int]) -> State:
        """The opened box: one gang a player, two each where two play so, or the solo game (QU-01, QU-08)."""
        if not self.least_seats <= len(seats) <= self.most_seats:
            raise Unplayable(Message("{count} players were named; {game} takes {least} to {most}.", {
                "count": len(seats), "game": self.name, "least": self.least_seats, "most": self.most_seats}))
        settled = settle(rulings.OPTIONS, options)
        if settled["two_gang"] == "yes" and len(seats) != 2:
            raise Unplayable(Message("Two gangs each is for two players; {count} were named.",
                                     {"count": len(seats)}))
        mode = "solo" if len(seats) == 1 else "two_gang" if settled["two_gang"] == "yes" else "standard"
        gangs = ({f"{seat}_{number}": Gang(seat) for number in (1, 2) for seat in seats} if mode == "two_gang"
                 else {seat: Gang(seat) for seat in seats})
        return State(seats=list(seats), options=settled, mode=mode, gangs=gangs,
                     purses={seat: Purse() for seat in seats})

    def turn(self, state: State) -> Turn:
        """The set-up, or a turn in which every gang acts once."""
        return turn.turn(Town(self.box, state))

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, and who won; None while the game goes on."""
        if not state.result:
            return None
        winners = tuple(dict.fromkeys(state.gangs[name].seat if name in state.gangs else name
                                      for name in state.winners))
        return Outcome(state.result, Message(ENDS[state.result].id, {"winners": winners}), winners)

    def problems(self, state: State) -> list[Message]:
        """Everything that cannot be so on a real table."""
        return list(problems.problems(Town(self.box, state)))

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """What a seat may see: everything but the numbers others have set in secret."""
        return view.view(Town(self.box, state), seat)

    def line(self, state: State) -> str:
        """The state in one line, without secrets."""
        return view.line(Town(self.box, state))

    def facts(self, state: State) -> list[Fact]:
        """What may be set right by hand."""
        return list(facts.facts(Town(self.box, state)))

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
        """What the page tells of a view beside the board."""
        return panels.panels(view)
