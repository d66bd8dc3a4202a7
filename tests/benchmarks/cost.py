"""What reading costs on one core of this machine: time, memory, and what broken files do."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

import cv2
import numpy as np
from PIL import Image

from tests.benchmarks.counting import Label, Tally, labels_of, pictures_of, share
from tests.benchmarks.rivals import BLOB_SIZES, YoloLike, blob_finder, read_blobs, write_yolo_like
from vision import read
from vision.files import BadPicture, read_picture
from vision.reading import Picture
from vision.rolls import RollWatcher
from vision.simulated import SimulatedTray
from vision.simulated_dice import MAKES, Body

# The peak of a program's own memory; that of `resource` would begin with its parent's.
TOLD = """
import time
started, busy = time.perf_counter(), time.process_time()
{work}
seconds, busy = time.perf_counter() - started, time.process_time() - busy
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(seconds, busy, peak / 1024)
"""
READ_ONE = """
import cv2
cv2.setNumThreads(1)
from vision import read
read(cv2.imread({path!r}), "d6")
"""

READ_FILE = """
from pathlib import Path
from vision import read
from vision.files import BadPicture, read_picture
try:
    read(read_picture(Path({path!r})), "d6")
except BadPicture:
    pass
"""


def seconds_of(work: Callable[[], object]) -> float:
    """Processor time of one run, after one that does not count."""
    work()
    started = process_time()
    work()
    return process_time() - started


def in_a_program(work: str) -> tuple[float, float, float]:
    """Seconds, seconds of the processor, and peak memory in MB of a program that does just this."""
    told = subprocess.run(
        [sys.executable, "-c", TOLD.format(work=work)], capture_output=True, text=True, check=True
    )
    seconds, busy, peak = told.stdout.split()
    return float(seconds), float(busy), float(peak)


def six_dice(kind: str = "d6", width: int = 1280, seed: int = 1) -> Picture:
    """Six dice at rest in a simulated tray."""
    rng = np.random.default_rng(seed)
    tray = SimulatedTray(seed, width, width * 9 // 16, die_size=0.05 * width)
    faces = MAKES[kind].faces
    tray.throw(Body.of(kind, faces[int(rng.integers(len(faces)))]) for _ in range(6))
    while tray.moving:
        tray.frame()
    return tray.frame()


def full_reads(times: int) -> Iterator[str]:
    """A full read of six dice, 1280 by 720, set by set."""
    for name, kind in (
        ("d6", "d6"),
        ("riff_in_time", "wyld"),
        ("professor_evil", "professor"),
        ("quick_and_undead", "d8"),
        ("betrayal_tour", "token"),
    ):
        pictures = [six_dice(kind, seed=seed) for seed in range(times)]
        if any(problem.id == "not_readable" for problem in read(pictures[0], name).problems):
            yield f"  {name}: cannot be read yet"
            continue
        taken = [1000 * seconds_of(partial(read, picture, name)) for picture in pictures]
        yield f"  {name}: median {median(taken):.0f} ms, longest {max(taken):.0f} ms ({times} pictures)"


def watching() -> Iterator[str]:
    """What a frame of 1280 by 720 costs while no throw is asked for, and while nothing moves."""
    tray = SimulatedTray(1, 1280, 720, die_size=64.0)
    frames = [tray.frame() for _ in range(20)]
    for what, asked in (("no throw asked for", False), ("asked for, nothing moves", True)):
        watcher = RollWatcher("d6")
        if asked:
            watcher.ask({"d6": 2})
        for number, frame in enumerate(frames):
            watcher.feed(frame, number / 15)
        started = process_time()
        for number in range(400):
            watcher.feed(frames[number % len(frames)], 2 + number / 15)
        yield f"  watching, {what}: {(process_time() - started) / 400 * 1000:.2f} ms a frame"


def tray_speed() -> Iterator[str]:
    """Frames a second of the simulated tray while six dice are thrown; the throw itself is counted in."""
    for width, height in ((640, 360), (1280, 720)):
        for kind in ("d6", "wyld", "d8", "token"):
            tray = SimulatedTray(1, width, height, die_size=0.07 * width)
            frames, started = 0, process_time()
            for _ in range(3):
                tray.throw(Body.of(kind, MAKES[kind].faces[0]) for _ in range(6))
                while tray.moving:
                    tray.frame()
                    frames += 1
            yield f"  {width} by {height}, {kind}: {frames / (process_time() - started):.0f} frames a second"


def start_and_memory() -> Iterator[str]:
    """Import and first read, and the memory that takes, in a program of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "six.png"
        cv2.imwrite(str(path), six_dice())
        _, _, bare = in_a_program("import cv2, numpy")
        seconds, busy, peak = in_a_program(READ_ONE.format(path=str(path)))
    yield (
        f"  import and first read: {seconds:.2f} s ({busy:.2f} s of the processor); memory {peak:.0f} MB, "
        f"{bare:.0f} MB of it Python with OpenCV and numpy"
    )


