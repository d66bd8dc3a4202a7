"""Makes up what else lies about: cards, coins, pens, pawns, candies, fingers, boards, rims, foreign dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Rng = np.random.Generator
RGB = tuple[float, float, float]
Spot = tuple[float, float]

SUITS = "♠♣♥♦"
SIGNS = "☂✈⚓☘⚡★☾⚙♫☀☯✉⚔⚑❄✖◆●▲■☠"
# Where a playing card's suits lie along it: in both outer columns, by their count, and in the middle.
OUTER = {2: (0.16, 0.84), 3: (0.16, 0.5, 0.84), 4: (0.16, 0.39, 0.61, 0.84)}
MIDDLE: dict[int, tuple[float, ...]] = {
    2: (0.16, 0.84),
    3: (0.16, 0.5, 0.84),
    5: (0.5,),
    7: (0.33,),
    8: (0.33, 0.67),
    9: (0.5,),
    10: (0.27, 0.73),
}


@dataclass(frozen=True)
class Thing:
    """Something that is no die of the set; `size` is across, along and high, in millimetres.

    `form` is a way to build it (`blender_things.py`), `file` what is printed on it, `u` and `v` its
    place in the picture. A die of so many `sides` has a file for each.
    """

    form: str
    size: tuple[float, float, float]
    rgb: RGB
    rough: float
    metal: float = 0.0
    other: RGB = (0.0, 0.0, 0.0)
    files: tuple[str, ...] = ()
    sides: int = 0
    u: float = 0.5
    v: float = 0.5
    angle: float = 0.0


def linear(colour: Sequence[float]) -> RGB:
    red, green, blue = ((value / 255) ** 2.2 for value in colour)
    return red, green, blue


def saved(drawn: Image.Image, out: Path) -> str:
    """The name under which the picture was kept in the folder `inks`."""
    file = f"inks/{len(list((out / 'inks').iterdir()))}.png"
    drawn.save(out / file)
    return file


def written(text: str, ink: Sequence[float], font: str, side: int = 128, room: float = 0.9) -> Image.Image:
    """A sign or a few as a picture with alpha, as large as fits."""
    measured = Image.new("L", (4 * side, 2 * side))
    ImageDraw.Draw(measured).text((side // 2, side // 4), text, fill=255, font=ImageFont.truetype(font, side))
    measured = measured.crop(measured.getbbox())
    scale = room * side / max(measured.size)
    measured = measured.resize([max(1, round(length * scale)) for length in measured.size])
    alpha = Image.new("L", (side, side))
    alpha.paste(measured, ((side - measured.width) // 2, (side - measured.height) // 2))
    whole = Image.new("RGBA", (side, side), (*(round(part) for part in ink), 0))
    whole.putalpha(alpha)
    return whole


class Drawer:
    """A drawer full of things, with what is printed on them: those that are `like_dice`, too, or not."""

    def __init__(self, rng: Rng, out: Path, fonts: Sequence[str], like_dice: bool = True) -> None:
        self.rng, self.out, self.fonts = rng, out, fonts
        self.like_dice = like_dice

    def some(self, count: int) -> list[Thing]:
        """That many things, any of all kinds."""
        made: tuple[Callable[[], Thing], ...] = (
            *(self.playing_card, self.game_card, self.coin, self.coin, self.ring, self.pen, self.pawn),
            *(self.disc, self.plain_cube, self.chit, self.chip, self.finger, self.board, self.rim),
            *(self.foreign_die, self.foreign_die),
        )
        if not self.like_dice:
            made = tuple(one for one in made if one not in (self.plain_cube, self.chit))
        return [made[int(self.rng.integers(len(made)))]() for _ in range(count)]

    def _colour(self, low: float = 20, high: float = 240) -> RGB:
        return linear(self.rng.uniform(low, high, 3).tolist())

    def _font(self) -> str:
        return self.fonts[int(self.rng.integers(len(self.fonts)))]

    def _any(self, signs: str) -> str:
        return signs[int(self.rng.integers(len(signs)))]

    def playing_card(self) -> Thing:
        """Two to ten signs of a suit on white, and a number in two corners."""
        suit, value = self._any(SUITS), int(self.rng.integers(2, 11))
        ink = (190, 25, 30) if suit in "♥♦" else (15, 15, 20)
        drawn, font = Image.new("RGBA", (504, 704), (250, 249, 245, 255)), self._font()
        sign = written(suit, ink, font, 112)
        outer = OUTER.get((value - len(MIDDLE.get(value, ()))) // 2, ())
        for column, rows in ((0.27, outer), (0.5, MIDDLE.get(value, ())), (0.73, outer)):
            for row in rows:
                drawn.alpha_composite(sign, (round(504 * column) - 56, round(704 * row) - 56))
        number = written(str(value), ink, font, 70)
        drawn.alpha_composite(number, (12, 14))
        drawn.alpha_composite(number.rotate(180), (422, 620))
        return self._slab((63, 88, 0.4), (250, 249, 245), drawn, self.rng.uniform(0.25, 0.6))

    def game_card(self) -> Thing:
        """A title, a picture, lines of writing, and one to three signs in a row."""
        between = self.rng.uniform
        paper = [int(part) for part in between(120, 250, 3)]
        ink = (20, 20, 25) if sum(paper) > 380 else (240, 240, 235)
        drawn = Image.new("RGBA", (440, 680), (*paper, 255))
        pen, font = ImageDraw.Draw(drawn), self._font()
        pen.rectangle((24, 24, 416, 90), fill=tuple(int(part) for part in between(20, 230, 3)))
        pen.rectangle((24, 104, 416, 380), fill=tuple(int(part) for part in between(20, 230, 3)))
        for _ in range(7):
            x, y, reach = between(60, 380), between(140, 340), between(10, 40)
            pen.ellipse(
                (x - reach, y - reach, x + reach, y + reach), fill=tuple(int(p) for p in between(0, 255, 3))
            )
        for line in range(int(self.rng.integers(2, 6))):
            pen.rectangle((40, 410 + 28 * line, between(250, 400), 420 + 28 * line), fill=ink)
        for place in range(int(self.rng.integers(1, 4))):
            drawn.alpha_composite(written(self._any(SIGNS), ink, font, 90), (50 + 120 * place, 570))
        return self._slab((44, 68, 0.4), paper, drawn, between(0.25, 0.6))

    def chit(self) -> Thing:
        """A square of cardboard with a sign or a number."""
        side, paper = self.rng.uniform(14, 25), [int(part) for part in self.rng.uniform(60, 245, 3)]
        ink = (20, 20, 25) if sum(paper) > 380 else (240, 240, 235)
        drawn = Image.new("RGBA", (192, 192), (*paper, 255))
        text = self._any(SIGNS) if self.rng.random() < 0.6 else str(int(self.rng.integers(1, 21)))
        drawn.alpha_composite(written(text, ink, self._font(), 144), (24, 24))
        return self._slab((side, side, self.rng.uniform(1.5, 2.5)), paper, drawn, 0.6)

    def board(self) -> Thing:
        """A board with squares, some of them with a number, a sign or a disc."""
        between, count = self.rng.uniform, int(self.rng.integers(8, 14))
        papers = [tuple(int(part) for part in between(60, 245, 3)) for _ in range(3)]
        drawn, side, font = Image.new("RGBA", (1200, 1200), (*papers[0], 255)), 1200 // count, self._font()
        pen = ImageDraw.Draw(drawn)
        for row, column in np.ndindex(count, count):
            x, y = column * side, row * side
            paper = papers[(row + column) % 2]
            pen.rectangle((x, y, x + side - 4, y + side - 4), fill=(*paper, 255))
            ink, what = ((20, 20, 25) if sum(paper) > 380 else (240, 240, 235)), self.rng.random()
            if what < 0.3:
                text = str(row * count + column) if what < 0.15 else self._any(SIGNS)
                drawn.alpha_composite(
                    written(text, ink, font, int(0.7 * side)), (x + side // 7, y + side // 7)
                )
            elif what < 0.4:
                pen.ellipse(
                    (x + side // 4, y + side // 4, x + 3 * side // 4, y + 3 * side // 4), fill=papers[2]
                )
        return self._slab((300, 300, 2.5), papers[0], drawn, between(0.3, 0.7))

    def _slab(
        self, size: tuple[float, float, float], paper: Sequence[float], drawn: Image.Image, rough: float
    ) -> Thing:
        return Thing("slab", size, linear(paper), rough, files=(saved(drawn, self.out),))

    def coin(self) -> Thing:
        """Metal, with a rim and a number or a few blots."""
        across = self.rng.uniform(16, 27)
        base = np.array([(184, 115, 60), (205, 170, 90), (190, 190, 188)][int(self.rng.integers(3))])
        dark = tuple(int(part) for part in base * 0.55)
        drawn = Image.new("RGBA", (256, 256), (*dark, 0))
        ImageDraw.Draw(drawn).ellipse((14, 14, 242, 242), outline=(*dark, 255), width=9)
        text = (
            str(int(self.rng.choice([1, 2, 5, 10, 20, 50])))
            if self.rng.random() < 0.6
            else self._any("☘★♞☀✿♛")
        )
        drawn.alpha_composite(written(text, dark, self._font(), 150), (53, 53))
        return Thing(
            "disc",
            (across, across, self.rng.uniform(1.4, 2.4)),
            linear(base.tolist()),
            self.rng.uniform(0.2, 0.45),
            metal=0.9,
            files=(saved(drawn, self.out),),
        )

    def chip(self) -> Thing:
        """A poker chip: stripes at its edge, a number in its middle."""
        paper = tuple(int(part) for part in self.rng.uniform(10, 220, 3))
        drawn = Image.new("RGBA", (384, 384), (*paper, 0))
        pen = ImageDraw.Draw(drawn)
        for stripe in range(6):
            pen.pieslice((4, 4, 380, 380), 60 * stripe, 60 * stripe + 26, fill=(240, 240, 236, 255))
        pen.ellipse((62, 62, 322, 322), fill=(*paper, 255))
        pen.ellipse((84, 84, 300, 300), fill=(240, 240, 236, 255))
        number = written(str(int(self.rng.choice([1, 5, 10, 25, 100]))), (20, 20, 24), self._font(), 160)
        drawn.alpha_composite(number, (112, 112))
        return Thing("disc", (39, 39, 3.3), linear(paper), 0.5, files=(saved(drawn, self.out),))

    def disc(self) -> Thing:
        """A plain disc of wood or plastic."""
        across = self.rng.uniform(10, 22)
        return Thing(
            "disc", (across, across, self.rng.uniform(3, 8)), self._colour(), self.rng.uniform(0.2, 0.7)
        )

    def ring(self) -> Thing:
        """A washer, or a coin with a hole; the hole's width is half the first figure's."""
        across = self.rng.uniform(12, 24)
        return Thing(
            "ring", (across, across, 1.5), self._colour(90, 220), self.rng.uniform(0.2, 0.5), metal=0.9
        )

    def pen(self) -> Thing:
        """A pen that lies."""
        wide = self.rng.uniform(7, 11)
        return Thing(
            "pen", (wide, 140, wide), self._colour(), self.rng.uniform(0.1, 0.5), other=self._colour()
        )

    def pawn(self) -> Thing:
        """A cone with a ball on top, standing."""
        wide = self.rng.uniform(11, 16)
        return Thing(
            "pawn", (wide, wide, self.rng.uniform(1.5, 2) * wide), self._colour(), self.rng.uniform(0.1, 0.5)
        )

    def candy(self) -> Thing:
        """A candy, a bean, a bead or a marble: something round that mirrors lamps."""
        wide = self.rng.uniform(10, 22)
        size = (wide, wide * self.rng.choice((1.0, 1.0, 0.7)), wide * self.rng.uniform(0.35, 1))
        return Thing("ball", size, self._colour(5, 240), self.rng.uniform(0.02, 0.3))

    def plain_cube(self) -> Thing:
        """A cube of wood that stands for something, as many games have."""
        side = self.rng.uniform(8, 12)
        return Thing("slab", (side, side, side), self._colour(), self.rng.uniform(0.4, 0.8))

    def finger(self) -> Thing:
        """One to four fingers that reach in."""
        skin = np.array(
            [(236, 188, 160), (198, 134, 96), (141, 85, 54), (82, 48, 32)][int(self.rng.integers(4))]
        )
        nail = linear(np.clip(skin * 1.1 + 12, 0, 250).tolist())
        wide, count = self.rng.uniform(14, 18), int(self.rng.integers(1, 5))
        size = (1.06 * wide * count, 160.0, wide)
        return Thing("fingers", size, linear(skin.tolist()), 0.5, other=nail, sides=count)

    def rim(self) -> Thing:
        """The wall of a tray."""
        size = (self.rng.uniform(6, 14), 400.0, self.rng.uniform(8, 25))
        return Thing("slab", size, self._colour(20, 150), self.rng.uniform(0.3, 0.8))

    def foreign_die(self) -> Thing:
        """A die of four, ten, twelve or twenty sides, with numbers."""
        sides = int(self.rng.choice([4, 10, 12, 20]))
        colour = self.rng.uniform(10, 240, 3)
        ink = (245, 245, 240) if colour.sum() < 360 else (15, 15, 18)
        font, order = self._font(), self.rng.permutation(sides) + 1
        files = tuple(saved(written(str(one), ink, font, 96), self.out) for one in order)
        across = self.rng.uniform(15, 22)
        return Thing(
            "die",
            (across,) * 3,
            linear(colour.tolist()),
            self.rng.uniform(0.1, 0.6),
            files=files,
            sides=sides,
        )


def placed(
    rng: Rng, things: Sequence[Thing], dice: Sequence[Spot], size: tuple[int, int], across: float
) -> Iterator[Thing]:
    """The things where they cover no die (`dice`: middles in pixels) and no other thing that stands.

    `across` is how many pixels a millimetre has. Long things may reach over the picture's border; what
    finds no place stays away.
    """
    standing: list[tuple[float, float, float]] = [(x, y, 12 * across) for x, y in dice]
    for thing in things:
        wide, long, high = (part * across for part in thing.size)
        reach = max(wide, long) / 2
        room = 0.0 if reach < 0.15 * size[0] else 0.35 * reach
        for _ in range(300):
            x, y = (rng.uniform(-room, side + room) for side in size)
            angle = rng.uniform(0, 360)
            turn = np.radians(angle)
            if all(
                _beyond((x, y, turn), (wide / 2, long / 2), other) > around + 0.4 * high
                for *other, around in standing
            ):
                break
        else:
            continue
        if reach < 30 * across:
            standing.append((x, y, reach + 2 * across))
        yield replace(thing, u=x / size[0], v=y / size[1], angle=angle)


def _beyond(lying: tuple[float, float, float], half: tuple[float, float], at: Sequence[float]) -> float:
    """How far a point is from a rectangle that lies somewhere and is turned, all in pixels."""
    x, y, turn = lying
    across, along = at[0] - x, at[1] - y
    right = abs(np.cos(turn) * across + np.sin(turn) * along) - half[0]
    up = abs(np.sin(turn) * across - np.cos(turn) * along) - half[1]
    return float(np.hypot(max(right, 0.0), max(up, 0.0)))
