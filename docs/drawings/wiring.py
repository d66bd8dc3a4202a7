"""Draws wiring.svg: which pin of the Pi's header goes where, from the defaults of the settings.

`python docs/drawings/wiring.py` writes it anew; a test notices when it no longer fits the defaults.
"""

from __future__ import annotations

from pathlib import Path

from hardware.buttons import ButtonSettings

DRAWING = Path(__file__).with_suffix(".svg")
GPIO = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
        25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37,
        20: 38, 21: 40}
"""The place on the header of each GPIO number (Raspberry Pi documentation, GPIO and the 40-pin header)."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
STEP, TOP, LEFT, RIGHT = 24, 60, 60, 330
COLOURS = {"power": "#c0392b", "ground": "#444444", "bus": "#2471a3", "button": "#1e8449", "light": "#b9770e",
           "red": "#e74c3c", "green": "#27ae60", "blue": "#3498db"}

Wire = tuple[int, str, str]


def wires() -> list[tuple[str, list[Wire]]]:
    """Each part (its name, a remark) with its wires: the place on the header, what the part calls it, the
    wire's kind."""
    pins = ButtonSettings().pins
    return [
        ("Display (I²C)", [(1, "VCC, 3.3 V", "power"), (3, "SDA, GPIO 2", "bus"), (5, "SCL, GPIO 3", "bus"),
                           (9, "GND", "ground")]),
        *((f"Button {name.upper()}", [(GPIO[pin], f"GPIO {pin}", "button"), (ground, "GND", "ground")])
          for (name, pin), ground in zip(pins.items(), (14, 20, 25, 30), strict=True)),
        ("Status light (optional)\nwith 330 Ω", [(GPIO[5], "GPIO 5", "light"), (34, "GND", "ground")]),
        ("Or an RGB LED\ncommon cathode\nwith 330 Ω for each colour", [
            (GPIO[12], "red: GPIO 12", "red"), (GPIO[13], "green: GPIO 13", "green"),
            (GPIO[16], "blue: GPIO 16", "blue"), (34, "GND, the long leg", "ground")]),
        ("Buzzer, active (optional)", [(GPIO[6], "GPIO 6", "light"), (39, "GND", "ground")]),
    ]


def draw() -> str:
    """The drawing as SVG text."""
    shapes = [_text(LEFT - 30, 30, "Raspberry Pi, 40-pin header", 15),
              f'<rect x="{LEFT - 14}" y="{TOP - 16}" width="{STEP + 28}" height="{20 * STEP + 8}" rx="6" '
              'fill="#e8e8e8" stroke="#888"/>']
    for place in range(1, 41):
        x, y = _spot(place)
        fill = {1: COLOURS["power"], 17: COLOURS["power"]}.get(place, "#444" if place in GROUND else "#fff")
        shapes.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}" stroke="#333"/>')
        shapes.append(_text(x - 16 if place % 2 else x + 16, y - 2, str(place), 10,
                            "end" if place % 2 else "start"))
    y = TOP
    for name, parts in wires():
        height = 22 * len(parts) + 8
        shapes.append(f'<rect x="{RIGHT}" y="{y - 16}" width="330" height="{height}" rx="6" fill="#fff" '
                      'stroke="#888"/>')
        shapes += [_text(RIGHT + 120, y + 2 + 22 * line, text, 13 if line == 0 else 11)
                   for line, text in enumerate(name.split("\n"))]
        for number, (place, label, kind) in enumerate(parts):
            shapes += _wire(place, (RIGHT, y + 22 * number), kind)
            shapes.append(_text(RIGHT + 10, y + 22 * number + 4, label, 11))
        y += height + 10
    body = "\n".join(shapes)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 {max(y, TOP + 20 * STEP) + 10}" '
            f'font-family="sans-serif">\n<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n')


def _spot(place: int) -> tuple[int, int]:
    return LEFT + (0 if place % 2 else STEP), TOP + STEP * ((place - 1) // 2)


def _wire(place: int, end: tuple[int, int], kind: str) -> list[str]:
    """From the inner row a wire leads out between the pins of the outer one."""
    x, y = _spot(place)
    out = (LEFT + STEP + 40, y + (STEP // 2 if place % 2 else 0))
    way_out = f"L{x + STEP // 2} {out[1]} L{out[0]} {out[1]}" if place % 2 else f"L{out[0]} {out[1]}"
    bend = (out[0] + end[0]) // 2
    path = f"M{x} {y} {way_out} C{bend} {out[1]} {bend} {end[1]} {end[0]} {end[1]}"
    return [f'<path d="{path}" fill="none" stroke="{COLOURS[kind]}" stroke-width="2"/>']


def _text(x: int, y: int, text: str, size: int, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{text}</text>'


if __name__ == "__main__":
    DRAWING.write_text(draw(), encoding="utf-8")
