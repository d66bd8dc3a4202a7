"""Exact chances of this turn's roll, from the faces that the content gives the three dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from companion.games.professor_evil.clock import CLOCK
from companion.games.professor_evil.content import COLOURS
from companion.games.professor_evil.house import THRESHOLD, House
from companion.games.professor_evil.professor import CHEVRONS, HURRY


def rolls(house: House) -> Iterator[tuple[tuple[str, str, str], Fraction]]:
    """Every result of the three dice with its chance."""
    dice = [Counter(die.faces) for die in house.box.three_dice]
    sides = [sum(faces.values()) for faces in dice]
    for (one, ones), (two, twos), (three, threes) in product(*(faces.items() for faces in dice)):
        yield (one, two, three), Fraction(ones * twos * threes, sides[0] * sides[1] * sides[2])


def losses(house: House) -> dict[str, Fraction]:
    """The chance that each treasure is lost in this roll, by the hurry or by the clock (EVIL-80, EVIL-84)."""
    slots = [slot for slot in COLOURS if house.state.treasures[slot]]
    chances = dict.fromkeys(slots, Fraction(0))
    for (face, colour, black), chance in rolls(house):
        for slot in lost_by(house, slots, colour, HURRY.get(face, 0), CLOCK[black]):
            chances[slot] += chance
    return chances


def lost_by(house: House, slots: list[str], colour: str, hurry: int, clock: int) -> list[str]:
    """The treasures that one result loses. If the hurry ends the game, the clock stands still (EVIL-91)."""
    left = {slot: house.state.left(slot) - (hurry if slot == colour else 0) for slot in slots}
    hurried = [slot for slot in slots if left[slot] <= 0]
    if len(house.state.lost) + len(hurried) >= THRESHOLD:
        return hurried
    return [slot for slot in slots if left[slot] <= clock]


def reaches(house: House) -> dict[str, Fraction]:
    """The chance that the professor enters each room in this roll; at a fork each way is taken as likely."""
    chances: dict[str, Fraction] = {}
    for (face, colour, _), chance in rolls(house):
        if face in CHEVRONS:
            entered = walked(house, house.state.professor, CHEVRONS[face], colour)
        else:
            treasure = house.state.treasures[colour]
            entered = {treasure.room: Fraction(1)} if treasure and face not in HURRY else {}
        for room, share in entered.items():
            chances[room] = chances.get(room, Fraction(0)) + chance * share
    return chances


def walked(house: House, room: str, steps: int, colour: str) -> dict[str, Fraction]:
    """The rooms that a walk enters, each with its chance (1 unless a map has forks)."""
    if steps == 0:
        return {}
    doors = house.box.exits(room, colour, house.state.options["colour_scheme"])
    entered: dict[str, Fraction] = {}
    for door in doors:
        share, there = Fraction(1, len(doors)), door.beyond(room)
        later = walked(house, there, steps - 1, colour)
        entered[there] = entered.get(there, Fraction(0)) + share
        for other, chance in later.items():
            if other != there:
                entered[other] = entered.get(other, Fraction(0)) + share * chance
    return entered
