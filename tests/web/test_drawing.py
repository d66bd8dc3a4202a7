"""Shapes of a board as SVG: what is written on them, and how kinds of pieces are told apart."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Dial, Pawn, Shape, Token
from companion.i18n import Sentences
from tests.games.quick_and_undead.towns import a_town, game
from tests.web.phone import answer_by_chance, table_of
from web.drawing import svg

FRENCH = {"G": "V", "{minutes} min left": "encore {minutes} min", "Study": "Bureau"}


def drawn(*shapes: Shape) -> str:
    """The shapes on a board, for a reader of French."""
    return str(svg(Board(100, 100, shapes, Message("A board")),
                   lambda message: FRENCH.get(message.id, message.id).format(**message.args)))


@pytest.mark.parametrize("shape", [
    Token(1, 1, 5, Message("G"), "green"), Pawn(1, 1, 5, Message("G"), "green", "treasure", "green"),
    Cell(1, 1, 50, 20, "green", Message("G")),
])
def test_a_sentence_on_a_shape_is_in_the_readers_language(shape: Shape) -> None:
    assert ">V</text>" in drawn(shape)


def test_letters_that_are_no_sentence_stay_as_they_are() -> None:
    assert ">G</text>" in drawn(Token(1, 1, 5, "G", "green"))
    assert ">G</text>" in drawn(Pawn(1, 1, 5, "G", "gail", "player"))


def test_a_cells_texts() -> None:
    text = drawn(Cell(1, 1, 90, 60, "Study", Message("{minutes} min left", {"minutes": 5}), "Study", "note"))
    assert ">encore 5 min</text>" in text
    assert ">Bureau</text>" in text
    assert ">note</text>" in text


def test_kinds_of_pieces_have_bodies_of_their_own() -> None:
    bodies = {kind: drawn(Pawn(1, 1, 5, "A", "a", kind)) for kind in ("player", "personage", "treasure")}
    assert "<circle" in bodies["player"]
    assert "<rect" in bodies["personage"]
    assert "<path" in bodies["treasure"]


def test_colours_of_pieces_are_classes() -> None:
    assert 'class="pawn treasure red"' in drawn(Pawn(1, 1, 5, "R", "red", "treasure", "red"))
    assert 'class="token blue"' in drawn(Token(1, 1, 5, "B", "blue", "blue"))


def test_a_name_beneath_a_dial_ends_at_the_boards_edge() -> None:
    def size_of_name(x: float) -> float:
        dial = drawn(Dial(x, 50, 10, 3, 10, "A" * 9))
        (size,) = re.findall(r'class="label plain" x="[\d.]+" y="[\d.]+" font-size="([\d.]+)"', dial)
        return float(size)

    assert size_of_name(50) == 4.5
    assert 9 * 0.64 * size_of_name(90) < 20


def test_the_name_of_a_dial_lies_above_the_dials_beside_it() -> None:
    left, right = Dial(30, 50, 10, 3, 10, "Nouveau-Mexique"), Dial(60, 60, 10, 3, 10, "Rome")
    drawing = drawn(left, right)
    assert drawing.rindex("<circle") < drawing.index("Nouveau-Mexique") < drawing.index("Rome")


def test_three_letters_are_smaller_on_a_figure_than_two() -> None:
    two, three = (drawn(Pawn(1, 1, 5, short, "who", "player")) for short in ("P3", "P10"))
    assert letters(two) > letters(three) > 0.75
    assert letters(drawn(Pawn(1, 1, 5, "MW", "who", "player"))) < letters(two), "wide letters need room"


def letters(text: str) -> float:
    """The size of the only text."""
    (size,) = re.findall(r'font-size="([\d.]+)"', text)
    return float(size)


def test_a_name_too_long_for_one_line_takes_two() -> None:
    text = drawn(Cell(50, 50, 80, 70, "room", "", "Salon de musique"))
    assert ">Salon de</text>" in text
    assert ">musique</text>" in text
    assert ">Salon de musique</text>" in drawn(Cell(50, 50, 200, 70, "room", "", "Salon de musique"))


def test_in_a_low_cell_and_beside_a_mark_a_name_keeps_to_one_line() -> None:
    assert ">Salon de musique</text>" in drawn(Cell(50, 50, 80, 40, "room", "", "Salon de musique"))
    assert ">Salon de musique</text>" in drawn(Cell(50, 50, 80, 70, "room", "5", "Salon de musique"))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["professor_evil", "quick_and_undead"])
def test_letters_are_nine_pixels_high_on_a_narrow_phone(name: str, language: str, tmp_path: Path) -> None:
    """On a phone 360 pixels wide a board is 323 wide."""
    table, rng = table_of(tmp_path, name=name), Random(3)
    sentences = Sentences(language, table.game, ("ana", "bob"))
    table.start()
    for count in range(60):
        answer_by_chance(table, rng)
        if count % 10 == 9:
            board = table.game.board(table.snapshot.views["ana"].board)
            for size, text in sizes(str(svg(board, sentences.say))):
                assert size * 323 / board.width >= 9, text
    table.stop()


def test_a_token_that_backfired_is_legible_in_french() -> None:
    state = a_town(ana="{} c3 s2 [7l] backfire", ben="{}")
    board = game().board(game().view(state, "ana"))
    drawing = str(svg(board, Sentences("fr", game(), ("ana", "ben")).say))
    assert ">Retour de</text>" in drawing
    assert min(size for size, _ in sizes(drawing)) * 323 / board.width >= 9


def sizes(text: str) -> list[tuple[float, str]]:
    """Each text of a drawing with its size in the board's units: a figure tells it in units of its radius."""
    found, scale = [], 1.0
    parts = re.compile(r'<g ([^>]*)>|<text [^>]*?font-size="([\d.]+)"[^>]*>([^<]+)</text>')
    for begun, size, said in parts.findall(text):
        if begun:
            larger = re.search(r"scale\(([\d.]+)\)", begun)
            scale = float(larger[1]) if larger else 1.0
        else:
            found.append((scale * float(size), said))
    return found
