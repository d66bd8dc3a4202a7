"""The odds: worked out by hand, against every roll there is, and against rolls by the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from time import perf_counter

import pytest

from companion.engine.referee import Referee
from companion.games.quick_and_undead.content import SLOTS
from companion.games.quick_and_undead.duels import killers_of
from companion.games.quick_and_undead.odds import (
    Card,
    duel_chances,
    hit_chance,
    kill_chance,
    takeover_chance,
)
from companion.games.quick_and_undead.shooting import CRITICAL, Shot
from tests.games.quick_and_undead.towns import a_town, asked, game, play, sit

FULL = Card(SLOTS, "skull")
EMPTY = Card((), "backfire")


def card(text: str) -> Card:
    """`46 skull`"""
    slots, _, crit = text.rpartition(" ")
    return Card(tuple(map(int, slots)), crit)


@pytest.mark.parametrize(("text", "eighths"), [("46 skull", 3), ("46 backfire", 2), (" backfire", 0),
                                               ("234567 skull", 7)])
def test_a_shot_hits_on_its_bullets_and_with_the_skull_up_on_an_eight(text: str, eighths: int) -> None:
    assert hit_chance(card(text)) == Fraction(eighths, 8)


def kill_by_hand(weak: tuple[int, ...], held: Card, rolled: tuple[int, ...] = ()) -> Fraction:
    """The same chance, roll by roll."""
    chance = Fraction(0)
    for number in range(1, 9):
        if number in rolled or (number == 1 and held.crit == "backfire"):
            continue
        if (number in weak and number in held.loaded) or (number == 8 and held.crit == "skull"):
            chance += Fraction(1, 8)
        else:
            chance += kill_by_hand(weak, held, (*rolled, number)) / 8
    return chance


@pytest.mark.parametrize("text", ["5 skull", "5 backfire", "357 skull", "46 backfire", " skull", " backfire"])
def test_an_undead_dies_as_often_as_roll_by_roll(text: str) -> None:
    assert kill_chance((3, 5, 7), card(text)) == kill_by_hand((3, 5, 7), card(text))


@pytest.mark.parametrize("rolled", [(4,), (4, 6), (8,), (1, 2, 4, 6)])
def test_what_was_rolled_already_counts(rolled: tuple[int, ...]) -> None:
    held = card("5 skull")
    assert kill_chance((3, 5, 7), held, rolled) == kill_by_hand((3, 5, 7), held, rolled)


def shot(gang: str, number: int, held: Card) -> Shot:
    if number == 8:
        return Shot(gang, number, CRITICAL if held.crit == "skull" else 0)
    return Shot(gang, number, number if number in held.loaded else 0)


def every_roll(cards: dict[str, Card], targets: dict[str, str]) -> dict[str, Fraction]:
    """The chances in a duel, counted over every roll there is by the rules' own judgement."""
    killed = dict.fromkeys(cards, Fraction(0))
    for numbers in product(range(1, 9), repeat=len(cards)):
        shots = {gang: shot(gang, number, held)
                 for (gang, held), number in zip(cards.items(), numbers, strict=True)}
        for victim in killers_of(shots, targets):
            killed[victim] += Fraction(1, 8 ** len(cards))
    return killed


@pytest.mark.parametrize(("a", "b"), [("46 skull", "3 skull"), ("5 backfire", "5 backfire"),
                                      ("234567 skull", " skull"), ("27 skull", "456 backfire")])
def test_a_duel_of_two_goes_as_over_every_roll(a: str, b: str) -> None:
    cards, targets = {"a": card(a), "b": card(b)}, {"a": "b", "b": "a"}
    assert duel_chances(cards, targets) == every_roll(cards, targets)


@pytest.mark.parametrize("targets", [{"a": "b", "b": "c", "c": "a"}, {"a": "b", "b": "a", "c": "a"},
                                     {"a": "c", "b": "c", "c": "b"}])
def test_a_duel_of_three_goes_as_over_every_roll(targets: dict[str, str]) -> None:
    cards = {"a": card("46 skull"), "b": card("357 backfire"), "c": card("3 skull")}
    assert duel_chances(cards, targets) == every_roll(cards, targets)


