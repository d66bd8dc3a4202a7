"""The screens in a reduced form, for displays of 128×32 pixels: two rows of text instead of five.

What does not fit is left out in this order: the status's lines before its gauges, a list's neighbours before
the selected row, the title of a throw before its dice. The QR code is left out: no phone reads it so small.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from hardware.lettering import DARK, LIT, WIDTH, cut, width, wrap, wrap_to, write
from hardware.screens import CROP, SCROLLBAR, Choices, HandOver, Join, Row, Screen, Text, Throw, draw_row
from hardware.status import Bar, Clock, Status, draw_bar, draw_track

LOW = 32
"""The height of such a display."""
UPPER, LOWER = 11, 27
"""The baselines of the two rows of text."""
DIAL = (118, 15)
"""Where the dial of a clock ends at the right, and how wide it is."""
PICTURE = 32
"""The side of a picture beside a list."""


def low_picture(screen: Screen) -> Image.Image:
    """The screen as a 1-bit picture of 128×32 pixels."""
    image = Image.new("1", (WIDTH, LOW), DARK)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    match screen:
        case Status():
            _draw_status(draw, screen)
        case Choices():
            _draw_choices(draw, image, screen)
        case Throw():
            _draw_throw(draw, screen)
        case Join():
            write(draw, 0, UPPER, cut(screen.address, WIDTH))
            write(draw, 0, LOWER, screen.code, bold=True)
        case Text():
            _draw_text(draw, screen)
        case HandOver():
            _draw_hand_over(draw, screen)
    return image


def low_fits_as_title(text: str) -> bool:
    """Whether a list can bear `text` as its title without cutting it."""
    return width(text, bold=True) <= WIDTH


def low_last_top(screen: Text) -> int:
    """The line from which the end of a long text is seen."""
    return max(0, len(_lines_of(screen)) - 2)


def _draw_status(draw: ImageDraw.ImageDraw, status: Status) -> None:
    """The open question, else the title; beneath it the gauges, or the first line where there are none."""
    if status.clock:
        _draw_dial(draw, status.clock)
        _draw_pair(draw, status.title, status.lines, WIDTH - DIAL[1] - 4)
        return
    if not status.bars and not status.tracks:
        _draw_pair(draw, status.title, status.lines, WIDTH)
        return
    write(draw, 0, UPPER, cut(status.lines[0] if status.lines else status.title, WIDTH, bold=True), bold=True)
    if status.tracks and len(status.tracks) <= 4:
        for place, track in enumerate(status.tracks):
            left = WIDTH // 2 * (place % 2)
            draw_track(draw, track, left, left + WIDTH // 2 - 4, 21 + 9 * (place // 2))
        return
    bars = status.bars or tuple(Bar(track.label, track.at, track.length, track.tone)
                                for track in status.tracks)
    cell = WIDTH // max(len(bars), 8)
    for place, bar in enumerate(bars):
        box = (place * cell, 17, place * cell + cell - 3, 28)
        draw_bar(draw, bar, box)
        if bar.tone == "bad":
            draw.rectangle((box[0], 30, box[2], 31), fill=LIT)


def _draw_pair(draw: ImageDraw.ImageDraw, title: str, lines: tuple[str, ...], room: int) -> None:
    """A title with a line beneath it; the title takes both rows where nothing else is to be said."""
    if lines:
        write(draw, 0, UPPER, cut(title, room, bold=True), bold=True)
        write(draw, 0, LOWER, cut(lines[0], room))
        return
    for baseline, line in zip((UPPER, LOWER), wrap_to(title, room, 2, bold=True), strict=False):
        write(draw, 0, baseline, line, bold=True)


def _draw_dial(draw: ImageDraw.ImageDraw, clock: Clock) -> None:
    """The clock as small as a letter pair: which quarter its hand is in, as a pie."""
    right, wide = DIAL[0] + 8, DIAL[1]
    box = (right - wide, 1, right, 1 + wide)
    draw.ellipse(box, outline=LIT)
    draw.pieslice(box, -90, -90 + 30 * clock.hand, fill=LIT)
    write(draw, right - wide + 1, LOWER + 3, str(clock.hand or 12), bold=True)


def _draw_choices(draw: ImageDraw.ImageDraw, image: Image.Image, choices: Choices) -> None:
    """The title over the selected row; a row too long for its line takes the title's as well."""
    right = WIDTH - (PICTURE + 2 if choices.beside else 0)
    row = choices.rows[choices.selected] if choices.rows else Row("")
    if len(choices.rows) > 1:
        _draw_place(draw, right, choices.selected, len(choices.rows))
        right -= SCROLLBAR
    lines = wrap_to(row.text, right - 3 - (13 if row.mark else 0), 2)
    if len(lines) == 1 and choices.title:
        write(draw, 0, UPPER, cut(choices.title, right, bold=True), bold=True)
    for baseline, line in zip((UPPER, LOWER)[-len(lines):], lines, strict=True):
        is_first = line is lines[0]
        draw_row(draw, baseline, line, row.mark if is_first else " " * bool(row.mark), right)
    if choices.beside:
        edge = (CROP - PICTURE) // 2
        beside = Image.frombytes("1", (CROP, CROP), choices.beside)
        image.paste(beside.crop((edge, edge, edge + PICTURE, edge + PICTURE)), (WIDTH - PICTURE, 0))


