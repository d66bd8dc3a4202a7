"""Draws stand.svg: a stand for the camera, to be printed on A4 without scaling, in millimetres.

`python docs/drawings/stand.py` writes it anew. The side view is a quarter of the real size; the plate with
the camera's holes is drawn at its real size, with a line of 50 mm to check the print by.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan
from pathlib import Path

DRAWING = Path(__file__).with_suffix(".svg")
SCALE = 0.25
DIE = 16.0
"""The edge of an ordinary die."""
READ_AT = 1280
"""The reader makes larger pictures this wide first (`vision.reading.LONGEST_SIDE`)."""
TRAY = (300.0, 220.0, 25.0)
"""Width, depth and rim of the tray."""
HEIGHT = 330.0
"""From the ground of the tray to the lens."""
HEIGHTS = (250.0, 300.0, 330.0, 400.0, 500.0)
INK, THIN = "#222", "#777"


@dataclass(frozen=True)
class Lens:
    """A camera: the angles that its picture of 4:3 sees, after its data sheet."""

    name: str
    across: float
    along: float

    def seen(self, height: float) -> tuple[float, float]:
        """The ground seen from a height: width and depth."""
        return 2 * height * tan(radians(self.across / 2)), 2 * height * tan(radians(self.along / 2))

    def die(self, height: float) -> float:
        """Pixels across a die's top face, as the reader has it."""
        return READ_AT * DIE / self.seen(height - DIE)[0]


CAMERAS = (Lens("Camera 2 (62° × 49°)", 62.2, 48.8), Lens("Camera 3 (53° × 41°, cut to 4:3)", 53.0, 41.0))
"""Raspberry Pi documentation, camera hardware; a 16:9 sensor is cut to 4:3 for a picture of 1640 × 1232."""


def draw() -> str:
    """The drawing as SVG text."""
    shapes = [*_side_view(105, 150), *_plate(40, 178), *_table(92, 178)]
    body = "\n".join(shapes)
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297" '
            f'font-family="sans-serif">\n<rect width="210" height="297" fill="#fff"/>\n{body}\n</svg>\n')


def _side_view(middle: float, ground: float) -> list[str]:
    """Post, arm, camera, lamp and tray from the side, with what the camera sees."""
    width, _, rim = (part * SCALE for part in TRAY)
    lens = ground - HEIGHT * SCALE
    seen = CAMERAS[0].seen(HEIGHT)[0] * SCALE
    post = middle + width / 2 + 14
    lamp = (middle - 62, lens - 14)
    return [
        _text(20, 18, "A stand for the camera", 7, bold=True),
        _text(20, 25, "Side view, a quarter of the real size. Print without scaling; lengths in mm.", 3.4),
        f'<path d="M{middle - seen / 2} {ground} L{middle} {lens} L{middle + seen / 2} {ground} Z" '
        f'fill="#f3efd9" stroke="{THIN}" stroke-width="0.2" stroke-dasharray="1.5 1"/>',
        # The tray: its ground, its two rims.
        f'<path d="M{middle - width / 2} {ground - rim} V{ground} H{middle + width / 2} V{ground - rim}" '
        f'fill="none" stroke="{INK}" stroke-width="0.9"/>',
        *(_box(x, ground - DIE * SCALE, DIE * SCALE, DIE * SCALE, "#fff") for x in (middle - 20, middle + 9)),
        # The board on which tray and post keep their places, the post, the arm and the camera under it.
        _box(middle - width / 2 - 6, ground + 0.5, width + 34, 4.5, "#d9c6a5"),
        _box(post, lens - 5.5, 5, ground - lens + 6, "#d9c6a5"),
        _box(middle - 8, lens - 9, post - middle + 13, 3.5, "#d9c6a5"),
        _box(middle - 3.2, lens - 5.5, 6.4, 3, "#4c8f5a"), _box(middle - 1, lens - 2.5, 2, 2.5, "#333"),
        _text(middle - 12, lens - 12, "arm, 20 × 14, screwed to the post", 3.2),
        _text(post + 7, ground - 40, "post, 20 × 20", 3.2),
        _text(post - 6, ground + 13, "board, 440 × 240 × 18", 3.2),
        # A lamp with paper before it, from the side and higher than the camera.
        f'<circle cx="{lamp[0]}" cy="{lamp[1]}" r="5" fill="#fbe9a0" stroke="{INK}" stroke-width="0.4"/>',
        f'<path d="M{lamp[0] + 3} {lamp[1] + 9} l9 -6" stroke="{INK}" stroke-width="0.8"/>',
        _text(lamp[0] - 14, lamp[1] - 8, "lamp, 400 or more to the side; paper before it", 3.2),
        # Distances.
        *_distance(middle - seen / 2 - 8, lens, middle - seen / 2 - 8, ground, f"{HEIGHT:.0f}"),
        *_distance(middle - width / 2, ground + 10, middle + width / 2, ground + 10,
                   f"tray {TRAY[0]:.0f} × {TRAY[1]:.0f}, rim {TRAY[2]:.0f}"),
        *_distance(middle - seen / 2, ground + 17, middle + seen / 2, ground + 17,
                   f"seen by Camera 2: {seen / SCALE:.0f} × {CAMERAS[0].seen(HEIGHT)[1]:.0f}"),
    ]


