"""Symbols by chance: letters, shapes, strokes, counts and what is made of them; and the numerals of a d8.

Each is a square mask (0 where the body shows, 255 where ink lies), filled to its edges.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Image, floats
from vision.training.marks.typefaces import Families, typefaces, typeset

SIDE = 96
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
TYPESET = 0.6  # of signs, where there are typefaces
OF_FAMILIES = 0.6  # of numerals, where families of typefaces are given
# Of signs that become one another when turned there is only one each.
SIGNS = "123456780ABCDEFGHJKLMPQRSTUVXYabeghmnrt?!&%$#@+*<="
# Of numerals so many are drawn by another hand: how far that leans, bends (in pixels), and by how many pixels
# it is bolder or thinner at the most.
RESTYLED, BENT, HEAVIER = 0.5, 2.5, 8
LEANING = (-0.08, 0.25)  # to the left and to the right: few hands lean to the left
OUTLINED = 0.12  # of symbols: lines along their edges, and nothing in between
# The same symbol, seen from the nearest angle: more alike than this nobody tells two of them apart.
SAME = 0.82
RADII, ANGLES = 24, 72

Rng = np.random.Generator


def empty() -> Image:
    """A mask without ink."""
    return np.zeros((SIDE, SIDE), np.uint8)


def filled(mask: Image) -> Image:
    """`mask` moved and scaled so that what is drawn fills the square."""
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return mask
    scale = (SIDE - 4) / max(width, height)
    matrix = np.array(
        [
            [scale, 0, SIDE / 2 - scale * (x + width / 2)],
            [0, scale, SIDE / 2 - scale * (y + height / 2)],
        ],
        np.float64,
    )
    return np.asarray(cv2.warpAffine(mask, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA), np.uint8)


def likeness(one: Image, other: Image) -> float:
    """How much two masks are alike when one is turned as fits best: 1 is the same."""
    first, second = _polar(one), _polar(other)
    spectrum = (np.fft.rfft(first, axis=0) * np.conj(np.fft.rfft(second, axis=0))).sum(axis=1)
    length = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float(np.fft.irfft(spectrum, ANGLES).max()) / max(length, 1e-6)


def _polar(mask: Image) -> Floats:
    """`mask` by angle and distance, each ring weighted by its length."""
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0)
    middle = (SIDE / 2 - 0.5, SIDE / 2 - 0.5)
    flags = cv2.WARP_POLAR_LINEAR | cv2.INTER_LINEAR
    # No farther than the mask reaches in every direction: OpenCV leaves there what was in the memory.
    polar = cv2.warpPolar(soft, (RADII, ANGLES), middle, SIDE / 2 - 0.5, flags).astype(np.float32)
    polar -= float(polar.mean())
    return np.asarray(polar * np.sqrt(np.arange(RADII, dtype=np.float32) + 0.5), np.float32)


def _points(rng: Rng, count: int) -> Floats:
    return np.asarray(rng.uniform(0.08, 0.92, (count, 2)) * SIDE, np.float32)


def _fill(mask: Image, points: Floats, value: int = 255) -> None:
    at = np.rint(np.asarray(points) * 16).astype(np.int32)
    cv2.fillPoly(mask, [at], (value,), cv2.LINE_AA, 4)


def _line(mask: Image, points: Floats, width: float, closed: bool = False, value: int = 255) -> None:
    at = np.rint(np.asarray(points) * 16).astype(np.int32)
    cv2.polylines(mask, [at], closed, (value,), max(1, round(width)), cv2.LINE_AA, 4)


def rounded(points: Floats, closed: bool = False, times: int = 3) -> Floats:
    """A smooth line along `points` (Chaikin's corner cutting); open ends stay."""
    for _ in range(times):
        after = np.roll(points, -1, axis=0)
        near, far = 0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after
        cut = np.stack([near, far], axis=1).reshape(-1, 2)
        points = cut if closed else np.concatenate([points[:1], cut[:-2], points[-1:]])
    return np.asarray(points, np.float32)


def round_about(count: int, radii: Floats, turn: float = 0.0) -> Floats:
    """`count` points about the middle, at the given distances (0 to 1) in turn."""
    angle = np.arange(count) * 2 * np.pi / count + turn
    reach = np.resize(radii, count) * SIDE / 2
    return np.asarray(
        np.stack([SIDE / 2 + reach * np.cos(angle), SIDE / 2 + reach * np.sin(angle)], axis=1), np.float32
    )


def sign(rng: Rng, text: str | None = None) -> Image:
    """A letter, figure or sign, sometimes two, of a typeface or of the fonts that come with OpenCV."""
    if text is None:
        count = 2 if rng.random() < 0.2 else 1
        text = "".join(SIGNS[int(rng.integers(len(SIGNS)))] for _ in range(count))
    typeface = typefaces() and rng.random() < TYPESET
    return filled(_squared(typeset(rng, text) if typeface else _lettered(rng, text)))


def _lettered(rng: Rng, text: str) -> Image:
    font = int(FONTS[int(rng.integers(len(FONTS)))])
    if text.isdigit() and rng.random() < 0.3:
        font |= cv2.FONT_ITALIC
    thick = int(rng.integers(2, 16))
    wide = np.zeros((SIDE * 2, SIDE * 4), np.uint8)
    scale = 1.6 if font != cv2.FONT_HERSHEY_PLAIN else 3.0
    cv2.putText(wide, text, (SIDE, SIDE + 40), font, 1.5 * scale, (255,), thick, cv2.LINE_AA)
    x, y, width, height = cv2.boundingRect(wide)
    drawn = wide[max(0, y - 2) : y + height + 2, max(0, x - 2) : x + width + 2]
    stretch = rng.uniform(0.7, 1.3)
    size = (max(8, round(drawn.shape[1] * stretch)), drawn.shape[0])
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)


