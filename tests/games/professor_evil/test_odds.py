"""The odds of the coming roll, held against the rules themselves: every result of the dice is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from companion.engine.random_player import random_answer
from companion.engine.referee import Page, Referee
from companion.games.professor_evil import odds
from companion.games.professor_evil.content import COLOURS
from companion.games.professor_evil.game import ProfessorEvil
from companion.games.professor_evil.state import State, Treasure
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    content,
    game,
    game_of,
    house,
    key,
    play,
    throw,
)


def results(of: ProfessorEvil) -> Iterator[tuple[str, Fraction]]:
    """Every result of the dice as the sides of the content's dice have it, with its chance."""
    sides = [of.dice[kind][1] for kind in ("professor", "colour", "clock")]
    for faces, times in Counter(product(*sides)).items():
        yield " ".join(faces), Fraction(times, len(sides[0]) * len(sides[1]) * len(sides[2]))


def ends(referee: Referee, chance: Fraction) -> Iterator[tuple[Referee, Fraction]]:
    """The turn played to its end; where the professor may go several ways, each of them as likely."""
    while key(referee) not in ("", "cards"):
        question = referee.question
        assert question is not None
        (seat,), (ask,) = question.asks, question.asks.values()
        if question.key == "way":
            assert hasattr(ask, "words")
            for word in ask.words:
                pages = [Page(page.start, list(page.answers)) for page in referee.pages]
                other = Referee.restore(referee.game, pages, referee.number)
                other.answer(seat, "way", (word,))
                yield from ends(other, chance / len(ask.words))
            return
        referee.answer(seat, question.key, random_answer(Random(1), ask))
    yield referee, chance


def by_playing(state: State, of: ProfessorEvil) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The chances that treasures are lost and rooms are entered, found by playing every result."""
    tiles = {colour: treasure.tile for colour, treasure in state.treasures.items() if treasure}
    lost = dict.fromkeys(tiles, Fraction(0))
    entered: dict[str, Fraction] = {}
    for faces, chance in results(of):
        referee = acting(deepcopy(state), of=of)
        play(referee, f"{state.current} action end")
        for end, share in ends(throw(referee, faces), chance):
            for colour, tile in tiles.items():
                if tile in end.state.lost:
                    lost[colour] += share
            rooms = {str(line.args["room"]) for line in end.log if line.rule in ("EVIL-61", "EVIL-71")
                     and "room" in line.args}
            for room in rooms:
                entered[room] = entered.get(room, Fraction(0)) + share
    return lost, entered


def with_left(red: int, green: int, blue: int, *lost: str) -> State:
    """A table whose treasures have so many steps left."""
    state = a_state()
    state.steps = 4
    for colour, left in zip(COLOURS, (red, green, blue), strict=True):
        treasure = state.treasures[colour]
        assert treasure is not None
        treasure.due = state.steps + left
    state.lost = list(lost)
    return state


def forks() -> ProfessorEvil:
    """A map with two red rugs in the laboratory and no green one, and dice of unequal sides."""
    plain = content()
    next(door for door in plain["doors"] if door["id"] == "D09")["rug_b"] = "red"
    plain["dice"]["professor"]["faces"] = [
        {"symbol": "chevron_3", "count": 2}, {"symbol": "time_10", "count": 1},
        {"symbol": "secret_passage", "count": 1}]
    plain["dice"]["clock"]["faces"] = [{"symbol": "clock_1", "count": 5}, {"symbol": "clock_2", "count": 1}]
    return game_of(plain)


@pytest.mark.parametrize("left", [(1, 2, 3), (2, 2, 4), (9, 3, 1), (11, 10, 9)])
@pytest.mark.parametrize("lost", [(), ("T02", "T03", "T04")], ids=["none lost", "three lost"])
def test_the_odds_are_those_of_the_rules(left: tuple[int, int, int], lost: tuple[str, ...]) -> None:
    state = with_left(*left, *lost)
    assert (odds.losses(house(state)), odds.reaches(house(state))) == by_playing(state, game())


@pytest.mark.parametrize("scheme", ["per_side", "single"])
def test_the_odds_on_a_map_with_forks_and_other_dice(scheme: str) -> None:
    state = with_left(3, 4, 1)
    state.options["colour_scheme"] = scheme
    of = forks()
    if scheme == "single":
        state.professor = "kitchen"
    assert (odds.losses(house(state, of)), odds.reaches(house(state, of))) == by_playing(state, of)


def test_an_empty_place_has_no_odds_and_no_passage() -> None:
    state = with_left(3, 3, 3)
    state.treasures["red"] = None
    assert set(odds.losses(house(state))) == {"green", "blue"}
    assert "study" in odds.reaches(house(state))
    assert (odds.losses(house(state)), odds.reaches(house(state))) == by_playing(state, game())


def test_simple_cases_by_hand() -> None:
    state = with_left(1, 2, 3)
    losses = odds.losses(house(state))
    # Green: two symbols (1/2), or one symbol and a hurry (2/6) in green (1/3).
    assert losses == {"red": Fraction(1), "green": Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 9),
                      "blue": Fraction(1, 2) * Fraction(1, 9) + Fraction(1, 2) * Fraction(1, 18)}
    assert odds.reaches(house(state))["music_room"] == Fraction(1, 2) * Fraction(1, 3)


def test_a_passage_to_where_he_stands_counts() -> None:
    state = with_left(5, 5, 5)
    state.treasures["red"] = Treasure("T12", "laboratory", 9)
    assert odds.reaches(house(state))["laboratory"] == Fraction(1, 18)


def test_the_odds_are_shown_in_percent() -> None:
    shown = game().view(with_left(1, 2, 3), None)["odds"]
    assert shown["lost"] == {"red": 100.0, "green": 55.56, "blue": 8.33}
    assert shown["reached"]["music_room"] == 16.67
    assert game().view(game().new(["ana"], {}), None)["odds"] == {"lost": {}, "reached": {}}
