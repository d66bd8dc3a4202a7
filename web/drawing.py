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
LEGIBLE = 11.3
"""Letters of this size are 9 pixels high on the narrowest phones, where a board 400 wide takes 323 pixels."""
TWO_LINES = 12.0
"""The largest letters of a text on two lines."""


def svg(board: Board, say: Say) -> Markup:
    """The board as one SVG element. What it shows is also said in words, as its label."""
    shapes = Markup("").join(_shape(shape, say) for shape in board.shapes)
    # Above all else: a long name reaches under the rings beside its own.
    names = Markup("").join(_name(one, board.width, say) for one in board.shapes if isinstance(one, Dial))
    return Markup('<svg class="board" viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">{}{}</svg>').format(
        board.width, board.height, say(board.description), shapes, names
    )


def mark(tone: str) -> Markup:
    """The mark of a tone as an SVG of its own, for a legend."""
    return Markup(f'<svg class="tone {escape(tone)}" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">'
                  f'{MARKS.get(tone, "")}</svg>')


def _shape(shape: Shape, say: Say) -> Markup:
    """A shape of a board; the name of a dial is drawn by itself."""
    if isinstance(shape, Line):
        return _line(shape)
    if isinstance(shape, Dial):
        return _dial(shape)
    if isinstance(shape, Cell):
        return _cell(shape, say)
    if isinstance(shape, Token):
        return _token(shape, say)
    return _pawn(shape, say)


def _line(line: Line) -> Markup:
    return Markup('<line class="{}" x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}"/>').format(
        line.tone, line.x1, line.y1, line.x2, line.y2
    )


def _name(dial: Dial, width: float, say: Say) -> Markup:
    """The name of a dial beneath it, within a board that is so wide."""
    name, room = say(Message(dial.label)), 2 * min(dial.x, width - dial.x)
    return Markup('<text class="label {}" x="{:g}" y="{:g}" font-size="{:g}">{}</text>').format(
        dial.tone, dial.x, dial.y + dial.r * 1.5, _fitting(name, dial.r * 0.45, room), name
    )


def _dial(dial: Dial) -> Markup:
    """A ring filled clockwise from the top, its number, its badge and its tone's mark."""
    r = dial.r
    parts = [
        Markup('<circle class="face" r="{:g}"/><circle class="track" r="{:g}" stroke-width="{:g}"/>').format(
            r, r * 0.84, r * 0.26),
        _arc(dial.value, dial.most, r * 0.84, r * 0.26),
        _middle(dial),
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
    """A box with its mark in the middle, its label at the top and its note at the bottom.

    A label or a note that would be too small takes two lines, where there is room for four.
    """
    width, height, size = cell.width, cell.height, min(cell.height * 0.28, 13.0)
    label, mark, note = (_written(text, say) for text in (cell.label, cell.mark, cell.note))
    is_roomy = not mark and height >= 4 * LEGIBLE
    written = Markup("")
    if label:
        lines, fits = _lines(label, size, width, is_roomy)
        top = -height / 2 + (size * 1.2 if len(lines) == 1 else fits * 1.1)
        written += _text("cell-label", lines, fits, top)
    if mark:
        large = min(height * 0.5, 17.0)
        written += _text("cell-mark", [mark], _fitting(mark, large, width), large * 0.35)
    if note:
        lines, fits = _lines(note, size, width, is_roomy)
        written += _text("cell-note", lines, fits, height / 2 - size * 0.45 - (len(lines) - 1) * fits * 1.05)
    return Markup('<g class="cell {}" transform="translate({:g} {:g})"><title>{}</title>'
                  '<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="3"/>{}</g>').format(
        cell.tone, cell.x, cell.y, _written(cell.name, say), -width / 2, -height / 2, width, height, written)


def _fitting(text: str, size: float, width: float) -> float:
    """A font size, at most `size`, at which a text fits a width."""
    return round(min(size, 0.96 * width / max(0.3, _ems(text))), 2)


def _ems(text: str) -> float:
    """How wide a text is at a font size of 1, in the widest of the fonts that phones and Pis have."""
    return sum(_em(letter) for letter in text)


def _em(letter: str) -> float:
    if letter in "ijlIJ'’.,:;!|() \u00a0\u202f":
        return 0.37
    if letter in "frt-/":
        return 0.48
    if letter in "mwMW":
        return 1.02
    if letter.isupper() or not letter.isalnum():
        return 0.77
    return 0.69


def _lines(text: str, size: float, width: float, is_roomy: bool) -> tuple[list[str], float]:
    """A text on one line, or on two where it would not be legible on one and there is room; its font size."""
    one, words = _fitting(text, size, width), text.split(" ")
    if one >= min(size, LEGIBLE) or not is_roomy or len(words) < 2:
        return [text], one
    halves = [[" ".join(words[:place]), " ".join(words[place:])] for place in range(1, len(words))]
    best = min(halves, key=lambda half: max(map(_ems, half)))
    return best, min(_fitting(line, min(size, TWO_LINES), width) for line in best)


def _text(kind: str, lines: list[str], size: float, y: float) -> Markup:
    """Lines of text from `y` on downwards."""
    return Markup("").join(
        Markup('<text class="{}" font-size="{:g}" y="{:g}">{}</text>').format(
            kind, size, round(y + number * size * 1.05, 2), line)
        for number, line in enumerate(lines))


def _written(text: Written, say: Say) -> str:
    return say(text if isinstance(text, Message) else Message(text))


def _token(token: Token, say: Say) -> Markup:
    text = say(token.text) if isinstance(token.text, Message) else token.text
    # One letter may nearly fill a small token.
    size = max(token.r * 0.95, min(token.r * 1.62, LEGIBLE) if len(text) < 2 else 0)
    return Markup('<g class="token {}" transform="translate({:g} {:g})"><title>{}</title><circle r="{:g}"/>'
                  '<text font-size="{:g}" y="{:g}">{}</text></g>').format(
        token.tone, token.x, token.y, say(Message(token.name)), token.r,
        size, round(size * 0.37, 2), text)


def _pawn(pawn: Pawn, say: Say) -> Markup:
    """Players are round, personages are square, treasures are diamonds: told apart without colour."""
    drawing = Markup('<g class="pawn {} {}" transform="translate({:g} {:g}) scale({:g})"><title>{}</title>{}'
                     '<text font-size="{:g}" y="{:g}">{}</text></g>')
    who = say(Message("{who}", {"who": pawn.name}))
    initials = say(pawn.initials) if isinstance(pawn.initials, Message) else pawn.initials
    # Two letters fill a figure; wide ones, and three, are smaller. A round one has less room at the corners.
    room = 1.68 if pawn.kind == "player" else 1.8
    size = round(min(1.42 if len(initials) < 2 else 1.16, room / max(0.3, _ems(initials))), 2)
    return drawing.format(pawn.kind, pawn.tone, pawn.x, pawn.y, pawn.r, who, Markup(BODIES[pawn.kind]),
                          size, round(size * 0.36, 2), initials)
