"""The status screen: how the game stands, in lines and gauges, a clock, or tracks."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from PIL import ImageDraw

from hardware.lettering import BASELINES, DARK, HEIGHT, LIT, ROW, WIDTH, cut, width, wrap, write

CLOCK_FACE = (25, 39, 24)
"""The middle of a clock face and its radius."""
TRACKS_BELOW, TRACK_PITCH = 4, 9
"""So many tracks lie one below the other, so many pixels apart."""
BESIDE_CLOCK = 56
"""Where the lines beside it begin."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A gauge: `value` of `most`, a short label, and a tone (`plain`, `bad`, `closed`, `active`...)."""

    label: str
    value: int
    most: int
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock face: the hour (0 to 11) where its hand stands, and marks by a letter and an hour."""

    hand: int
    marks: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """A racer's way: a label of two letters, `at` of `length` steps, `parts` of `most` gathered, a tone."""

    label: str
    at: int
    length: int
    parts: int
    most: int
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Status:
    """How the game stands: a title, up to two lines, a row of up to twelve gauges.

    With a clock it has no gauges, and up to four short lines beside the clock. With tracks (up to eight) it
    has one line and no gauges.
    """

    title: str
    lines: tuple[str, ...] = ()
    bars: tuple[Bar, ...] = ()
    clock: Clock | None = None
    tracks: tuple[Track, ...] = ()


def draw_status(draw: ImageDraw.ImageDraw, status: Status) -> None:
    """The title in bold, the lines, the gauges at the foot; or a clock with lines beside it; or tracks."""
    write(draw, 0, BASELINES[0], cut(status.title, WIDTH, bold=True), bold=True)
    if status.clock:
        _draw_clock(draw, status.clock)
        for baseline, line in zip(BASELINES[1:], status.lines, strict=False):
            write(draw, BESIDE_CLOCK, baseline, cut(line, WIDTH - BESIDE_CLOCK))
        return
    if status.tracks:
        write(draw, 0, BASELINES[1], cut(status.lines[0], WIDTH) if status.lines else "")
        _draw_tracks(draw, status.tracks)
        return
    most = 2 if status.bars else 4
    rows = [line for text in status.lines[:most] for line in (wrap(text, WIDTH) if not status.bars
                                                              else [cut(text, WIDTH)])]
    for baseline, line in zip(BASELINES[1:], rows[:most], strict=False):
        write(draw, 0, baseline, line)
    if status.bars:
        _draw_bars(draw, status.bars, ROW * (1 + len(rows[:most])))


def _draw_clock(draw: ImageDraw.ImageDraw, clock: Clock) -> None:
    """A ring with twelve ticks, the hand from the middle, and each mark's letter inside at its hour."""
    x, y, r = CLOCK_FACE
    draw.ellipse((x - r, y - r, x + r, y + r), outline=LIT)
    for hour in range(12):
        draw.line((*_at_hour(hour, r - (4 if hour % 3 == 0 else 2)), *_at_hour(hour, r)), fill=LIT)
    draw.line((x, y, *_at_hour(clock.hand, r - 6)), fill=LIT, width=3)
    letters: dict[int, str] = {}
    for letter, hour in clock.marks:
        letters[hour] = letters.get(hour, "") + letter
    for hour, text in letters.items():
        middle, foot = _at_hour(hour, r - 7)
        left = max(1, middle - width(text, bold=True) // 2)
        box = (left - 1, foot - 5, left + width(text, bold=True), foot + 5)
        draw.rectangle(box, fill=LIT)
        write(draw, left, foot + 4, text, bold=True, ink=DARK)


def _at_hour(hour: int, reach: float) -> tuple[int, int]:
    """The pixel at an hour of the clock face, so far from its middle."""
    x, y, _ = CLOCK_FACE
    angle = 2 * pi * hour / 12
    return round(x + reach * sin(angle)), round(y - reach * cos(angle))


def _draw_tracks(draw: ImageDraw.ImageDraw, tracks: tuple[Track, ...]) -> None:
    """Up to four tracks one below the other, more in two columns; each ends in a box for every part."""
    columns = 1 if len(tracks) <= TRACKS_BELOW else 2
    room = WIDTH // columns
    for place, track in enumerate(tracks):
        left = room * (place // TRACKS_BELOW)
        foot = HEIGHT - 2 - TRACK_PITCH * (TRACKS_BELOW - 1 - place % TRACKS_BELOW)
        draw_track(draw, track, left, left + room - 4, foot)


def draw_track(draw: ImageDraw.ImageDraw, track: Track, left: int, right: int, foot: int) -> None:
    """The label (lit when something is wrong, with an arrow before it for the active one), way and parts."""
    bad, x = track.tone == "bad", left + 4
    if track.tone == "active":
        draw.polygon([(left, foot - 6), (left, foot), (left + 3, foot - 3)], fill=LIT)
    label = track.label[:2]
    if bad:
        draw.rectangle((x - 1, foot - 7, x + width(label), foot + 1), fill=LIT)
    write(draw, x, foot + 1, label, ink=DARK if bad else LIT)
    for part in range(track.most):
        box = (right - 5 * (track.most - part) + 2, foot - 5, right - 5 * (track.most - part) + 5, foot - 1)
        draw.rectangle(box, outline=LIT, fill=LIT if part < track.parts else DARK)
    x, end = left + 21, right - 5 * track.most - 2
    draw.rectangle((x, foot - 5, end, foot - 1), outline=LIT)
    if track.at:
        share = min(1.0, track.at / max(1, track.length))
        draw.rectangle((x, foot - 5, x + round((end - x) * share), foot - 1), fill=LIT)


def _draw_bars(draw: ImageDraw.ImageDraw, bars: tuple[Bar, ...], top: int) -> None:
    """A row of bars; their first letters beneath, and their values above where there is room."""
    cell = WIDTH // max(len(bars), 8)
    numbered = top <= 2 * ROW
    foot = HEIGHT - ROW
    head = top + (ROW if numbered else 2)
    for place, bar in enumerate(bars):
        left, right = place * cell, place * cell + cell - 3
        draw_bar(draw, bar, (left, head, right, foot))
        label = bar.label[:2] if bar.label.isdecimal() or width(bar.label[:2]) <= cell - 5 else bar.label[:1]
        x = left + (cell - 1 - width(label)) // 2
        if bar.tone == "bad":
            draw.rectangle((min(left, x - 1), foot + 2, max(right, x + width(label)), HEIGHT - 1), fill=LIT)
        write(draw, x, HEIGHT - 2, label, ink=DARK if bar.tone == "bad" else LIT)
        if numbered:
            number = str(bar.value)
            write(draw, left + (cell - 1 - width(number)) // 2, top + 11, number)


def draw_bar(draw: ImageDraw.ImageDraw, bar: Bar, box: tuple[int, int, int, int]) -> None:
    """An outline filled from below; a closed one is crossed out, the active one wears a cap."""
    left, head, right, foot = box
    draw.rectangle(box, outline=LIT)
    if bar.tone == "closed":
        draw.line((left, head, right, foot), fill=LIT)
        draw.line((left, foot, right, head), fill=LIT)
        return
    filled = round((foot - head) * min(1.0, max(0.0, bar.value / max(1, bar.most))))
    if filled:
        draw.rectangle((left, foot - filled, right, foot), fill=LIT)
    if bar.tone == "active":
        draw.rectangle((left - 1, head - 2, right + 1, head - 1), fill=LIT)
