"""What the net learns from: rendered pictures by the thousand, and photographs with their labels."""

from __future__ import annotations

import csv
import functools
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.pool import Pool
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats
from vision.crops import is_cut_off
from vision.rendering.scene import Image, Label, floats
from vision.training.cameras import tinted, with_lamp

RENDERED = "rendered"
RENDERED_SIDE = 256
R_RANGE = (7.0, 44.0)
NEARLY = 0.8  # of a face's r: so far from the border its middle must lie, or nobody is blamed for the face
MIRRORING = 0.12  # of the faces that are looked at one by one
# Of the looks at single places so many are at what is no face; and of the others so many beside one.
WRONG, BESIDE = 0.25, 0.15
UNPACKED = 8000  # pictures that stay unpacked in memory: 3 GB at the most, for each process
LONGEST = 800  # photographs are shrunk to this: dice must not be larger than the net can use


@dataclass(frozen=True)
class Sample:
    """A picture (packed as JPEG) and its faces: rows (x, y, r, face from 0 on, known 0 or 1).

    `origin` is where it comes from: RENDERED, a folder, or a die of which there are several photographs.
    `spots` are rows (x, y, r) of places that a quick look takes for faces, but which are none; `unplaced`
    says that dice lie there of which the labels do not say where.
    """

    packed: bytes
    faces: Floats
    origin: str
    name: str = ""
    spots: Floats | None = None
    unplaced: bool = False

    @property
    def folder(self) -> str:
        """The folder of a photograph."""
        return Path(self.name).parent.as_posix()

    def picture(self) -> Image:
        """The picture itself, BGR."""
        return _unpacked(self.packed)


