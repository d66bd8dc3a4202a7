"""Hold the odds of The Quick and the Undead against a million shots thrown by its own rules.

Undead are shot at, and duels and fights for a building fought, each by the rules' generators with dice from
`random`; what came of it is set beside the chance that was worked out, with the deviation in standard errors.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from time import perf_counter

from companion.engine.questions import Answers, Choose, Draw, Question, Roll, Turn, Words
from companion.games import load
from companion.games.quick_and_undead.buildings import wins_place
from companion.games.quick_and_undead.content import STREET
from companion.games.quick_and_undead.duels import duel
from companion.games.quick_and_undead.game import QuickAndUndead
from companion.games.quick_and_undead.odds import Card, duel_chances, kill_chance, takeover_chance
from companion.games.quick_and_undead.shooting import shoot_undead
from companion.games.quick_and_undead.state import STANDING, Place
from companion.games.quick_and_undead.town import Town

MOST = 4.0
"""So many standard errors apart is no chance any more."""
HANDS = {"a": "46 skull", "b": "357 backfire", "c": "3 skull"}
RING = {"a": "b", "b": "a", "c": "a"}
UNDEAD = ("U01", "U05", "U08", "U16")


@dataclass
class Tally:
    """How often something happened in so many tries, and how often it should have."""

    what: str
    chance: Fraction
    tries: int
    times: int

    @property
    def errors(self) -> float:
        """The deviation in standard errors."""
        spread = float(self.chance * (1 - self.chance) * self.tries) ** 0.5
        return abs(self.times - float(self.chance) * self.tries) / spread if spread else 0.0


class Shooting:
    """Shots by the rules, counted."""

    def __init__(self, seed: int) -> None:
        game = load("quick_and_undead")
        assert isinstance(game, QuickAndUndead)
        self.game, self.rng, self.shots = game, Random(seed), 0

    def town(self, spot: int) -> Town:
        """Three gangs with the hands above, standing on one spot, and nobody to bury."""
        state = self.game.new(tuple(HANDS), {})
        for name, hand in HANDS.items():
            slots, _, crit = hand.partition(" ")
            state.gangs[name].loaded = [int(slot) for slot in slots]
            state.gangs[name].crit, state.gangs[name].spots = crit, {str(spot): STANDING}
        state.law, state.spot = "a", spot
        return Town(self.game.box, state)

    def play(self, turn: Turn) -> object:
        """Answer each question; returns what the rules return."""
        try:
            question = next(turn)
            while True:
                question = turn.send(self.answers(question))
        except StopIteration as done:
            return done.value

    def answers(self, question: Question) -> Answers:
        return {seat: self.answer(question.key, ask) for seat, ask in question.asks.items()}

    def answer(self, key: str, ask: Roll | Choose | Draw | object) -> Words:
        if isinstance(ask, Roll):
            self.shots += len(ask.dice)
            return tuple(f"{die.id}={self.rng.randint(1, 8)}" for die in ask.dice)
        return {"shoot": ("roll",), "critical": ("yes",), "fight_or_leave": ("stay",)}[key]

    def undead(self, name: str, card: str, tries: int) -> Tally:
        """Attempts on one undead, going on to the end."""
        killed = 0
        for _ in range(tries):
            town = self.town(7)
            town.state.street = [card]
            self.play(shoot_undead(town, name, card, STREET))
            killed += card not in town.state.street
        chance = kill_chance(self.game.box.card[card].weak, hand(name))
        return Tally(f"{HANDS[name]} kills {card}", chance, tries, killed)

    def duels(self, tries: int) -> Iterator[Tally]:
        """Duels of three."""
        dead: Counter[str] = Counter()
        for _ in range(tries):
            town = self.town(4)
            targets = {name: (RING[name],) for name in HANDS}
            turn = duel(town, list(HANDS), 4)
            try:
                question = next(turn)
                while True:
                    (seat, *others) = question.asks
                    given = ({seat: targets[seat]} if question.key == "aim" and not others
                             else self.answers(question))
                    question = turn.send(given)
            except StopIteration:
                dead.update(name for name, gang in town.state.gangs.items() if gang.graveyard)
        for name, chance in duel_chances({name: hand(name) for name in HANDS}, RING).items():
            yield Tally(f"{HANDS[name]} dies in a duel of three", chance, tries, dead[name])

    def takeovers(self, tries: int) -> Tally:
        """Fights for a building."""
        won = 0
        for _ in range(tries):
            town = self.town(3)
            town.state.places["S01"] = Place("B03", occupants=["c"])
            won += bool(self.play(wins_place(town, "a", "c", 3, "S01")))
        chance = takeover_chance(hand("a"), hand("c"), is_high=False)
        return Tally(f"{HANDS['a']} takes a building from {HANDS['c']}", chance, tries, won)


def hand(name: str) -> Card:
    """A gang's Targeting card."""
    slots, _, crit = HANDS[name].partition(" ")
    return Card(tuple(map(int, slots)), crit)


def main(argv: list[str] | None = None) -> int:
    """Print the comparison; 1 when something is further off than chance allows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tries", type=int, default=35_000, help="of each kind (35 000: a million shots)")
    given = parser.parse_args(argv)
    shooting = Shooting(1)
    tallies = [shooting.undead(name, card, given.tries) for name in HANDS for card in UNDEAD]
    tallies += [*shooting.duels(given.tries), shooting.takeovers(given.tries)]
    for tally in tallies:
        print(f"{tally.what:45} {float(tally.chance):8.4%} {tally.times / tally.tries:8.4%} "
              f"{tally.errors:5.2f} standard errors")
    begun = perf_counter()
    duel_chances({name: hand(name) for name in HANDS}, RING)
    print(f"{shooting.shots} shots; a duel of three reckoned in {1000 * (perf_counter() - begun):.2f} ms")
    return int(any(tally.errors > MOST for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
