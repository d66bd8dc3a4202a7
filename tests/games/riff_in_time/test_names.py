"""What words and things are called: a person understands every answer, question and line of the log."""

from __future__ import annotations

import re

import pytest

from companion.games.riff_in_time.game import RiffInTime
from companion.i18n import Sentences
from tests.games.reading_aloud import Reader, rules_of
from tests.games.riff_in_time.tables import game, game_with, game_with_card
from tests.games.riff_in_time.throws import any_faces

READER = Reader(re.compile(r"[_:{}=|]\w|\b[wctb]\d\b|None"), rules_of("riff_in_time", "RIT"), off_list=0.03)


def label(key: str, word: str, of: RiffInTime | None = None) -> str:
    """What `word` means as an answer to `key`, as people read it."""
    return Sentences("en", of or game(), seats=("ana", "ben")).label(key, word)


@pytest.mark.parametrize(("key", "word", "meaning"), [
    ("action", "move:w3", "Move, with yellow die 3"),
    ("action", "interact:t1", "Interact, with pink die 1"),
    ("action", "excellent:bonus", "Excellent, with the bonus card"),
    ("action", "reroll:reward", "Reroll, with the Objective card"),
    ("action", "reroll:charlemagne", "Reroll, with Charlemagne"),
    ("action", "reroll:charlemagne_2", "Reroll, with Charlemagne (2)"),
    ("action", "reroll:person_03", "Reroll, with Person 3"),
    ("action", "move:billy_the_kid_2", "Move, with Billy the Kid (2)"),
    ("action", "pair:move:w1+bonus", "Excellent, for two Move: yellow die 1 and the bonus card"),
    ("action", "change", "Use the ability: change a die"),
    ("action", "end", "End the turn"),
    ("bogus", "take:b1", "Take the Bogus of black die 1"),
    ("bogus", "reroll:w1", "Reroll, with yellow die 1"),
    ("bogus", "excellent:c1", "Reroll, with the Excellent of blue die 1"),
    ("bogus", "pair:move:w1+w2", "Reroll, for two Move: yellow die 1 and yellow die 2"),
    ("excellent", "interact", "Interact"),
    ("interact", "drop:charlemagne", "Drop off Charlemagne"),
    ("interact", "return:charlemagne", "Return Charlemagne, who stands here"),
    ("interact", "pick:billy_the_kid", "Pick up Billy the Kid"),
    ("interact", "pass:billy_the_kid:ben", "Pass Billy the Kid to ben"),
    ("interact", "fix", "Fix: lower the rift here"),
    ("move", "new_york", "New York"),
    ("move", "san_dimas", "San Dimas"),
    ("extra_step", "stop", "Stay here"),
    ("booth", "yes", "Yes"),
    ("task", "not_yet", "Not yet"),
    ("reroll_die", "c2", "blue die 2"),
    ("roll", "w1=move", "yellow die 1: Move"),
    ("roll", "w1=blank", "yellow die 1: blank"),
    ("change", "t4=move+interact", "pink die 4: Move + Interact"),
    ("starter", "ana", "ana"),
    ("character", "bill", "Bill"),
])
def test_answers_are_said_in_words_of_the_box(key: str, word: str, meaning: str) -> None:
    assert label(key, word) == meaning


@pytest.mark.parametrize(("key", "word", "meaning"), [
    ("draw", "kassel_1", "Kassel #1: Raise Kassel, if red: All go straight to Kassel, if fixed: Draw another "
                         "Riff card"),
    ("draw", "new_york_2", "New York #2: Raise New York, if red: Raise San Dimas or Draw another Riff card"),
    ("look", "five", "Five: Raise San Dimas (5 times) or Discard a Riff card unread (5 times)"),
    ("draw", "all_home", "All home: All go straight to San Dimas, All leave the booths"),
    ("draw", "numbered_odd",
     "Odd numbers: Raise number 1, 3, 5, 7, 9, if fixed: Lower San Dimas for each fixed one"),
    ("put_back", "rome_3", "Rome #3: Raise Rome"),
    ("put_back", "rome_3#2", "Rome #3: Raise Rome (copy 2)"),
    ("put_back", "described_2", "Riff #2"),
    ("draw", "describe", "A card that is not on the list"),
    ("or", "raise_sdx5", "Raise San Dimas (5 times)"),
    ("or", "raise:rome,move_all:kassel", "Raise Rome, All go straight to Kassel"),
    ("describe_main", "raise_numbered:4", "Raise number 4"),
    ("describe_main", "or", "or"),
    ("describe_fixed", "lower_sd_per_fixed", "Lower San Dimas for each fixed one"),
    ("describe_subject", "new_mexico", "New Mexico"),
    ("describe_subject", "none", "None"),
])
def test_a_riff_card_is_known_by_what_it_says(key: str, word: str, meaning: str) -> None:
    assert label(key, word) == meaning


