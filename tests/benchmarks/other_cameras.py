"""How well photographs of ordinary dice are read as other cameras, or in other light, would have taken them:
a row for each change.

    python -m tests.benchmarks.other_cameras PHOTOS [--folder NAME] [--weights DIR] [--every N] [--wrong]
    python -m tests.benchmarks.other_cameras PHOTOS --wide PIXELS [the same]

PHOTOS is as in `tests.benchmarks.reading`. The dice and how they lie stay the same: what is lost from row to
row is what a change of camera or light costs, however well the photographs themselves are known. The second
takes them from so far away that half of a picture's labels are no wider, where these say how wide they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from tests.benchmarks.counting import HEADING, Label, Tally, labels_of, pictures_of
from tests.benchmarks.reading import use_weights
from vision import read
from vision.crops import resized
from vision.files import read_picture
from vision.reading import Picture

NOISE = 12.0  # steps of 255


def brighter(*gains: float) -> Callable[[Picture], Picture]:
    """So many times as bright, all colours or blue, green and red by themselves."""
    return lambda picture: np.asarray(np.clip(picture * np.array(gains), 0, 255), np.uint8)


def of_contrast(gamma: float) -> Callable[[Picture], Picture]:
    """With its middle tones brighter (below 1) or darker."""
    return lambda picture: np.asarray(255 * (picture / 255) ** gamma, np.uint8)


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)


def noisy(picture: Picture) -> Picture:
    noise = np.random.default_rng(1).normal(0, NOISE, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def packed(picture: Picture) -> Picture:
    """As a JPEG of low quality."""
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 25])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def grey(picture: Picture) -> Picture:
    return np.asarray(np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2), np.uint8)


CHANGES: Mapping[str, Callable[[Picture], Picture]] = {
    "as they are": lambda picture: picture,
    "0.6 times as large": lambda picture: resized(picture, 0.6),
    "1.6 times as large": lambda picture: resized(picture, 1.6),
    "in warm light": brighter(0.55, 0.85, 1.1),
    "in cold light": brighter(1.2, 0.95, 0.7),
    "in 0.4 times as much light": brighter(0.4),
    "in 1.6 times as much light": brighter(1.6),
    "of less contrast": of_contrast(0.5),
    "of more contrast": of_contrast(2.0),
    "out of focus by 1.2 pixels": blurred,
    "with noise of 12 steps": noisy,
    "as JPEG of quality 25": packed,
    "grey": grey,
}


def scaled(label: Label, factor: float) -> Label:
    """The die in a picture so many times as large."""
    if label.x is None or label.y is None or label.r is None:
        return label
    return replace(label, x=label.x * factor, y=label.y * factor, r=label.r * factor)


def radii_of(labels: Sequence[Label]) -> list[float]:
    """Half the widths of those that have one, in pixels."""
    return [label.r for label in labels if label.r is not None]


def tally_of(
    change: Callable[[Picture], Picture],
    pictures: Sequence[tuple[Path, Sequence[Label]]],
    wide: float | None = None,
) -> Tally:
    """How the pictures are read once they were changed, and made so small that half of their labels, of which
    one at the least has a width, are no more than `wide` pixels.
    """
    tally = Tally()
    for path, labels in pictures:
        picture = read_picture(path)
        changed = change(picture)
        if wide is not None:
            changed = resized(changed, min(1.0, wide / (2 * median(radii_of(labels)))))
        factor = changed.shape[1] / picture.shape[1]
        tally.count(read(changed, "d6").dice, [scaled(label, factor) for label in labels], path.stem)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("photos", type=Path)
    parser.add_argument("--folder", default="*", help="this one alone")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="a sample: each Nth picture")
    parser.add_argument("--weights", type=Path, help="a folder with nets to use in place of the shipped ones")
    parser.add_argument("--wide", type=float, metavar="PIXELS", help="one row: as from so far away")
    parser.add_argument("--wrong", action="store_true", help="list what was read wrong for certain")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.weights:
        use_weights(options.weights)
    labels = labels_of(options.photos)
    named = [
        (path, labels[path.relative_to(options.photos).as_posix()])
        for path in pictures_of(options.photos, options.folder, options.every)
    ]
    pictures = [(path, lying) for path, lying in named if any(label.kind == "d6" for label in lying)]
    changes = CHANGES
    if options.wide is not None:
        pictures = [(path, lying) for path, lying in pictures if radii_of(lying)]
        changes = {f"{options.wide:.0f} pixels wide": CHANGES["as they are"]}
    print(HEADING)
    for name, change in changes.items():
        tally = tally_of(change, pictures, options.wide)
        print(tally.line(name), flush=True)
        for line in tally.wrong if options.wrong else ():
            print("    " + line)


if __name__ == "__main__":
    main()
