"""Exact chances of shots with one d8 a gang: an undead, a single shot, a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from companion.games.quick_and_undead.content import SLOTS
from companion.games.quick_and_undead.duels import killers_of
from companion.games.quick_and_undead.shooting import CRITICAL, CRITICAL_NUMBER, FUMBLE_NUMBER, Shot
from companion.games.quick_and_undead.state import SKULL

SIDES = range(1, 9)
SIDE = Fraction(1, len(SIDES))


def hit_chance(loaded: Sequence[int], crit: str) -> Fraction:
    """The chance that one shot hits, a critical used whenever it can be (QU-89, QU-115)."""
    return SIDE * (len(loaded) + (crit == SKULL))


def kill_chance(weak: Sequence[int], loaded: Sequence[int], crit: str) -> Fraction:
    """The chance that an undead dies before a number repeats or a fumble, shooting on to the end.

    QU-105 to QU-113. Every number ends the attempt, or is added to those rolled; so what is left depends only
    on how many harmless numbers have come.
    """
    kills = len(set(weak) & set(loaded)) + (crit == SKULL)
    fumbles = 0 if crit == SKULL else 1
    harmless = len(SIDES) - kills - fumbles
    chance, still = Fraction(0), Fraction(1)
    for rolled in range(harmless + 1):
        chance += still * kills * SIDE
        still *= SIDE * (harmless - rolled)
    return chance


def shot_of(gang: str, number: int, loaded: Sequence[int], crit: str) -> Shot:
    """What a number comes to, a critical used whenever it can be."""
    if number == CRITICAL_NUMBER:
        return Shot(gang, number, CRITICAL if crit == SKULL else 0)
    if number == FUMBLE_NUMBER:
        return Shot(gang, number, fumble=crit != SKULL)
    return Shot(gang, number, number if number in loaded else 0)


def duel_chances(
    cards: Mapping[str, tuple[Sequence[int], str]], targets: Mapping[str, str]
) -> dict[str, Fraction]:
    """The chance of each duelist to be killed in one volley; `cards` are loaded slots and critical token."""
    killed = dict.fromkeys(cards, Fraction(0))
    gangs = list(cards)
    for numbers in product(SIDES, repeat=len(gangs)):
        shots = {gang: shot_of(gang, number, *cards[gang])
                 for gang, number in zip(gangs, numbers, strict=True)}
        for victim in killers_of(shots, targets):
            killed[victim] += SIDE ** len(gangs)
    return killed


def slots_text(loaded: Sequence[int]) -> str:
    """A Targeting card as text: a number for a bullet, a dot for a shell."""
    return "".join(str(slot) if slot in loaded else "." for slot in SLOTS)
