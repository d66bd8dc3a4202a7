"""Turns a game's board, given as shapes, into SVG for the page.

Colours come from the page's style sheet by class; every tone also has a mark of its own, so that nothing is
told by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from markupsafe import Markup, escape

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Dial, Line, Pawn, Shape, Token, Written

Say = Callable[[Message], str]

MARKS = {
    "bad": '<path class="mark" d="M0 -1 L1 0.8 L-1 0.8 Z"/>',
    "good": '<circle class="mark" r="0.9"/>',
    "closed": '<path class="mark stroke" d="M-1 0 L-0.2 0.8 L1 -0.8"/>',
    "active": '<path class="mark" d="M0 -1 L0.3 -0.3 L1 -0.3 L0.45 0.2 L0.65 0.95 L0 0.5 L-0.65 0.95 '
              'L-0.45 0.2 L-1 -0.3 L-0.3 -0.3 Z"/>',
}
"""The mark of each tone that has a meaning, drawn around (0, 0) with a radius of about 1."""
BODIES = {
    "player": '<circle class="body" r="0.96"/>',
    "personage": '<rect class="body" x="-0.92" y="-0.92" width="1.84" height="1.84" rx="0.35"/>',
    "treasure": '<path class="body" d="M0 -1.25 L1.25 0 L0 1.25 L-1.25 0 Z"/>',
}
"""The body of each kind of pawn."""


def svg(board: Board, say: Say) -> Markup:
    """The board as one SVG element. What it shows is also said in words, as its label."""
    shapes = Markup("").join(_shape(shape, board.width, say) for shape in board.shapes)
    return Markup('<svg class="board" viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">{}</svg>').format(
        board.width, board.height, say(board.description), shapes
    )


def mark(tone: str) -> Markup:
    """The mark of a tone as an SVG of its own, for a legend."""
    return Markup(f'<svg class="tone {escape(tone)}" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">'
                  f'{MARKS.get(tone, "")}</svg>')


def _shape(shape: Shape, width: float, say: Say) -> Markup:
    """A shape of a board that is so wide."""
    if isinstance(shape, Line):
        return _line(shape)
    if isinstance(shape, Dial):
        return _dial(shape, 2 * min(shape.x, width - shape.x), say)
    if isinstance(shape, Cell):
        return _cell(shape, say)
    if isinstance(shape, Token):
        return _token(shape, say)
    return _pawn(shape, say)


def _line(line: Line) -> Markup:
    return Markup('<line class="{}" x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}"/>').format(
        line.tone, line.x1, line.y1, line.x2, line.y2
    )


def _dial(dial: Dial, room: float, say: Say) -> Markup:
    """A ring filled clockwise from the top, its number, its name beneath within a ``room``, its badge and its
    tone's mark.
    """
    r, name = dial.r, say(Message(dial.label))
    parts = [
        Markup('<circle class="face" r="{:g}"/><circle class="track" r="{:g}" stroke-width="{:g}"/>').format(
            r, r * 0.84, r * 0.26),
        _arc(dial.value, dial.most, r * 0.84, r * 0.26),
        _middle(dial),
        Markup('<text class="label" y="{:g}" font-size="{:g}">{}</text>').format(
            r * 1.5, _fitting(name, r * 0.45, room), name),
    ]
    if dial.badge:
        parts.append(Markup('<g transform="translate({:g} {:g})"><circle class="badge" r="{:g}"/>'
                            '<text class="badge-text" font-size="{:g}" y="{:g}">{}</text></g>').format(
            -r * 0.86, -r * 0.8, r * 0.34, r * 0.42, r * 0.15, dial.badge))
    if dial.tone in ("good", "bad", "active"):
        parts.append(_at(MARKS[dial.tone], r * 0.86, -r * 0.8, r * 0.27))
    return Markup('<g class="dial {}" transform="translate({:g} {:g})">{}</g>').format(
        dial.tone, dial.x, dial.y, Markup("").join(parts))


def _middle(dial: Dial) -> Markup:
    if dial.tone == "closed":
        return _at(MARKS["closed"], 0, 0, dial.r * 0.4)
    return Markup('<text class="number" font-size="{:g}" y="{:g}">{}</text>').format(
        dial.r * 0.85, dial.r * 0.3, dial.value)


def _at(drawing: str, x: float, y: float, size: float) -> Markup:
    return Markup('<g transform="translate({:g} {:g}) scale({:g})">').format(x, y, size) + Markup(
        drawing) + Markup("</g>")


def _arc(value: int, most: int, r: float, width: float) -> Markup:
    share = min(1.0, value / most) if most else 0.0
    if share <= 0:
        return Markup("")
    if share >= 1:
        return Markup('<circle class="arc" r="{:g}" stroke-width="{:g}"/>').format(r, width)
    angle = 2 * math.pi * share
    drawing = Markup('<path class="arc" stroke-width="{:g}" d="M0 {:g} A{:g} {:g} 0 {} 1 {:.3f} {:.3f}"/>')
    return drawing.format(width, -r, r, r, int(share > 0.5), r * math.sin(angle), -r * math.cos(angle))


def _cell(cell: Cell, say: Say) -> Markup:
    """A box with its mark in the middle, its label at the top and its note at the bottom."""
    width, height, size = cell.width, cell.height, min(cell.height * 0.28, 13.0)
    texts = [
        ("cell-label", size, -height / 2 + size * 1.2, cell.label),
        ("cell-mark", min(height * 0.5, 17.0), min(height * 0.5, 17.0) * 0.35, cell.mark),
        ("cell-note", size, height / 2 - size * 0.45, cell.note),
    ]
    written = Markup("").join(
        Markup('<text class="{}" font-size="{:g}" y="{:g}">{}</text>').format(kind, fits, y, said)
        for kind, fits, y, said in (
            (kind, _fitting(said, size, width), y, said)
            for kind, size, y, said in ((kind, size, y, _written(text, say)) for kind, size, y, text in texts
                                        if text)))
    return Markup('<g class="cell {}" transform="translate({:g} {:g})"><title>{}</title>'
                  '<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="3"/>{}</g>').format(
        cell.tone, cell.x, cell.y, _written(cell.name, say), -width / 2, -height / 2, width, height, written)


def _fitting(text: str, size: float, width: float) -> float:
    """A font size at which a text fits a width, letters being up to about 0.64 of it wide."""
    return round(min(size, 0.96 * width / (0.64 * max(1, len(text)))), 2)


def _written(text: Written, say: Say) -> str:
    return say(text if isinstance(text, Message) else Message(text))


def _token(token: Token, say: Say) -> Markup:
    text = say(token.text) if isinstance(token.text, Message) else token.text
    return Markup('<g class="token {}" transform="translate({:g} {:g})"><title>{}</title><circle r="{:g}"/>'
                  '<text font-size="{:g}" y="{:g}">{}</text></g>').format(
        token.tone, token.x, token.y, say(Message(token.name)), token.r,
        token.r * (1.25 if len(text) < 2 else 0.95), token.r * 0.42, text)


def _pawn(pawn: Pawn, say: Say) -> Markup:
    """Players are round, personages are square, treasures are diamonds: told apart without colour."""
    drawing = Markup('<g class="pawn {} {}" transform="translate({:g} {:g}) scale({:g})"><title>{}</title>{}'
                     '<text font-size="{:g}" y="0.34">{}</text></g>')
    who = say(Message("{who}", {"who": pawn.name}))
    initials = say(pawn.initials) if isinstance(pawn.initials, Message) else pawn.initials
    # Two letters fill a figure.
    size = 0.95 * min(1.0, 2.4 / max(len(initials), 1))
    return drawing.format(pawn.kind, pawn.tone, pawn.x, pawn.y, pawn.r, who, Markup(BODIES[pawn.kind]),
                          size, initials)
