"""Sentences in the reader's language, and catalogues in which nothing is missing."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion import rulebook
from companion.engine.game import Game
from companion.engine.questions import Message, Roll
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from companion.games import GAMES, load
from companion.i18n import DOMAIN, LANGUAGES, LOCALE, Language, Sentences
from tests.companion.pig import Auction
from tests.tools.rules import LEDGERS
from tests.tools.sentences import of_content, of_ledger, of_python

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
HOLE = re.compile(r"\{(\w+)\}")
CLICK = "companion/help.py"
"""The place of click's own words."""
ID = re.compile(r"\b[A-Z]+-[A-Z]*\d+\b")


def catalogue(language: str, domain: str = DOMAIN) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file)


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every sentence that people may see, with the file it is in; games that are not finished have time."""
    file = tmp_path_factory.mktemp("sentences") / "all.pot"
    subprocess.run([sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", "--mapping",
                    "babel.cfg", "--output", file, "."], cwd=ROOT, check=True, timeout=50)
    with file.open("rb") as collected:
        entries = [entry for entry in read_po(collected) if entry.id]
    return {str(entry.id): place for entry in entries for place, _ in entry.locations if is_finished(place)}


def is_finished(place: str) -> bool:
    """Whether a file belongs to no game, or to one that can be played."""
    game = re.match(r"companion/games/(\w+)/", place)
    return game is None or game[1] in GAMES


def in_words(sentence: str) -> bool:
    """Whether there is something to translate: more than holes, and than codes such as U01."""
    return bool(re.search(r"[A-Za-z]{2}", HOLE.sub("", sentence)))


def faults(places: Mapping[str, str], known: Catalog, kept: re.Pattern[str]) -> list[str]:
    """What is wrong with the translations of texts (each with its place): missing, or without all `kept`."""
    wrong = []
    for text, place in places.items():
        entry = known.get(text)
        if entry is None or not entry.string or entry.fuzzy:
            wrong.append(f"{place} is not translated: {text}")
        elif sorted(kept.findall(text)) != sorted(kept.findall(str(entry.string))):
            wrong.append(f"{place}: {text} -> {entry.string}")
    return wrong


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_with_the_same_holes(sentences: dict[str, str], language: str) -> None:
    ours = {text: place for text, place in sentences.items() if place != CLICK}
    assert len(ours) > 300
    assert faults(ours, catalogue(language), HOLE) == [], "make locale, then translate them"


@pytest.mark.parametrize("language", OTHERS)
def test_clicks_own_words_are_translated_and_have_no_hole_of_their_own(
    sentences: dict[str, str], language: str
) -> None:
    known, hole = catalogue(language), re.compile(r"\{(\w+)")
    words = {text: known.get(text) for text, place in sentences.items() if place == CLICK}
    assert "Usage:" in words
    assert [text for text, entry in words.items() if not (entry and entry.string)] == [], "make locale"
    # A hole may be left out: French says that “x” is a folder, and has no need of “Path” before it.
    assert [text for text, entry in words.items()
            if entry and not set(hole.findall(str(entry.string))) <= set(hole.findall(text))] == []


@pytest.mark.parametrize("ledger", sorted(LEDGERS.glob("*.md")), ids=lambda path: path.stem)
@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_is_translated_and_names_the_same_rules(ledger: Path, language: str) -> None:
    places = {text: id_ for id_, text in rulebook.rules(ledger.stem).items()}
    assert len(places) > 100
    assert faults(places, catalogue(language, rulebook.DOMAIN), ID) == [], "make locale, then translate them"


@pytest.mark.parametrize("domain", [DOMAIN, rulebook.DOMAIN])
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_was_translated(language: str, domain: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
        compiled = {entry.id: entry.string for entry in read_mo(file) if entry.id}
    translated = catalogue(language, domain)
    assert compiled == {entry.id: entry.string for entry in translated if entry.id and entry.string}


def told_in_a_game(name: str, seed: int) -> Iterator[Message]:
    """All that is said to people in a random game: questions, what their words mean, the log, problems."""
    game, rng = load(name), Random(seed)
    referee = Referee(game, game.new(["ana", "bob"], {}))
    yield from (option.text for option in game.options)
    while referee.question is not None:
        question = referee.question
        yield question.text
        for ask in question.asks.values():
            words = [f"{die.id}={face}" for die in ask.dice for face in die.faces] if isinstance(ask, Roll) \
                else ask.words
            yield from (game.label(question.key, word) for word in words)
        seat = rng.choice(referee.waiting)
        referee.answer(seat, question.key, random_answer(rng, question.asks[seat]))
        yield from (fact.text for fact in game.facts(referee.state))
    yield from (told.message for told in referee.log)


def parts(message: Message) -> Iterator[Message]:
    """A message and those within it."""
    yield message
    for value in message.args.values():
        for part in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(part, Message):
                yield from parts(part)


def things(game: Game[Any], message: Message) -> Iterator[str]:
    """The names of the things that fill a message's holes."""
    for value in message.args.values():
        for word in value if isinstance(value, (list, tuple)) else [value]:
            name = game.name_of(word) if isinstance(word, str) else None
            if name:
                yield name


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_game_is_told_in_the_readers_language(name: str, language: str) -> None:
    known, game = catalogue(language), load(name)
    untold = set()
    for seed in range(3):
        for message in told_in_a_game(name, seed):
            for part in parts(message):
                said = [part.id, *(thing.partition(" #")[0] for thing in things(game, part))]
                untold |= {one for one in said if in_words(one) and known.get(one) is None}
    assert untold == set()


# How a sentence is made


@pytest.fixture
def english() -> Sentences:
    return Sentences("en", Auction(), ["ana", "aunt_lee", "hat"])


