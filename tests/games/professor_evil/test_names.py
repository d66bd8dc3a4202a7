"""What words and things are called: a person understands every answer, question and line of the log."""

from __future__ import annotations

import re

import pytest

from companion.games.professor_evil.content import DOINGS
from companion.games.professor_evil.game import ProfessorEvil
from companion.i18n import Sentences
from tests.games.professor_evil.tables import content, game, game_of
from tests.games.reading_aloud import Reader, rules_of

READER = Reader(re.compile(r"[_:{}=|]\w|None|\bT\d\d\b"), rules_of("professor_evil", "EVIL"), off_list=0.1)


def label(key: str, word: str) -> str:
    """What `word` means as an answer to `key`, as people read it."""
    return Sentences("en", game(), seats=("ana", "ben", "jean_luc")).label(key, word)


@pytest.mark.parametrize(("key", "word", "meaning"), [
    ("action", "move:music_room", "Go to Music room"), ("action", "enter:gallery", "Climb into Gallery"),
    ("action", "unlock:D15", "Open door D15, between Library and Study"),
    ("action", "recover:red", "Save the red treasure"), ("action", "disarm", "Turn the trap here OFF"),
    ("action", "card:nathan_2", "Play: Skeleton key"), ("action", "card:unknown", "Play: a card"),
    ("action", "power", "Use the power"), ("action", "bonus", "Use the bonus (the power sleeps again)"),
    ("action", "end", "Done: roll the dice"), ("after_roll", "no", "No"), ("enters", "yes", "Yes"),
    ("roll", "professor=chevron_2", "professor die: walk 2"), ("roll", "colour", "colour die"),
    ("reroll", "clock=clock_1", "clock die: 5 minutes"), ("face", "secret_passage", "secret passage"),
    ("panel", "disarm", "Turn a trap OFF"), ("panel", "unlock", "Open a door"),
    ("panel", "done", "That is all"), ("steps", "11", "XI"), ("steps", "12", "XII, lap 2"),
    ("treasures.red.due", "9", "IX"),
    ("door", "D03", "Door D03, between Library and Observatory"),
    ("way", "D03", "Door D03, between Library and Observatory"),
    ("minutes", "45", "45 minutes"), ("types", "saw", "saw"), ("tile", "T16", "Crystal skull"),
    ("tile", "describe", "One that is not on the list"), ("cards", "unknown", "Not read out"),
    ("location", "main_hall", "Main hall"), ("character", "leroy", "Leroy Johnson"),
    ("wake", "ana", "ana"), ("wake", "nobody", "Nobody"), ("free_move", "stop", "Stay here"),
    ("marker", "blue", "blue"), ("first", "jean_luc", "jean luc"), ("die", "clock", "clock die"),
])
def test_an_answer_says_what_it_means(key: str, word: str, meaning: str) -> None:
    assert label(key, word) == meaning


def test_all_that_can_be_done_by_hand_is_said_in_words() -> None:
    meanings = [label("panel", op) for op in DOINGS]
    assert len(set(meanings)) == len(DOINGS)
    assert not [meaning for meaning, op in zip(meanings, DOINGS, strict=True)
                if meaning == op.replace("_", " ")]


@pytest.mark.parametrize(("word", "name"), [
    ("main_hall", "Main hall"), ("T10", "Sea captain's log"), ("nathan", "Nathan Goodspeed"),
    ("nathan_1", "Quick step"), ("nathan_bonus", "Nathan Goodspeed"), ("chevron_3", "walk 3"),
    ("time_10", "hurry 10"), ("clock_2", "10 minutes"), ("padlock", "padlock"), ("red", "red"),
    ("outside", "outside"), ("described_2", "Treasure #2"),
    ("unknown", "a card"), ("ana", None), ("yes", None), ("D01", None),
])
def test_things_have_names_and_other_words_have_none(word: str, name: str | None) -> None:
    assert game().name_of(word) == name


# Whole games

def by_hand() -> ProfessorEvil:
    """A box whose cards are all carried out by hand, half of them on the dice; and a forked map."""
    plain = content()
    for number, card in enumerate(plain["cards"]):
        card["effects"] = [{"op": "manual"}]
        card["window"] = ("phase2", "after_roll")[number % 2]
    next(door for door in plain["doors"] if door["id"] == "D09")["rug_b"] = "red"
    return game_of(plain)


def test_whole_games_say_nothing_raw() -> None:
    keys: set[str] = set()
    for seed in range(3):
        keys |= READER.play_and_read(by_hand(), seed, 2 + seed)
    keys |= READER.play_and_read(game(), 7, 1, {"colour_scheme": "single", "use_55": "yes"})
    keys |= READER.play_and_read(game(), 8, 5)
    assert keys >= {
        "rooms", "traps", "location", "tile", "minutes", "types", "character", "first", "cards", "action",
        "roll", "after_roll", "panel", "remember", "door", "room", "free_move", "pawn", "enters", "marker",
        "wake", "die", "face", "reroll"}