def test_a_duel_of_three_is_reckoned_within_fifty_milliseconds() -> None:
    cards = {"a": FULL, "b": card("357 backfire"), "c": FULL}
    begun = perf_counter()
    duel_chances(cards, {"a": "b", "b": "a", "c": "a"})
    assert perf_counter() - begun < 0.05


def test_who_can_only_fumble_loses_the_fight_for_a_building_in_the_end() -> None:
    assert takeover_chance(EMPTY, FULL, is_high=False) == 0
    assert takeover_chance(Card((), "skull"), EMPTY, is_high=False) == 1


def test_one_volley_of_a_fight_worked_out_by_hand() -> None:
    held, taken = Fraction(1, 8) + Fraction(1, 8), Fraction(6, 8) * Fraction(1, 8)
    chance = takeover_chance(card("3 backfire"), card("3 skull"), is_high=False)
    assert chance == taken / (taken + held + Fraction(6, 8) * Fraction(1, 8))


def kit(text: str) -> str:
    """`46 skull` as a gang's notation, `{4,6} skull`."""
    slots, _, crit = text.rpartition(" ")
    return f"{{{','.join(slots)}}} {crit}"


def fights(attacker: str, defender: str, building: str, rng: Random) -> bool:
    """One fight for a building, played by the rules; whether the attacker got it."""
    state = a_town(street="", undead={"S03": "U04"}, occupants={"S01": "b"}, hill=0,
                   buildings=(building, "B10", "B12", "B14", "B11", "B02"),
                   a=f"{kit(attacker)} c20", b=f"{kit(defender)} s0 g3")
    referee = play(sit(state), "a select 3", "a hired stay", "a buy S01",
                   "b fight_or_leave stay")
    while asked(referee)[1] in ("defence", "attack", "critical"):
        seat, key = asked(referee)
        play(referee, f"{seat} {key} {'yes' if key == 'critical' else rng.randint(1, 8)}")
    return "a" in referee.state.places["S01"].occupants


@pytest.mark.parametrize(("attacker", "defender", "building"), [
    ("67 skull", "4 skull", "B05"), ("67 backfire", "24 backfire", "B05"), ("6 skull", "5 skull", "B20")])
def test_a_fight_for_a_building_goes_as_played_by_the_rules(
    attacker: str, defender: str, building: str
) -> None:
    rng, games = Random(7), 400
    won = sum(fights(attacker, defender, building, rng) for _ in range(games))
    chance = float(takeover_chance(card(attacker), card(defender), is_high=building == "B20"))
    assert abs(won / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5


# What the page shows of them


def shown(referee: Referee) -> list[tuple[str, str, float]]:
    view = game().view(referee.state, None)
    return [(odds["what"], odds["who"], odds["percent"]) for odds in view["odds"]]


def test_the_page_shows_the_odds_of_the_shots_about_to_fall() -> None:
    state = a_town(undead={"S01": "U04"}, a="{5,6}", b="{3}", c="{}")
    referee = play(sit(state), "a select 8", "b select 4", "c select 4")
    assert shown(referee) == []
    play(referee, "a ability lean:b@4", "b pay_or_leave leave")
    assert shown(referee) == [("hits", "a", 37.5)]
    play(referee, "a intimidation_shot 2", "a income n1")
    assert shown(referee) == [("killed", "b", 12.5), ("killed", "c", 23.4)]
    play(referee, "b duel 2", "c duel 4", "b ability shoot:U08")
    assert shown(referee) == [("kills", "b", 64.1)]
    play(referee, "b undead_shot 2")
    assert shown(referee) == [("kills", "b", 52.2)]
    play(referee, "b shoot stop")
    assert shown(referee) == []


def test_the_page_shows_how_a_fight_for_a_building_is_likely_to_go() -> None:
    state = a_town(street="", undead={"S03": "U04"}, occupants={"S01": "b"}, a="{6,7} c20", b="{4} s0 g3")
    referee = play(sit(state), "b start done", "a select 3", "a hired stay",
                   "a buy S01", "b fight_or_leave stay")
    chance = takeover_chance(card("67 skull"), card("4 skull"), is_high=False)
    assert shown(referee) == [("takes", "a", round(float(100 * chance), 1))]
    play(referee, "b defence 4")
    assert shown(referee) == []