def test_things_have_their_names_and_seats_stay_as_people_wrote_them(english: Sentences) -> None:
    message = Message("{seat} takes {card} for {coins}.", {"seat": "aunt_lee", "card": "lamp", "coins": 3})
    assert english.say(message) == "aunt lee takes the lamp for 3."
    assert english.say(Message("{who}", {"who": "hat"})) == "hat", "a seat comes before a thing of that name"
    assert english.say(Message("{who}", {"who": "-"})) == "the table"


def test_lists_and_messages_within_messages_are_said(english: Sentences) -> None:
    inner = Message("{seat}: {card}", {"seat": "ana", "card": "vase"})
    all_of_them = Message("See: {all}", {"all": ["lamp", inner, "x"]})
    assert english.say(all_of_them) == "See: the lamp, ana: the vase, x"


def test_braces_in_what_people_typed_do_no_harm(english: Sentences) -> None:
    assert english.say(Message("“{word}”", {"word": "{seat} {0}"})) == "“{seat} {0}”"
    assert english.say(Message("{}")) == "{}"
    assert english.say(Message("")) == ""


def test_what_a_word_means_is_said_too(english: Sentences) -> None:
    assert english.label("card", "hat") == "the hat"
    assert Sentences("en").label("card", "hat") == "hat"


def test_every_language_can_be_chosen_and_has_its_catalogues() -> None:
    assert get_args(Language) == tuple(LANGUAGES)
    assert sorted(OTHERS) == sorted(folder.name for folder in LOCALE.iterdir())


def test_french_is_spoken(english: Sentences) -> None:
    french = Sentences("fr", load("riff_in_time"), ["ana"])
    assert french.text("No dice are asked for now.") == "Aucun dé n’est demandé pour l’instant."
    message = Message("{seat} moves to {place}.", {"seat": "ana", "place": "new_mexico"})
    assert french.say(message).replace("\u00a0", " ") == "ana va à : Nouveau-Mexique."
    assert Sentences("xx").text("No dice are asked for now.") == "No dice are asked for now."


@pytest.mark.parametrize(("seat", "said"), [
    ("Alice", "Tour d’Alice"), ("Élodie", "Tour d’Élodie"), ("Yves", "Tour d’Yves"), ("Yann", "Tour de Yann"),
    ("bob", "Tour de bob"), ("Hugo", "Tour d’Hugo"), ("Hélène", "Tour d’Hélène"), ("Harry", "Tour de Harry"),
    ("Huit", "Tour de Huit"), ("4x4", "Tour de 4x4"),
])
def test_french_elides_before_a_vowel(seat: str, said: str) -> None:
    message = Message("{seat}'s turn", {"seat": seat})
    assert Sentences("fr", load("riff_in_time"), [seat]).say(message) == said
    assert Sentences("en", load("riff_in_time"), [seat]).say(message) == f"{seat}'s turn"


def test_in_french_a_decimal_point_is_a_comma() -> None:
    chance = Message("{undead}: {percent}\u00a0%", {"undead": "x", "percent": "64.1"})
    assert Sentences("fr").say(chance).endswith("64,1\u00a0%")
    assert Sentences("en").say(chance).endswith("64.1\u00a0%")


def test_a_rule_is_told_in_the_readers_language() -> None:
    french = rulebook.rules("riff_in_time", "fr")
    assert list(french) == list(rulebook.rules("riff_in_time"))
    assert rulebook.rule("riff_in_time", "RIT-03", "fr") == french["RIT-03"]
    assert "nombre de joueurs" in french["RIT-03"]
    assert rulebook.rule("riff_in_time", "RIT-03", "xx") == rulebook.rule("riff_in_time", "RIT-03")
    assert rulebook.rule("riff_in_time", "RIT-999", "fr") is None


# How sentences are collected

SOURCE = b'''
log(Told("R-1", "{seat} wins."))
play.tell("R-2", "Turn " "it.", seat=1)
Message(name); Message("Yes")
WORDS = {"a": "A word", "b": other}
'''
COMMAND = b'''
@main.command("sing")
@click.option("--loud", is_flag=True, help="So that " "all hear it.")
@click.pass_obj
def sing(given):
    """Sing a song.

    In tune.
    """

def hum():
    """Hum it."""
'''


def test_sentences_are_collected_from_code_and_content() -> None:
    plain = {found[2] for found in of_python(io.BytesIO(SOURCE), {}, (), {})}
    assert plain == {"{seat} wins.", "Turn it.", "Yes"}
    with_tables = {found[2] for found in of_python(io.BytesIO(SOURCE), {}, (), {"tables": "yes"})}
    assert with_tables == {"{seat} wins.", "Turn it.", "Yes", "A word"}
    commands = {found[2] for found in of_python(io.BytesIO(COMMAND), {}, (), {"commands": "yes"})}
    assert commands == {"Sing a song.\n\nIn tune.", "So that all hear it."}
    content = b'game = "x"\nname = "Rome"\n[[cards]]\nid = "a"\nname = "Calm"\n[cards.task]\ntext = "Do it"\n'
    assert [found[2] for found in of_content(io.BytesIO(content), {}, (), {})] == ["Rome", "Calm", "Do it"]


LEDGER = b"""
| id | rule | example |
|---|---|---|
| RIT-01 | Each player takes **one** `Character` Card. | n = 3 -> 3 of them |
"""


def test_rules_are_collected_from_a_ledger_as_they_are_shown_with_their_ids() -> None:
    (found,) = of_ledger(io.BytesIO(LEDGER), {}, (), {})
    assert found[2:] == ("Each player takes one Character Card.", ["RIT-01"])