def _draw_place(draw: ImageDraw.ImageDraw, right: int, at: int, rows: int) -> None:
    """Which of the rows is selected, as a mark on a line at the right edge."""
    top = round((LOW - 6) * at / (rows - 1))
    draw.line((right - 1, 0, right - 1, LOW - 1), fill=LIT)
    draw.rectangle((right - 3, top, right - 1, top + 5), fill=LIT)


def _draw_throw(draw: ImageDraw.ImageDraw, throw: Throw) -> None:
    """The dice's faces in one or two rows, those in doubt lit; above them what is wrong, or the title."""
    said = throw.problem or (throw.title if len(throw.dice) <= 2 else "")
    rows = (LOWER,) if said else (UPPER, LOWER)
    if said:
        write(draw, 0, UPPER, cut(said, WIDTH, bold=True), bold=True)
    columns = max(2, -(-len(throw.dice) // len(rows)))
    room = WIDTH // columns
    places = [(column * room, baseline) for baseline in rows for column in range(columns)]
    for (x, baseline), die in zip(places, throw.dice, strict=False):
        face = cut(f"{die.kind[:1].upper()} {die.face}" if columns <= 2 else die.face, room - 5)
        if not die.certain:
            draw.rectangle((x, baseline - 10, x + room - 3, baseline + 2), fill=LIT)
        write(draw, x + 1, baseline, face, ink=LIT if die.certain else DARK)


def _lines_of(screen: Text) -> list[str]:
    """The text in lines, a title as the first of them."""
    text = f"{screen.title}\n{screen.text}" if screen.title and screen.text else screen.title or screen.text
    lines = wrap(text, WIDTH)
    return lines if len(lines) <= 2 else wrap(text, WIDTH - SCROLLBAR)


def _draw_text(draw: ImageDraw.ImageDraw, screen: Text) -> None:
    """Two lines from line `top` on, and where they are in the text."""
    lines = _lines_of(screen)
    if len(lines) > 2:
        _draw_place(draw, WIDTH, min(screen.top, len(lines) - 2), len(lines) - 1)
    for baseline, line in zip((UPPER, LOWER), lines[screen.top :], strict=False):
        write(draw, 0, baseline, line)


def _draw_hand_over(draw: ImageDraw.ImageDraw, screen: HandOver) -> None:
    """The name, and what to do: the last sentence, where the whole does not fit."""
    draw.rectangle((0, 0, WIDTH - 1, 14), fill=LIT)
    name = cut(screen.name, WIDTH - 6, bold=True)
    write(draw, (WIDTH - width(name, bold=True)) // 2, UPPER, name, bold=True, ink=DARK)
    text = screen.text
    if width(text) > WIDTH and ". " in text:
        text = text.rpartition(". ")[2]
    text = cut(text, WIDTH)
    write(draw, (WIDTH - width(text)) // 2, LOWER + 1, text)