@functools.lru_cache(maxsize=UNPACKED)
def _unpacked(packed: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def pack(picture: Image) -> bytes:
    """`picture` as JPEG of high quality."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())


def _one_thread() -> None:
    cv2.setNumThreads(1)


def pool_of(jobs: int) -> Pool:
    """So many processes that draw, each on one core."""
    return multiprocessing.get_context("spawn").Pool(jobs, _one_thread)


def rendered(count: int, seed: int, jobs: int, draw: Callable[[int], Sample]) -> Iterator[Sample]:
    """`count` pictures as `draw` renders them, by `jobs` processes: the same for the same `seed`."""
    with pool_of(jobs) as pool:
        yield from pool.imap(draw, range(seed * 10_000_000, seed * 10_000_000 + count), chunksize=64)


def photographs(folder: Path) -> list[Sample]:
    """Every photograph below `folder`, with the d6 that `labels.csv` knows; `origin` is where it lies.

    The makers of the labels drew boxes of various kinds, so places count as unknown until
    `vision.training.places.snapped` has found them. Raises ValueError for a picture that is no picture.
    """
    labelled: dict[str, list[list[float]]] = {}
    unplaced = set()
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            if row["kind"] == "d6" and row["x"]:
                place = [float(row["x"]), float(row["y"]), float(row["r"])]
                labelled.setdefault(row["file"], []).append([*place, float(int(row["face"]) - 1), 0.0])
            else:
                unplaced.add(row["file"])
    samples = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png")):
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"{path} cannot be read as a picture; take it out of {folder} or replace it")
        name = path.relative_to(folder).as_posix()
        scale = min(1.0, LONGEST / max(picture.shape[:2]))
        if scale < 1:
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        rows = floats(labelled.get(name, [])).reshape(-1, 5)
        rows[:, :3] *= scale
        packed = pack(np.asarray(picture, np.uint8))
        samples.append(Sample(packed, rows, path.parent.name, name, unplaced=name in unplaced))
    return samples


def traced(folder: Path) -> Iterator[tuple[Path, list[Label]]]:
    """The pictures that Blender drew into `folder` to learn from, and what dice lie where in each."""
    labels: dict[str, list[Label]] = {}
    for table in sorted(folder.glob("labels-*.csv")):
        with table.open(newline="", encoding="utf-8") as file:
            for name, kind, face, x, y, r in csv.reader(file):
                labels.setdefault(name, []).append(Label(kind, face, float(x), float(y), float(r)))
    for path in sorted(folder.glob("*.png")):
        yield path, labels.get(path.stem, [])


def path_traced(folder: Path, named: Callable[[Label], int | None]) -> list[Sample]:
    """Pictures that Blender drew, rendered ones for all that follows, with the dice that are `named`."""
    samples = []
    for path, labels in traced(folder):
        picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        rows = [
            [label.x, label.y, label.r, number, not is_cut_off(picture, (label.x, label.y, label.r), NEARLY)]
            for label in labels
            if (number := named(label)) is not None
        ]
        samples.append(Sample(pack(picture), floats(rows).reshape(-1, 5), RENDERED, path.stem))
    return samples


def _anywhere(faces: Floats, size: Floats, rng: np.random.Generator, side: int) -> tuple[Floats, float]:
    """What shall lie in the middle of a piece, and at what scale: something near a face, mostly."""
    if len(faces) and rng.random() < 0.92:
        chosen = faces[int(rng.integers(len(faces)))]
        r = float(np.exp(rng.uniform(np.log(R_RANGE[0]), np.log(R_RANGE[1]))))
        scale = float(np.clip(r / chosen[2], 0.05, 2.5))
        return floats(chosen[:2] + rng.uniform(-0.42, 0.42, 2) * side / scale), scale
    return floats(rng.uniform(0, 1, 2) * size), float(np.exp(rng.uniform(np.log(0.35), np.log(1.5))))


def _looked_at(sample: Sample, rng: np.random.Generator, r: float) -> tuple[Floats, float] | None:
    """The same as the reader looks: at a face, give or take, beside one, or where a quick look was wrong.

    None where there is nothing to look at.
    """
    faces, spots = sample.faces[:, :3], sample.spots
    wrong = spots is not None and len(spots) and (not len(faces) or rng.random() < WRONG)
    chosen = spots if wrong else faces
    if chosen is None or not len(chosen):
        return None
    x, y, own = chosen[int(rng.integers(len(chosen)))].tolist()
    angle, away = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 0.14))
    if not wrong and rng.random() < BESIDE:
        away = rng.uniform(0.6, 2.2)
    at = floats([x + away * own * np.cos(angle), y + away * own * np.sin(angle)])
    return at, float(r / own * np.exp(rng.normal(0, 0.13)))


def _turned(sample: Sample, rng: np.random.Generator, side: int, look: float | None) -> tuple[Image, Floats]:
    """A piece of the picture, turned, scaled and perhaps mirrored: `side` pixels wide."""
    picture, faces = sample.picture(), sample.faces
    height, width = picture.shape[:2]
    looked_at = None if look is None else _looked_at(sample, rng, look)
    at, scale = looked_at or _anywhere(faces, floats([width, height]), rng, side)
    if scale < 0.7:
        picture = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        before = np.array([picture.shape[1] / width, picture.shape[0] / height])
        at, rest = at * before, 1.0
    else:
        before, rest = np.ones(2), scale
    angle = rng.uniform(0, 2 * np.pi)
    turn = rest * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = turn @ np.diag([rng.choice([-1.0, 1.0]), 1.0]) @ (np.eye(2) + rng.normal(0, 0.04, (2, 2)))
    matrix = np.concatenate([turn, (side / 2 - turn @ at)[:, None]], axis=1)
    border = int(rng.choice([cv2.BORDER_REFLECT_101, cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE]))
    piece = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=border)
    moved = faces.copy()
    moved[:, :2] = (faces[:, :2] * before) @ turn.T + matrix[:, 2]
    moved[:, 2] *= scale
    return np.asarray(piece, np.uint8), moved


def _kept(faces: Floats, side: int) -> Floats:
    """The faces in the piece; one that is cut off, or far too small or large, counts as unknown."""
    edge = (
        np.minimum(faces[:, :2].min(axis=1), (side - faces[:, :2]).min(axis=1)) if len(faces) else floats([])
    )
    kept = faces[edge > -faces[:, 2]].copy()
    edge = edge[edge > -faces[:, 2]]
    fits = (kept[:, 2] > 0.75 * R_RANGE[0]) & (kept[:, 2] < 1.25 * R_RANGE[1])
    kept[:, 4] *= (edge > NEARLY * kept[:, 2]) & fits
    return kept


def piece_of(
    sample: Sample, rng: np.random.Generator, side: int, look: float | None = None
) -> tuple[Image, Floats]:
    """A piece of `sample` as no camera took it before, `side` pixels wide, and the faces in it.

    With `look` it is what the reader looks at: one place in the middle, its r about `look` pixels.
    """
    picture, faces = _turned(sample, rng, side, look)
    if look is not None and len(faces) and rng.random() < MIRRORING:
        nearest = np.hypot(*(faces[:, :2] - side / 2).T).argmin()
        picture = with_lamp(picture, faces[nearest], rng)
    return tinted(picture, rng, sample.origin != RENDERED), _kept(faces, side)


@dataclass(frozen=True)
class Mixture:
    """Where pieces come from: rendered pictures, a share of path-traced ones, and a share of photographs,
    evenly by folder.
    """

    rendered: Sequence[Sample]
    photographs: Sequence[Sample] = ()
    share: float = 0.0
    traced: Sequence[Sample] = ()
    traced_share: float = 0.0

    def draw(self, rng: np.random.Generator) -> Sample:
        """One sample by chance."""
        folders = sorted({sample.folder for sample in self.photographs})
        share = self.share if folders else 0.0
        if folders and rng.random() < share:
            folder = folders[int(rng.integers(len(folders)))]
            chosen = [sample for sample in self.photographs if sample.folder == folder]
            return chosen[int(rng.integers(len(chosen)))]
        if self.traced and rng.random() < self.traced_share / (1 - share):
            return self.traced[int(rng.integers(len(self.traced)))]
        return self.rendered[int(rng.integers(len(self.rendered)))]
