"""What the display can show: plain descriptions, each drawn by a pure function on 128×64 pixels of 1 bit.

Whoever fills them in has already put every text into the reader's language. A screen that is drawn twice
gives the same picture; nothing here knows a game, a device or the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import segno
from PIL import Image, ImageDraw

from hardware.lettering import (
    BASELINES,
    DARK,
    FALL,
    HEIGHT,
    LIT,
    RISE,
    ROW,
    WIDTH,
    cut,
    width,
    wrap,
    wrap_to,
    write,
    write_large,
)
from hardware.status import Status, draw_status

CROP = 38
"""The side of a picture beside a list."""
SCROLLBAR = 4
"""Pixels at the right edge of what is longer than the screen."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list. `mark` is `open` or `ticked` (a box), or a short text such as `1` or `×2`."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """A question or a menu: a title over up to two lines, and rows of which one is selected.

    `beside` is a picture of `CROP` × `CROP` bits at the right foot, such as the die that is asked about.
    """

    title: str
    rows: tuple[Row, ...]
    selected: int = 0
    beside: bytes = b""


@dataclass(frozen=True, slots=True)
class DieRead:
    """A die as it was read: its face, its kind's initial, and whether the reader is certain of it."""

    face: str
    kind: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Throw:
    """The throw just read, or so far read: a title, up to eight dice, and a line about what is wrong."""

    title: str
    dice: tuple[DieRead, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """How a phone joins: a link for the QR code, and the address and the code to type instead."""

    link: str
    address: str
    code: str


@dataclass(frozen=True, slots=True)
class Text:
    """A title and a text of any length, read from its line `top` on."""

    title: str
    text: str
    top: int = 0


@dataclass(frozen=True, slots=True)
class HandOver:
    """Pass the box on: to whom (large), and what to do. Nothing else is on the glass."""

    name: str
    text: str


Screen: TypeAlias = Status | Choices | Throw | Join | Text | HandOver


def picture(screen: Screen) -> Image.Image:
    """The screen as a 1-bit picture of 128×64 pixels."""
    image = Image.new("1", (WIDTH, HEIGHT), DARK)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    match screen:
        case Status():
            draw_status(draw, screen)
        case Choices():
            draw_choices(draw, image, screen)
        case Throw():
            draw_throw(draw, screen)
        case Join():
            draw_join(draw, screen)
        case Text():
            draw_text(draw, screen)
        case HandOver():
            draw_hand_over(draw, image, screen)
    return image


def fits_as_title(text: str) -> bool:
    """Whether a list can bear `text` as its title without cutting it."""
    return len(wrap(text, WIDTH, bold=True)) <= 2


def short_title(text: str) -> str:
    """`text` as it is if a list can bear it, else as much of it as one line holds, to leave room for rows."""
    return text if fits_as_title(text) else cut(text, WIDTH, bold=True)


def last_top(screen: Text) -> int:
    """The line from which the end of a long text is seen."""
    return max(0, len(wrap(screen.text, WIDTH - SCROLLBAR)) - _rows_of_text(screen))


def draw_choices(draw: ImageDraw.ImageDraw, image: Image.Image, choices: Choices) -> None:
    """The title in bold, then as many rows as there is room for, the selected one inverted.

    A selected row that is too long for its line takes as many as there are.
    """
    title = wrap_to(choices.title, WIDTH, 2, bold=True) if choices.title else []
    for baseline, line in zip(BASELINES, title, strict=False):
        write(draw, 0, baseline, line, bold=True)
    room = len(BASELINES) - len(title)
    lines = _lines_of_rows(choices, room)
    first = _first_line(lines, choices.selected, room)
    shown = lines[first : first + room]
    right = _right_of_rows(choices)
    if len(lines) > room:
        _draw_scrollbar(draw, right, len(title), first / len(lines), room / len(lines))
        right -= SCROLLBAR
    for baseline, (place, text, mark) in zip(BASELINES[len(title):], shown, strict=False):
        draw_row(draw, baseline, text, mark, right if place == choices.selected else 0)
    if choices.beside:
        beside = Image.frombytes("1", (CROP, CROP), choices.beside)
        image.paste(beside, (WIDTH - CROP, HEIGHT - CROP))


def _right_of_rows(choices: Choices) -> int:
    return WIDTH - (CROP + 2 if choices.beside else 0)


def _lines_of_rows(choices: Choices, most: int) -> list[tuple[int, str, str]]:
    """Each line of the list: which row it belongs to, its text, its mark (on a row's first line)."""
    indent = _indent(choices)
    lines: list[tuple[int, str, str]] = []
    for place, row in enumerate(choices.rows):
        room = _right_of_rows(choices) - SCROLLBAR - 3 - indent
        texts = wrap_to(row.text, room, most) if place == choices.selected else [cut(row.text, room)]
        mark = row.mark or (" " if indent else "")
        lines += [(place, text, mark if number == 0 else " " * bool(indent))
                  for number, text in enumerate(texts)]
    return lines


def _indent(choices: Choices) -> int:
    return 13 if any(row.mark for row in choices.rows) else 0


def _first_line(lines: list[tuple[int, str, str]], selected: int, room: int) -> int:
    """The first line shown, so that the selected row is whole and, if it can be, has neighbours."""
    places = [number for number, (place, _, _) in enumerate(lines) if place == selected]
    if len(lines) <= room or not places:
        return 0
    first = places[0] - (room - len(places)) // 2
    return max(0, min(first, len(lines) - room))


def draw_row(draw: ImageDraw.ImageDraw, baseline: int, text: str, mark: str, lit_to: int) -> None:
    """A row of a list; `lit_to` is where the light behind a selected one ends, 0 for the others."""
    ink = DARK if lit_to else LIT
    if lit_to:
        draw.rectangle((0, baseline - RISE + 1, lit_to - 1, baseline + FALL), fill=LIT)
    x = 2
    if mark in ("open", "ticked"):
        draw.rectangle((2, baseline - 8, 10, baseline), outline=ink)
        if mark == "ticked":
            draw.line((4, baseline - 4, 6, baseline - 2), fill=ink)
            draw.line((6, baseline - 2, 9, baseline - 7), fill=ink)
            draw.line((4, baseline - 3, 6, baseline - 1), fill=ink)
    elif mark.strip():
        write(draw, 1, baseline, mark, bold=True, ink=ink)
    if mark:
        x += 13
    write(draw, x, baseline, text, ink=ink)


def _draw_scrollbar(draw: ImageDraw.ImageDraw, right: int, rows_above: int, start: float,
                    share: float) -> None:
    top = rows_above * ROW
    height = HEIGHT - 1 - top
    begin = top + round(height * start)
    draw.line((right - 1, top, right - 1, HEIGHT - 1), fill=LIT)
    draw.rectangle((right - 3, begin, right - 1, min(HEIGHT - 1, begin + max(4, round(height * share)))),
                   fill=LIT)


def draw_throw(draw: ImageDraw.ImageDraw, throw: Throw) -> None:
    """The dice in two columns, each with its kind's initial on a square; one in doubt has a hollow `?`."""
    write(draw, 0, BASELINES[0], cut(throw.title, WIDTH, bold=True), bold=True)
    places = [(column * WIDTH // 2, baseline) for baseline in BASELINES[1:] for column in (0, 1)]
    if throw.problem:
        places = places[:-2]
        write(draw, 0, BASELINES[-1], cut(throw.problem, WIDTH))
    for (x, baseline), die in zip(places, throw.dice, strict=False):
        box = (x, baseline - 9, x + 10, baseline + 1)
        draw.rounded_rectangle(box, 2, outline=LIT, fill=LIT if die.certain else DARK)
        initial = die.kind[:1].upper() if die.certain else "?"
        write(draw, x + (12 - width(initial)) // 2, baseline, initial, ink=DARK if die.certain else LIT)
        write(draw, x + 13, baseline, cut(die.face, WIDTH // 2 - 14))


def draw_join(draw: ImageDraw.ImageDraw, join: Join) -> None:
    """The QR code at the left, two pixels a module; the code and the address at the right.

    The link is put into capitals, which a QR code holds in less room: version 2 at most. A longer link
    is not drawn, and the address takes the whole width.
    """
    code = segno.make(join.link.upper(), error="l", micro=False)
    modules = [list(row) for row in code.matrix]
    left = 0
    if len(modules) <= 25:
        left = HEIGHT + 3
        draw.rectangle((0, 0, HEIGHT - 1, HEIGHT - 1), fill=LIT)
        margin = (HEIGHT - 2 * len(modules)) // 2
        for y, row in enumerate(modules):
            for x, dark in enumerate(row):
                if dark:
                    corner = (margin + 2 * x, margin + 2 * y)
                    draw.rectangle((*corner, corner[0] + 1, corner[1] + 1), fill=DARK)
    write(draw, left, BASELINES[0], join.code, bold=True)
    for baseline, line in zip(BASELINES[1:], _address_lines(join.address, WIDTH - left), strict=False):
        write(draw, left, baseline + 4, line)


def _address_lines(address: str, room: int) -> list[str]:
    """An address in lines, broken after a dot or before the colon of the port."""
    lines, line = [], ""
    for part in address.replace(".", ".\n").replace(":", "\n:").replace("/", "/\n").split("\n"):
        if line and width(line + part) > room:
            lines.append(line)
            line = ""
        line += part
    return [*lines, line]


def _rows_of_text(screen: Text) -> int:
    return len(BASELINES) - (1 if screen.title else 0)


def draw_text(draw: ImageDraw.ImageDraw, screen: Text) -> None:
    """The title in bold, the text beneath it from line `top` on, and a scroll bar when there is more."""
    above = 1 if screen.title else 0
    write(draw, 0, BASELINES[0], cut(screen.title, WIDTH, bold=True), bold=True)
    room = _rows_of_text(screen)
    lines = wrap(screen.text, WIDTH)
    if len(lines) > room:
        lines = wrap(screen.text, WIDTH - SCROLLBAR)
        _draw_scrollbar(draw, WIDTH, above, screen.top / len(lines), room / len(lines))
    for baseline, line in zip(BASELINES[above:], lines[screen.top : screen.top + room], strict=False):
        write(draw, 0, baseline, line)


def draw_hand_over(draw: ImageDraw.ImageDraw, image: Image.Image, screen: HandOver) -> None:
    """The name, large when it fits, in a frame, and what to do."""
    draw.rectangle((0, 0, WIDTH - 1, 21), fill=LIT)
    name = cut(screen.name, WIDTH - 6, bold=True)
    if 2 * width(name, bold=True) <= WIDTH - 6 and name.isascii():
        mask = Image.new("1", (2 * width(name, bold=True), 20))
        write_large(mask, 0, 0, name)
        image.paste(DARK, ((WIDTH - mask.width) // 2, 3), mask)
    else:
        write(draw, (WIDTH - width(name, bold=True)) // 2, 14, name, bold=True, ink=DARK)
    for baseline, line in zip(BASELINES[2:], wrap_to(screen.text, WIDTH, 3), strict=False):
        write(draw, (WIDTH - width(line)) // 2, baseline, line)
