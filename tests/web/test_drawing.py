"""Shapes of a board as SVG: what is written on them, and how kinds of pieces are told apart."""

from __future__ import annotations

import re

import pytest

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Dial, Pawn, Shape, Token
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
        (size,) = re.findall(r'class="label" y="[\d.]+" font-size="([\d.]+)"', dial)
        return float(size)

    assert size_of_name(50) == 4.5
    assert 9 * 0.64 * size_of_name(90) < 20


def test_three_letters_are_smaller_on_a_figure_than_two() -> None:
    two, three = (drawn(Pawn(1, 1, 5, short, "who", "player")) for short in ("P3", "P10"))
    assert 'font-size="0.95"' in two
    assert 'font-size="0.76"' in three