def test_a_green_section_and_all_ten_numbers_are_said_too() -> None:
    card = {"id": "calm", "subject": "rome", "main": [{"op": "raise_numbered"}],
            "green": [{"op": "lower_sd"}]}
    assert label("draw", "calm", game_with_card(card)) == (
        "Rome #calm: Raise all ten places, if green: Lower San Dimas")


@pytest.mark.parametrize(("key", "meaning"), [
    ("objective", "Lower three places (San Dimas down by 2, then Interact)"),
    ("objectives", "Lower three places (San Dimas down by 2, then Interact)"),
    ("bonus", "Interact (Lower three places)"),
])
def test_an_objective_is_said_by_what_counts_of_it(key: str, meaning: str) -> None:
    assert label(key, "objective_06") == meaning


@pytest.mark.parametrize(("word", "name"), [
    ("new_mexico", "New Mexico"), ("billy_the_kid", "Billy the Kid"), ("bill", "Bill"),
    ("w1", "yellow die 1"), ("b3", "black die 3"), ("objective_15", "Pass Charlemagne on"),
    ("rome_2", "Rome #2"), ("five", "Five"), ("described_1", "Riff #1"), ("numbered_odd", "Odd numbers"),
    ("excellent", "Excellent"), ("blank", "blank"), ("move+bogus", "Move + Bogus"),
    ("ana", None), ("move+ana", None), ("yes", None),
])
def test_things_have_names_and_other_words_have_none(word: str, name: str | None) -> None:
    assert game().name_of(word) == name


@pytest.mark.parametrize("subject", [[1, 2], ""])
def test_a_card_about_no_one_place_and_without_a_name_goes_by_its_id(subject: object) -> None:
    card = {"id": "no_name", "subject": subject, "main": [{"op": "raise_numbered", "args": [1, 2]}]}
    assert game_with_card(card).name_of("no_name") == "no name"


def test_a_choice_within_a_choice_is_said_too() -> None:
    inner = {"choose": [[{"op": "draw"}], [{"op": "unfix"}]]}
    card = {"id": "calm", "name": "Calm", "main": [{"choose": [[{"op": "raise_sd"}], [inner]]}]}
    assert label("draw", "calm", game_with_card(card)) == (
        "Calm: Raise San Dimas or Draw another Riff card or A fixed place opens again")


# Whole games

def test_whole_games_say_nothing_raw() -> None:
    keys: set[str] = set()
    for seed, seats in enumerate((1, 2, 3, 4)):
        keys |= READER.play_and_read(game(), seed, seats, turns=12)
    keys |= READER.play_and_read(any_faces(), seed=5, seats=4, turns=12)
    assert keys >= {
        "discs", "personages", "character", "objectives", "objective", "bonus", "raises", "starter", "draw",
        "or", "roll", "booth", "booth_roll", "bogus", "reroll_die", "reroll", "action", "move", "extra_step",
        "interact", "excellent", "change", "pool"}


def test_a_house_task_is_named_when_its_owner_is_asked() -> None:
    by_hand = {"type": "by_hand", "text": "Riff."}
    objectives = [{**card, "task": by_hand} for card in game().content["objectives"]]
    assert "task" in READER.play_and_read(game_with(objectives=objectives), seed=1, seats=2, turns=4)
