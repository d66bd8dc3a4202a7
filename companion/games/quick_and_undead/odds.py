"""Exact chances of shots with one d8 a gang: an undead, a single shot, a duel, the fight for a building."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from companion.games.quick_and_undead.shooting import CRITICAL, CRITICAL_NUMBER, FUMBLE_NUMBER, HIGH_GROUND
from companion.games.quick_and_undead.state import SKULL

SIDES = range(1, 9)
SIDE = Fraction(1, len(SIDES))


@dataclass(frozen=True)
class Card:
    """A Targeting card: the loaded slots and the side of the critical token."""

    loaded: tuple[int, ...]
    crit: str

    def ranks(self, higher: int = 0) -> list[int]:
        """What each side of the die comes to, a critical used whenever it can be; 0 is a miss (QU-89)."""
        return [CRITICAL if number == CRITICAL_NUMBER and self.crit == SKULL
                else number + higher if number in self.loaded else 0 for number in SIDES]

    def fumbles(self, number: int) -> bool:
        """Whether a number is a fumble (QU-118)."""
        return number == FUMBLE_NUMBER and self.crit != SKULL


def hit_chance(card: Card) -> Fraction:
    """The chance that one shot hits (QU-89, QU-115)."""
    return SIDE * sum(rank > 0 for rank in card.ranks())


def kill_chance(weak: Sequence[int], card: Card, rolled: Sequence[int] = ()) -> Fraction:
    """The chance that an undead dies before a number repeats or a fumble, shooting on to the end.

    `rolled` are the numbers that the attempt has brought so far (QU-105 to QU-113).
    """
    critical = card.crit == SKULL and CRITICAL_NUMBER not in rolled
    kills = len(set(weak) & set(card.loaded)) + critical
    return _chance_before_repeat(kills, int(card.crit != SKULL), len(rolled))


@cache
def _chance_before_repeat(kills: int, fumbles: int, rolled: int) -> Fraction:
    """Every number ends the attempt or is added to those rolled; only how many these are matters."""
    harmless = len(SIDES) - kills - fumbles
    chance, still = Fraction(0), Fraction(1)
    for so_far in range(rolled, harmless + 1):
        chance += still * kills * SIDE
        still *= SIDE * (harmless - so_far)
    return chance


def duel_chances(cards: Mapping[str, Card], targets: Mapping[str, str]) -> dict[str, Fraction]:
    """The chance of each duelist to be killed in one volley (QU-51 to QU-58).

    All shots at one duelist are independent of each other; only the one that it answers depends on its own.
    """
    killed = {}
    for victim in cards:
        spared = Fraction(1)
        for gang in (gang for gang, target in targets.items() if target == victim):
            spared *= 1 - _hits(cards[gang], cards[victim] if targets[victim] == gang else None)
        killed[victim] = 1 - spared
    return killed


def _hits(card: Card, answer: Card | None) -> Fraction:
    """The chance that a shot hits and that a shot that answers it does not rank higher."""
    ranks, others = card.ranks(), answer.ranks() if answer else [0]
    return Fraction(sum(rank >= max(1, other) for rank in ranks for other in others),
                    len(ranks) * len(others))


def takeover_chance(attacker: Card, defender: Card, is_high: bool) -> Fraction:
    """The chance that the attacker gets the building, volley after volley (QU-93 to QU-100, QU-219)."""
    taken, held = Fraction(0), Fraction(0)
    for number, rank in zip(SIDES, defender.ranks(HIGH_GROUND if is_high else 0), strict=True):
        if defender.fumbles(number):
            taken += SIDE
        elif rank == CRITICAL:
            held += SIDE
        else:
            for answer, against in zip(SIDES, attacker.ranks(), strict=True):
                if against > rank:
                    taken += SIDE * SIDE
                elif rank or attacker.fumbles(answer):
                    held += SIDE * SIDE
    return taken / (taken + held)
