"""Draws display.png: what the small display shows, three times as large, from the tests' reference pictures.

`python docs/drawings/display.py` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

REFERENCES = Path(__file__).parents[2] / "tests" / "hardware" / "reference"
SHOWN = ("status_en", "choices_en", "throw_en", "order_en", "join", "hand_over_en")
SCALE, GAP = 3, 12


def main() -> None:
    """Two columns of screens on a grey ground."""
    width, height = 128 * SCALE + GAP, 64 * SCALE + GAP
    sheet = Image.new("L", (2 * width + GAP, (len(SHOWN) + 1) // 2 * height + GAP), 120)
    for number, name in enumerate(SHOWN):
        with Image.open(REFERENCES / f"{name}.png") as screen:
            large = screen.convert("L").resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST)
        sheet.paste(large, (GAP + number % 2 * width, GAP + number // 2 * height))
    sheet.save(Path(__file__).with_suffix(".png"), optimize=True)


if __name__ == "__main__":
    main()