def weights() -> Iterator[str]:
    """How large the nets are."""
    files = sorted((Path(__file__).parents[2] / "vision" / "weights").glob("*.onnx"))
    sizes = [f"{file.name} {file.stat().st_size / 2**20:.2f} MB" for file in files]
    yield f"  weights: {', '.join(sizes)}; {sum(file.stat().st_size for file in files) / 2**20:.2f} MB in all"


# Beside other ways, on the same pictures


def compared(photos: Path, every: int) -> Iterator[str]:
    """Our reader, blobs with clustering, and a net of YOLO's class: on each folder with ordinary dice."""
    labels = labels_of(photos)
    yield f"{'':<30}{'dice':>6}{'right, %':>19}{'certain and wrong':>19}{'ms, median':>12}{'95 %':>7}"
    yolo, finder = _yolo(), blob_finder()
    for folder in sorted(path for path in photos.iterdir() if path.is_dir()):
        paths = list(pictures_of(photos, folder.name, every))
        named = [(path, labels.get(path.relative_to(photos).as_posix(), [])) for path in paths]
        own = [
            (read_picture(path), lying) for path, lying in named if any(label.kind == "d6" for label in lying)
        ]
        if not own:
            continue
        yield f"{folder.name} ({len(own)} pictures)"
        yield _row("ours", own, lambda picture: read(picture, "d6").dice)
        rows = []
        for width in BLOB_SIZES:
            tally, taken = _measured(own, partial(read_blobs, width=width, finder=finder))
            rows.append((tally.dice.right, _told(f"blobs and clusters, {width} wide", tally, taken)))
        yield max(rows)[1]
        taken = [1000 * seconds_of(partial(yolo.look, picture)) for picture, _ in own]
        yield f"{'  YOLOv5n, its time alone':<30}{'-':>6}{'-':>19}{'-':>19}{_times(taken)}"


def _yolo() -> YoloLike:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "yolo.onnx"
        write_yolo_like(file)
        return YoloLike(file)


def _row(name: str, own: Sequence[tuple[Picture, list[Label]]], way: Callable[[Picture], Sequence]) -> str:
    tally, taken = _measured(own, way)
    return _told(name, tally, taken)


def _measured(
    own: Sequence[tuple[Picture, list[Label]]], way: Callable[[Picture], Sequence]
) -> tuple[Tally, list[float]]:
    tally, taken = Tally(), []
    for picture, labels in own:
        started = process_time()
        dice = way(picture)
        taken.append(1000 * (process_time() - started))
        tally.count(dice, [label for label in labels if label.kind == "d6"], "")
    return tally, taken


def _told(name: str, tally: Tally, taken: list[float]) -> str:
    dice = tally.dice
    return f"{'  ' + name:<30}{dice.all:>6}{share(dice.right, dice.all):>19}{dice.wrong:>19}{_times(taken)}"


def _times(taken: list[float]) -> str:
    return f"{median(taken):>12.0f}{sorted(taken)[int(0.95 * (len(taken) - 1))]:>7.0f}"


# Files


def files() -> Iterator[str]:
    """Broken, empty, huge and odd files: what is said of each, and the memory it takes."""
    with tempfile.TemporaryDirectory() as folder:
        for path in _odd_files(Path(folder)):
            try:
                shape = read_picture(path).shape
                said = f"read as {shape[1]} by {shape[0]}"
            except BadPicture as bad:
                said = str(bad)
            work = READ_FILE.format(path=str(path))
            yield f"  {path.name:<16}{in_a_program(work)[2]:>5.0f} MB  {said}"


def _odd_files(folder: Path) -> Iterator[Path]:
    small = six_dice(width=640)
    rgb = np.asarray(small[:, :, ::-1])
    huge = np.asarray(cv2.resize(rgb, (8192, 6144), interpolation=cv2.INTER_LINEAR))
    grey = np.asarray(cv2.cvtColor(huge, cv2.COLOR_RGB2GRAY))
    turned = Image.Exif()
    turned[0x0112] = 6
    for name, make in {
        "huge.jpg": lambda path: Image.fromarray(huge).save(path),
        "huge.png": lambda path: Image.fromarray(huge).save(path, compress_level=1),
        "huge.webp": lambda path: Image.fromarray(huge).save(path, method=0),
        "grey.png": lambda path: Image.fromarray(grey).save(path, compress_level=1),
        "grey16.png": lambda path: Image.fromarray(grey.astype(np.uint16) * 257).save(path, compress_level=1),
        "turned.jpg": lambda path: Image.fromarray(rgb).save(path, exif=turned),
        "empty.jpg": lambda path: path.write_bytes(b""),
        "text.jpg": lambda path: path.write_text("no picture"),
    }.items():
        make(folder / name)
        yield folder / name
    for name in ("huge.jpg", "huge.png", "huge.webp"):
        cut = folder / f"cut-{name}"
        cut.write_bytes((folder / name).read_bytes()[:100_000])
        yield cut
