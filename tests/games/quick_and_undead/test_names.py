"""What words are called and what answers mean to a person."""

from __future__ import annotations

import pytest

from companion.i18n import Sentences
from tests.games.quick_and_undead.towns import game

ENGLISH = Sentences("en", game(), ("ana", "ben"))


@pytest.mark.parametrize(("word", "name"), [
    ("B03", "Gunsmith"), ("street", "the street"), ("dead_ranger", "Dead Ranger"), ("n1", "Notoriety"),
    ("U08", "4 (3 5 7)"), ("U01", "6 (3)"), ("U16", "1 (2 3 4 5 6 7) #1"), ("U18", "1 (2 3 4 5 6 7) #3"),
    ("ana_1", "ana #1"), ("big_joe_2", "big joe #2"), ("ana", None), ("ana_3", None), ("_1", None),
    ("S05", None)])
def test_things_have_the_names_that_people_use(word: str, name: str | None) -> None:
    assert game().name_of(word) == name


@pytest.mark.parametrize(("key", "word", "meaning"), [
    ("picks", "coin", "coin"), ("slots", "4", "Slot 4"), ("slots_2", "4", "Slot 4"), ("load", "7", "Slot 7"),
    ("select", "1", "1, the joker"), ("select", "8", "Spot 8"), ("select_2", "5", "Spot 5"),
    ("joker", "3", "Spot 3"), ("place", "3", "Spot 3"), ("place", "hired_guns", "Hired Guns"),
    ("hired", "go", "Go to Hired Guns"), ("hired", "stay", "Stay"), ("hire_price", "coins", "2 coins"),
    ("hire_price", "n1", "1 Notoriety"), ("aim", "ana", "ana"), ("aim", "ana_2", "ana #2"),
    ("buy_peace", "keep", "Keep the coin"), ("buy_peace", "pay:ben", "Pay ben 1 coin"),
    ("buy_peace", "pay:dead_ranger", "Pay Dead Ranger 1 coin"), ("critical", "yes", "Yes"),
    ("ability", "shoot:U08", "Shoot undead 4 (3 5 7)"), ("ability", "lean:ben@7", "Intimidate ben on spot 7"),
    ("ability", "lean:dead_ranger@3", "Intimidate Dead Ranger on spot 3"),
    ("ability", "rob:ben", "Steal from ben"), ("ability", "rob:supply", "Steal from the supply"),
    ("ability", "skip", "Skip to income"), ("ability", "break_five", "Change a 5 into five 1s"),
    ("ability", "make_five", "Change five 1s into a 5"), ("shoot", "roll", "Roll"), ("shoot", "stop", "Stop"),
    ("pay_or_leave", "pay", "Pay two"), ("pay_or_leave", "leave", "Stand and face the shot"),
    ("hand_over", "bullet:5", "The bullet of slot 5"), ("hand_over", "change", "Change a 5 into five 1s"),
    ("steal_slot", "7", "Slot 7"), ("income", "coins", "coins"), ("buy", "none", "None"),
    ("buy", "B03", "Gunsmith"), ("fight_or_leave", "stay", "Stay and fight"),
    ("fight_or_leave", "leave", "Leave the building"), ("undead", "U08", "undead 4 (3 5 7)"),
    ("put_undead", "street", "the street"), ("put_undead", "B05", "Undertaker"),
    ("withdraw", "B03", "Gunsmith"),
    ("keep", "4", "Slot 4"), ("keep", "leave", "Give up the building"), ("start", "done", "Nothing more"),
    ("ranger_bullet", "6", "Slot 6"), ("duel", "ana=6", "ana: 6"),
    ("ranger_roll", "dead_ranger=8", "Dead Ranger: 8"),
    ("duel", "dead_ranger", "Dead Ranger"), ("defence", "ana=2", "ana: 2"),
    ("building_roll", "ana=7", "ana: 7"),
    ("rearrange", "3", "Slot 3"), ("undead_shot", "ana=3", "ana: 3"), ("attack", "ana=4", "ana: 4"),
    ("intimidation_shot", "ana=3", "ana: 3"), ("law", "ben", "ben"), ("champion", "ana_1", "ana #1"),
])
def test_answers_are_said_in_words_of_the_table(key: str, word: str, meaning: str) -> None:
    assert ENGLISH.label(key, word) == meaning