def _squared(drawn: Image) -> Image:
    """What is drawn, in the middle of a square of SIDE pixels."""
    longest = max(drawn.shape)
    square = np.zeros((longest, longest), np.uint8)
    top, left = (longest - drawn.shape[0]) // 2, (longest - drawn.shape[1]) // 2
    square[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
    return np.asarray(cv2.resize(square, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def strokes(rng: Rng) -> Image:
    """A few lines or curves, perhaps repeated about the middle or mirrored."""
    mask = empty()
    width = rng.uniform(3, 14)
    for _ in range(int(rng.integers(1, 4))):
        points = _points(rng, int(rng.integers(2, 6)))
        if rng.random() < 0.6:
            points = rounded(points)
        _line(mask, points, width, bool(rng.random() < 0.2))
    return _repeated(rng, mask)


def _repeated(rng: Rng, mask: Image) -> Image:
    kind = rng.random()
    if kind < 0.25:
        return np.asarray(np.maximum(mask, mask[:, ::-1]), np.uint8)
    if kind < 0.5:
        times = int(rng.integers(2, 7))
        whole = mask
        for step in range(1, times):
            matrix = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), 360 * step / times, 1.0)
            whole = np.maximum(whole, cv2.warpAffine(mask, matrix, (SIDE, SIDE)))
        return np.asarray(whole, np.uint8)
    return mask


def shape(rng: Rng) -> Image:
    """A filled or outlined shape: star, polygon, wheel, blob, crescent, cross, arrow, drop."""
    makers: tuple[Callable[[Rng], Floats], ...] = (_star, _polygon, _wheel, _blob, _cross, _arrow, _drop)
    points = makers[int(rng.integers(len(makers)))](rng)
    mask = empty()
    if rng.random() < 0.7:
        _fill(mask, points)
    else:
        _line(mask, points, rng.uniform(4, 11), closed=True)
    if rng.random() < 0.3:
        _fill(mask, _moved(makers[int(rng.integers(len(makers)))](rng), rng.uniform(0.25, 0.5)), 0)
    elif rng.random() < 0.15:
        off = rng.uniform(-0.35, 0.35, 2) * SIDE
        _fill(mask, round_about(32, floats([rng.uniform(0.5, 0.8)])) + np.asarray(off, np.float32), 0)
    return mask


def _moved(points: Floats, scale: float, to: tuple[float, float] = (0.5, 0.5)) -> Floats:
    return np.asarray((points - SIDE / 2) * scale + np.array(to) * SIDE, np.float32)


def _star(rng: Rng) -> Floats:
    tips = int(rng.integers(3, 13))
    return round_about(2 * tips, floats([0.95, rng.uniform(0.3, 0.75)]))


def _polygon(rng: Rng) -> Floats:
    points = round_about(int(rng.integers(3, 9)), floats([0.95]))
    return _squeezed(rng, points)


def _squeezed(rng: Rng, points: Floats) -> Floats:
    middle = SIDE / 2
    return np.asarray((points - middle) * np.array([rng.uniform(0.35, 1.0), 1.0]) + middle, np.float32)


def _wheel(rng: Rng) -> Floats:
    deep = rng.uniform(0.6, 0.85)
    return round_about(4 * int(rng.integers(5, 12)), floats([0.95, 0.95, deep, deep]))


def _blob(rng: Rng) -> Floats:
    angle = np.arange(64) * 2 * np.pi / 64
    reach = np.ones(64)
    for wave in range(1, 5):
        reach += rng.normal(0, 0.35 / wave) * np.cos(wave * angle + rng.uniform(0, 6.3))
    reach = np.clip(reach, 0.15, None)
    return round_about(64, np.asarray(0.95 * reach / reach.max(), np.float32))


def _cross(rng: Rng) -> Floats:
    arm, long = rng.uniform(0.12, 0.35), rng.uniform(0.5, 0.95)
    corners = [(arm, arm), (arm, long), (-arm, long), (-arm, arm), (-0.95, arm), (-0.95, -arm)]
    corners += [(-arm, -arm), (-arm, -0.95), (arm, -0.95), (arm, -arm), (0.95, -arm), (0.95, arm)]
    return np.asarray((np.array(corners) + 1) * SIDE / 2, np.float32)


def _arrow(rng: Rng) -> Floats:
    shaft, neck, wing = rng.uniform(0.1, 0.35), rng.uniform(-0.3, 0.3), rng.uniform(0.5, 0.9)
    corners = [(0, -0.95), (wing, neck), (shaft, neck), (shaft, 0.95), (-shaft, 0.95), (-shaft, neck)]
    return np.asarray((np.array([*corners, (-wing, neck)]) + 1) * SIDE / 2, np.float32)


def _drop(rng: Rng) -> Floats:
    bend = rng.uniform(-0.5, 0.5)
    points = np.array([(0, -0.95), (0.6, 0.2), (0.4, 0.9), (-0.4, 0.9), (-0.6 + bend, 0.2)])
    return rounded(np.asarray((points + 1) * SIDE / 2, np.float32), closed=True)


def copies(rng: Rng) -> Image:
    """One small thing one to five times: in a row, a pile or a ring."""
    mask, count = empty(), int(rng.integers(1, 6))
    small = _small(rng)
    kind = rng.random()
    if kind < 0.6:
        gap = rng.uniform(0.75, 1.1)
        places = [(0.5, 0.5 + gap * 0.2 * (i - (count - 1) / 2)) for i in range(count)]
        size = 0.24
    else:
        ring = round_about(count, floats([0.0 if count == 1 else 0.6])) / SIDE
        places, size = [(float(x), float(y)) for x, y in ring], 0.3
    for place in places:
        _fill(mask, _moved(small, size if kind >= 0.6 else size * 1.5, place))
    return mask


def _small(rng: Rng) -> Floats:
    kind = rng.random()
    if kind < 0.35:
        return round_about(24, floats([0.8]))
    if kind < 0.65:
        deep = rng.uniform(0.25, 0.6)
        corners = [(-0.95, 0.3), (0, -0.3), (0.95, 0.3), (0.95, 0.3 + deep), (0, deep - 0.3)]
        return np.asarray((np.array([*corners, (-0.95, 0.3 + deep)]) + 1) * SIDE / 2, np.float32)
    if kind < 0.8:
        return _star(rng)
    wide = rng.uniform(0.6, 0.95)
    corners = [(-wide, -0.3), (wide, -0.3), (wide, 0.3), (-wide, 0.3)]
    return np.asarray((np.array(corners) + 1) * SIDE / 2, np.float32)


def _framed(rng: Rng, inner: Image) -> Image:
    """`inner` made smaller, within a ring, a frame, or cut out of a filled shape."""
    small = cv2.resize(inner, (SIDE // 2 + 6, SIDE // 2 + 6), interpolation=cv2.INTER_AREA)
    mask = empty()
    points = round_about(40, floats([0.95])) if rng.random() < 0.6 else _polygon(rng)
    solid = rng.random() < 0.4
    if solid:
        _fill(mask, points)
    else:
        _line(mask, points, rng.uniform(3, 8), closed=True)
    at = (SIDE - small.shape[0]) // 2
    piece = mask[at : at + small.shape[0], at : at + small.shape[1]]
    piece[:] = np.where(solid, np.minimum(piece, 255 - small), np.maximum(piece, small))
    return mask


def _outlined(rng: Rng, mask: Image) -> Image:
    """Only a line along the edge of what is drawn."""
    edges, _ = cv2.findContours(np.asarray(mask > 127, np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    outline = empty()
    cv2.drawContours(outline, edges, -1, (255,), int(rng.integers(2, 7)), cv2.LINE_AA)
    return outline


def random_symbol(rng: Rng) -> Image:
    """Any symbol."""
    while True:
        kind = rng.random()
        if kind < 0.25:
            mask = sign(rng)
        elif kind < 0.45:
            mask = strokes(rng)
        elif kind < 0.72:
            mask = shape(rng)
        elif kind < 0.87:
            mask = copies(rng)
        else:
            mask = _framed(rng, sign(rng) if rng.random() < 0.4 else shape(rng))
        mask = filled(_outlined(rng, mask) if rng.random() < OUTLINED else mask)
        if 0.03 < mask.mean() / 255 < 0.85:
            return mask


def relative(rng: Rng, mask: Image) -> Image:
    """A symbol that is easily taken for `mask`: mirrored, with a dot, with a piece more or less, its
    outline.
    """
    other = mask.copy()
    kind = rng.random()
    if kind < 0.3:
        other = np.ascontiguousarray(other[:, ::-1])
    elif kind < 0.6:
        x, y = rng.uniform(0.1, 0.9, 2) * SIDE
        value = 0 if other[int(y), int(x)] else 255
        dot = _moved(round_about(20, floats([0.8])), rng.uniform(0.2, 0.35), (x / SIDE, y / SIDE))
        _fill(other, dot, value)
    elif kind < 0.75:
        _line(other, _points(rng, 2), rng.uniform(6, 14), value=int(rng.choice([0, 255])))
    elif kind < 0.85:
        other = _outlined(rng, other)
    else:
        other[:, : SIDE // 2 + int(rng.integers(-10, 10))] = 0
    return filled(other) if other.any() else mask


def family(rng: Rng, size: int = 3) -> list[Image]:
    """A symbol and some that are like it, each different enough for a person to tell them apart."""
    kept = [random_symbol(rng)]
    for _ in range(3 * size):
        if len(kept) == size:
            break
        other = relative(rng, kept[0])
        if all(likeness(other, one) < SAME for one in kept):
            kept.append(other)
    return kept


# Strokes of the numerals in a square of side 1; a numeral has several forms, a form several strokes.
FORMS: dict[int, list[list[tuple[bool, list[tuple[float, float]]]]]] = {
    1: [
        [(False, [(0.5, 0), (0.5, 1)])],
        [(False, [(0.28, 0.22), (0.5, 0), (0.5, 1)])],
        [(False, [(0.28, 0.22), (0.5, 0), (0.5, 1)]), (False, [(0.2, 1), (0.8, 1)])],
        [(False, [(0.1, 0.36), (0.55, 0), (0.55, 1)])],
        [(False, [(0.14, 0.24), (0.6, 0), (0.6, 1)])],
        [(False, [(0.12, 0.2), (0.55, 0), (0.55, 1)]), (False, [(0.1, 1), (0.95, 1)])],
    ],
    2: [
        [
            (True, [(0.12, 0.25), (0.2, 0), (0.8, -0.02), (0.95, 0.35), (0.6, 0.6), (0.1, 1)]),
            (False, [(0.1, 1), (0.9, 1)]),
        ],
        [(False, [(0.1, 0), (0.85, 0), (0.85, 0.5), (0.12, 0.55), (0.12, 1), (0.9, 1)])],
    ],
    3: [
        [
            (True, [(0.1, 0.12), (0.45, -0.05), (0.95, 0.1), (0.8, 0.5), (0.4, 0.46)]),
            (True, [(0.4, 0.46), (0.9, 0.45), (1.0, 0.95), (0.5, 1.08), (0.08, 0.88)]),
        ],
        [
            (False, [(0.1, 0), (0.85, 0), (0.45, 0.4)]),
            (True, [(0.45, 0.4), (0.95, 0.42), (0.95, 0.95), (0.45, 1.08), (0.08, 0.88)]),
        ],
    ],
    4: [
        [(False, [(0.7, 1), (0.7, 0), (0.05, 0.7), (0.95, 0.7)])],
        [(False, [(0.3, 0), (0.08, 0.62), (0.95, 0.62)]), (False, [(0.68, 0.3), (0.68, 1)])],
    ],
    5: [
        [
            (False, [(0.85, 0), (0.2, 0), (0.15, 0.45)]),
            (True, [(0.15, 0.45), (0.6, 0.3), (1.0, 0.55), (0.85, 1.02), (0.4, 1.05), (0.08, 0.9)]),
        ]
    ],
    6: [
        [
            (True, [(0.8, 0.0), (0.3, 0.1), (0.05, 0.6), (0.15, 1.05), (0.6, 1.08)]),
            (True, [(0.6, 1.08), (1.0, 0.95), (0.95, 0.45), (0.4, 0.4), (0.1, 0.65)]),
        ],
        [
            (False, [(0.65, 0.0), (0.15, 0.58)]),
            (
                True,
                [(0.15, 0.58), (0.0, 0.95), (0.5, 1.1), (1.0, 0.95), (0.9, 0.42), (0.4, 0.45), (0.15, 0.6)],
            ),
        ],
    ],
    7: [
        [(False, [(0.1, 0), (0.9, 0), (0.42, 1)])],
        [(False, [(0.1, 0.16), (0.1, 0), (0.9, 0), (0.42, 1)])],
        [(False, [(0.08, 0), (0.85, 0), (0.6, 1)])],
        [(False, [(0.05, 0), (0.95, 0), (0.2, 1)])],
        [(False, [(0.1, 0), (0.9, 0), (0.42, 1)]), (False, [(0.28, 0.5), (0.82, 0.5)])],
        [(True, [(0.1, 0.14), (0.1, 0), (0.5, 0.04), (0.92, 0.0), (0.5, 0.6), (0.4, 1)])],
    ],
    8: [[]],
}


def numeral(rng: Rng, value: int, families: Families = ()) -> Image:
    """The numeral `value` (1 to 8) as some die carries it, often in a typeface of `families` where there
    are some; a 6 is often marked against being a 9.
    """
    if families and rng.random() < OF_FAMILIES:
        mask = filled(_squared(typeset(rng, str(value), families)))
    else:
        mask = sign(rng, str(value)) if rng.random() < 0.6 else _drawn(rng, value)
    if rng.random() < RESTYLED:
        mask = restyled(rng, mask)
    if value == 6 and rng.random() < 0.6:
        whole = np.zeros((SIDE + 24, SIDE + 24), np.uint8)
        whole[:SIDE, 12 : 12 + SIDE] = mask
        if rng.random() < 0.6:
            thick, low = int(rng.integers(5, 11)), SIDE + 14
            cv2.line(whole, (34, low), (SIDE - 12, low), (255,), thick, cv2.LINE_AA)
        else:
            beside = (SIDE + int(rng.integers(0, 8)), SIDE + 8)
            cv2.circle(whole, beside, int(rng.integers(4, 8)), (255,), -1)
        mask = filled(np.asarray(cv2.resize(whole, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8))
    return mask


def restyled(rng: Rng, mask: Image) -> Image:
    """`mask` in another hand: leaning, bent a little, bolder or thinner."""
    room = SIDE // 4
    wide = np.pad(mask, room)
    ys, xs = np.mgrid[: wide.shape[0], : wide.shape[1]].astype(np.float32)
    bent = cv2.resize(
        rng.normal(0, BENT, (4, 4, 2)).astype(np.float32), wide.shape, interpolation=cv2.INTER_CUBIC
    )
    leaning = xs + rng.uniform(*LEANING) * (ys - len(wide) / 2)
    drawn = cv2.remap(wide, leaning + bent[:, :, 0], ys + bent[:, :, 1], cv2.INTER_LINEAR)
    wider, higher = rng.integers(0, HEAVIER + 1, 2).tolist()
    change = cv2.dilate if rng.random() < 0.5 else cv2.erode
    heavier = change(drawn, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (1 + wider, 1 + higher)))
    # What would be torn, or whose holes would be filled, stays as it is.
    changed = (filled(np.asarray(one, np.uint8)) for one in (heavier, drawn))
    return next((one for one in changed if _parts(one) == _parts(mask)), mask)


def _parts(mask: Image) -> tuple[int, int]:
    """Of how many parts what is bright is, and how many holes it has; each more by one."""
    bright = np.pad(mask, 1) > 127
    # What touches at a corner alone is one part of the ink, and two of what it leaves free.
    inked, _ = cv2.connectedComponents(np.asarray(bright, np.uint8), connectivity=8)
    rest, _ = cv2.connectedComponents(np.asarray(~bright, np.uint8), connectivity=4)
    return int(inked), int(rest)


def _drawn(rng: Rng, value: int) -> Image:
    mask = empty()
    # The bar of a seven is longer than the flag of a one.
    narrow, broad = (0.62, 0.85) if value == 7 else (0.4, 0.75)
    wide, thick = rng.uniform(narrow, broad), rng.uniform(5, 17)
    lean = rng.uniform(-0.15, 0.15)

    def at(points: list[tuple[float, float]]) -> Floats:
        xy = np.array(points) + rng.normal(0, 0.025, (len(points), 2))
        x = 0.5 + (xy[:, 0] - 0.5) * wide - lean * (xy[:, 1] - 0.5)
        return np.asarray(np.stack([0.12 + 0.76 * x, 0.12 + 0.76 * xy[:, 1]], axis=1) * SIDE, np.float32)

    if value == 8:
        small = rng.uniform(0.36, 0.46)
        turn = np.arange(24) * 2 * np.pi / 24
        for middle, high, reach in ((small / 2, small / 2, 0.42), ((1 + small) / 2, (1 - small) / 2, 0.5)):
            ring = [(0.5 + reach * np.cos(a), middle + high * np.sin(a)) for a in turn]
            _line(mask, at(ring), thick * 0.9, closed=True)
        return filled(mask)
    forms = FORMS[value]
    for smooth, points in forms[int(rng.integers(len(forms)))]:
        line = at(points)
        _line(mask, rounded(line) if smooth else line, thick)
    return filled(mask)
