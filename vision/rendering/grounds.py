"""What dice lie on: felt, wood, leather, cloth, paper and the like, as untilted pictures."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.busy_grounds import BUSY
from vision.rendering.scene import Ground, floats
from vision.rendering.two_colours import Painted, mesh, mix


def clouds(height: int, width: int, cell: float, rng: np.random.Generator, stretch: float = 1.0) -> Floats:
    """Smooth noise (H, W) of mean 0 and about unit spread; `cell` is the size of its blotches.

    `stretch` above 1 draws the blotches out along x.
    """
    rows = max(2, int(np.ceil(height / max(cell, 1))) + 2)
    columns = max(2, int(np.ceil(width / max(cell * stretch, 1))) + 2)
    coarse = rng.standard_normal((rows, columns), dtype=np.float32)
    return floats(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC))


def plain(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Painted board or plastic: nearly even."""
    return mix(ground, 0.15 * ground.contrast * clouds(height, width, ground.scale * 4, rng))


def felt(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Fine fibres, without a direction."""
    fibres = clouds(height, width, 1.2, rng, 2.5) + clouds(height, width, 2.4, rng, 0.4)
    return mix(
        ground, 0.4 + ground.contrast * (0.28 * fibres + 0.2 * clouds(height, width, ground.scale, rng))
    )


def leather(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Grains with dark creases, lit from the side."""
    grain = np.abs(clouds(height, width, max(3.0, ground.scale / 8), rng))
    crease = 1 - np.clip(grain * 2.2, 0, 1)
    relief = floats(cv2.Sobel(cv2.GaussianBlur(grain, (0, 0), 1.0), cv2.CV_32F, 1, 1))
    return mix(ground, 0.3 + ground.contrast * (0.6 * crease + 0.8 * relief))


def wood(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Grain along one direction, rings, and the joints of planks."""
    _, across = mesh(height, width, ground.angle)
    bend = clouds(height, width, ground.scale * 3, rng, 3) * ground.scale * 0.35
    rings = np.sin((across + bend) * 6.3 / max(6.0, ground.scale / 2))
    streaks = clouds(height, width, 1.5, rng, 30)
    share = 0.4 + ground.contrast * (0.3 * rings + 0.22 * streaks)
    picture = mix(ground, share)
    if rng.random() < 0.4:
        period = ground.scale * rng.uniform(3, 8)
        joint = np.abs((across + rng.uniform(0, period)) % period) < rng.uniform(1, 3)
        picture[joint] *= 0.55
    return picture


def striped(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Woven cloth with stripes or checks."""
    along, across = mesh(height, width, ground.angle)
    period = max(4.0, ground.scale * rng.uniform(0.3, 1.5))
    share = np.clip(3 * np.sin(across * 6.3 / period) + 0.5, 0, 1)
    if rng.random() < 0.5:
        share = (share + np.clip(3 * np.sin(along * 6.3 / period) + 0.5, 0, 1)) / 2
    weave = 0.08 * np.sin(along * 2.1) * np.sin(across * 2.1)
    return mix(ground, ground.contrast * share + weave)


def dotted(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Cloth printed with dots or small squares: what pips must be told from."""
    along, across = mesh(height, width, ground.angle)
    period = max(8.0, ground.scale * rng.uniform(0.3, 1.2))
    u, v = along % period - period / 2, across % period - period / 2
    square = rng.random() < 0.3
    far = np.maximum(np.abs(u), np.abs(v)) if square else np.sqrt(u * u + v * v)
    return mix(ground, ground.contrast * np.clip(period * rng.uniform(0.12, 0.35) - far + 0.5, 0, 1))


def gridded(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Squared paper, tiles or a cutting mat."""
    along, across = mesh(height, width, ground.angle)
    period = max(8.0, ground.scale * rng.uniform(0.4, 2))
    line = np.minimum(np.abs(along % period), np.abs(across % period))
    return mix(ground, ground.contrast * np.clip(rng.uniform(0.6, 2.5) - line, 0, 1))


def printed(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Paper with lines of print."""
    page = np.zeros((height, width), np.uint8)
    letters = np.array(list("aeinorstlmudcpgbhfvABCDEMNRST0123456789  .,:;%&O"))
    size = rng.uniform(0.25, 1.6)
    step = int(max(8, 26 * size))
    for row in range(step, height + step, step):
        if rng.random() < 0.85:
            line = "".join(rng.choice(letters, int(width / (9 * size)) + 2))
            font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX]))
            cv2.putText(
                page, line, (int(rng.integers(-20, 20)), row), font, size * 0.7, (255,), 1, cv2.LINE_AA
            )
    return mix(ground, ground.contrast * floats(page) / 255)


def coloured(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Blotches of many colours: a board, a carpet, a cluttered table out of focus."""
    picture = np.empty((height, width, 3), np.float32)
    for channel in range(3):
        noise = clouds(height, width, ground.scale, rng) + 0.5 * clouds(height, width, ground.scale / 3, rng)
        picture[:, :, channel] = ground.colour[channel] + 55 * ground.contrast * noise
    if rng.random() < 0.5:
        steps = rng.uniform(25, 70)
        picture = floats(np.round(picture / steps) * steps)
    return floats(np.clip(picture, 0, 255))


def ringed(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Cloth printed with rings of a die's size, in rows or anyhow: what round faces must be told from."""
    page = np.zeros((height, width), np.uint8)
    radius = max(3.0, ground.scale * rng.uniform(0.2, 0.6))
    thick = max(1, round(radius * rng.uniform(0.08, 0.4)))
    pitch, stray = radius * rng.uniform(1.4, 3), rng.choice([0.0, 0.3, 1.0])
    along, across = np.meshgrid(np.arange(0, width + pitch, pitch), np.arange(0, height + pitch, pitch))
    for x, y in (
        np.stack([along.ravel(), across.ravel()], axis=1) + rng.normal(0, 1, (along.size, 2)) * pitch * stray
    ):
        size = radius * (1 + 0.3 * stray * rng.uniform(-1, 1))
        cv2.circle(page, (int(x * 16), int(y * 16)), int(size * 16), (255,), thick, cv2.LINE_AA, 4)
        if rng.random() < 0.15:
            cv2.circle(page, (int(x * 16), int(y * 16)), int(size * 5), (255,), -1, cv2.LINE_AA, 4)
    return mix(ground, ground.contrast * floats(page) / 255 + 0.04 * clouds(height, width, 2.0, rng))


def tiled(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """A board of tiles of a die's size, each of its own colour, some with something printed on."""
    picture = np.full((height, width, 3), ground.colour, np.uint8)
    pitch = max(8.0, ground.scale * rng.uniform(0.6, 1.6))
    side = pitch * rng.uniform(0.7, 0.96)
    turn = np.radians(ground.angle)
    reach = int((width + height) / pitch) + 1
    for row, column in np.ndindex(2 * reach, 2 * reach):
        u, v = (row - reach) * pitch, (column - reach) * pitch
        at = (float(u * np.cos(turn) - v * np.sin(turn)), float(u * np.sin(turn) + v * np.cos(turn)))
        if not (-pitch < at[0] < width + pitch and -pitch < at[1] < height + pitch):
            continue
        shade = np.clip(floats(ground.second) + ground.contrast * rng.normal(0, 45, 3), 0, 255)
        box = cv2.boxPoints((at, (side, side), ground.angle))
        cv2.fillPoly(picture, [np.rint(box * 16).astype(np.int32)], shade.tolist(), cv2.LINE_AA, 4)
        middle, chance = (int(at[0]), int(at[1])), rng.random()
        mark = floats(ground.colour).tolist()
        if chance < 0.12:
            cv2.circle(picture, middle, max(1, int(side * rng.uniform(0.08, 0.3))), mark, -1, cv2.LINE_AA)
        elif chance < 0.24:
            letter = str(rng.choice(list("ABCDEKMNRSTX123456789+?")))
            start = (int(at[0] - side * 0.25), int(at[1] + side * 0.25))
            cv2.putText(picture, letter, start, cv2.FONT_HERSHEY_DUPLEX, side / 45, mark, 1, cv2.LINE_AA)
    return floats(picture)


USUAL: dict[str, Painted] = {
    "plain": plain,
    "felt": felt,
    "leather": leather,
    "wood": wood,
    "striped": striped,
    "dotted": dotted,
    "gridded": gridded,
    "printed": printed,
    "coloured": coloured,
    "ringed": ringed,
    "tiled": tiled,
}
GROUNDS = USUAL | BUSY


def ground_picture(ground: Ground, height: int, width: int) -> Floats:
    """`ground` seen straight from above (H, W, 3; 0 to 255).

    Raises ValueError for a kind that is not in `GROUNDS`.
    """
    if ground.kind not in GROUNDS:
        raise ValueError(f"ground {ground.kind!r} is unknown; use one of {', '.join(GROUNDS)}")
    return GROUNDS[ground.kind](ground, height, width, np.random.default_rng(ground.seed))
