"""Pictures that our own renderer drew, of dice of one form."""

from __future__ import annotations

import numpy as np

from vision.rendering import Label, random_scene, render
from vision.rendering.scene import Image


def scenes_of(kind: str, count: int) -> list[tuple[Image, tuple[Label, ...]]]:
    shares = tuple(float(kind == name) for name in ("d6", "other", "d8", "token", "foreign"))
    pictures = []
    for seed in range(count):
        rng = np.random.default_rng([seed, 5])
        pictures.append(render(random_scene(rng, 320, 240, (40.0, 80.0), 15.0, shares), rng))
    return pictures