def _plate(left: float, top: float) -> list[str]:
    """The plate under the arm at its real size: the camera's holes (21 × 12.5), a window for the lens."""
    x, y = left - 20, top + 12
    holes = [(x + 9.5 + across, y + 12 + along) for across in (0, 21) for along in (0, 12.5)]
    return [
        _text(x, top, "The camera's plate, real size", 3.6, bold=True),
        _text(x, top + 5, "holes 2.2, for M2; window 12 × 12", 3.2),
        _box(x, y, 40, 36, "none"),
        *(f'<circle cx="{cx}" cy="{cy}" r="1.1" fill="none" stroke="{INK}" stroke-width="0.3"/>'
          f'<path d="M{cx - 2} {cy} h4 M{cx} {cy - 2} v4" stroke="{THIN}" stroke-width="0.15"/>'
          for cx, cy in holes),
        _box(x + 14, y + 13, 12, 12, "none"),
        *_distance(x + 9.5, y + 40, x + 30.5, y + 40, "21"),
        *_distance(x + 44, y + 12, x + 44, y + 24.5, "12.5"),
        *_distance(x, y + 52, x + 50, y + 52, "50 on paper, if printed to scale"),
    ]


def _table(left: float, top: float) -> list[str]:
    """What each camera sees from each height, and how large a die is for the reader."""
    lines = [_text(left, top, "Other heights, and how large a die of 16 is then", 3.6, bold=True)]
    y = top + 7.0
    for camera in CAMERAS:
        lines.append(_text(left, y, camera.name, 3.2, bold=True))
        for height in HEIGHTS:
            y += 5
            wide, deep = camera.seen(height)
            lines.append(_text(left + 2, y, f"lens at {height:.0f}: sees {wide:.0f} × {deep:.0f}, a die is "
                                            f"{camera.die(height):.0f} pixels", 3.4))
        y += 8
    lines += [_text(left, y + number * 5, text, 3.4) for number, text in enumerate((
        "Measured on the simulated tray: of dice of 52 pixels 99 %",
        "are read for certain, of 38 pixels 98 %, of 27 pixels 90 %;",
        "the others are asked about.",
        "The middle of the lens stands above the middle of the tray,",
        "the long side of the picture along the long side of the tray."))]
    return lines


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}" '
            f'stroke="{INK}" stroke-width="0.35"/>')


def _distance(x1: float, y1: float, x2: float, y2: float, text: str) -> list[str]:
    """A line with a stroke at either end and its length beside it."""
    is_level = y1 == y2
    ends = (f"M{x1:.2f} {y1 - 1.5:.2f} v3 M{x2:.2f} {y2 - 1.5:.2f} v3" if is_level
            else f"M{x1 - 1.5:.2f} {y1:.2f} h3 M{x2 - 1.5:.2f} {y2:.2f} h3")
    line = f'<path d="M{x1:.2f} {y1:.2f} L{x2:.2f} {y2:.2f} {ends}" stroke="{THIN}" stroke-width="0.25"/>'
    if is_level:
        return [line, _text((x1 + x2) / 2, y1 - 1.2, text, 3.2, anchor="middle")]
    return [line, _text(x1 + (2 if x1 > x2 - 1 and x1 > 50 else -2), (y1 + y2) / 2 + 1, text, 3.2,
                        anchor="start" if x1 > 50 else "end")]


def _text(x: float, y: float, text: str, size: float, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}" fill="{INK}"{weight}>'
            f"{text}</text>")


if __name__ == "__main__":
    DRAWING.write_text(draw(), encoding="utf-8")
