"""What frames a face: the body of a die that carries a white sticker."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.colours import colourfulness
from vision.reading import Picture
from vision.signs.rings import colour_of, colours_around, within

# No sticker is more colourful than this: those of a game's colours hide a body of another.
STICKER = 25.0
# Where a frame may be: a finder may take the sticker for the face. And where the ground is seen.
FRAMES, GROUND = ((0.85, 1.0), (1.0, 1.15), (1.1, 1.25)), (1.45, 1.7)
# A frame is of another hue than white by so many steps of Lab's a and b at the least, or so much less light:
# cloth around white dice, and their own edges in the shade, came to 0.54 of it where they were all around, in
# 800 cubes of all colours. It is unlike the ground by so much.
OF_ANOTHER_HUE, BLACK, NO_GROUND = 28.0, 0.42, 20.0
# Something is so much like it at more than this part of all angles: less of them where it is of another hue,
# for the next side may carry a sticker, too; shadows are black.
AROUND, ALIKE, MOST_ANGLES, ALL_ANGLES = (0.75, 1.4), 25.0, 0.65, 0.9


def frame_colour(crop: Picture, face: float, sticker: Floats) -> Floats | None:
    """The colour (Lab) of what frames the face in the middle of a square ``crop`` (BGR), half its width being
    ``face`` pixels, if what is taken for its body may be a ``sticker``; None where nothing does.
    """
    if colourfulness(sticker) > STICKER:
        return None
    around = colours_around(crop, face)
    ground = colour_of(around, GROUND)
    frames = [
        (angles, frame)
        for frame in (colour_of(around, ring) for ring in FRAMES)
        if np.linalg.norm(frame - ground) > NO_GROUND
        and (angles := _angles(around, frame)) > _least_angles(frame, sticker)
    ]
    return max(frames, key=lambda one: one[0])[1] if frames else None


def _least_angles(frame: Floats, sticker: Floats) -> float:
    """At what part of all angles something of that colour must be seen, should it frame the sticker: 1 if it
    cannot.
    """
    if frame[0] >= sticker[0]:
        return 1.0
    apart = float(np.linalg.norm((frame - sticker)[1:]))
    if colourfulness(frame) > colourfulness(sticker) and apart > OF_ANOTHER_HUE:
        return MOST_ANGLES
    return ALL_ANGLES if frame[0] < BLACK * sticker[0] else 1.0


def _angles(around: Floats, frame: Floats) -> float:
    """At what part of all angles something of that colour is seen around a face."""
    nearest = np.linalg.norm(within(around, AROUND) - frame, axis=2).min(axis=1)
    return float(np.mean(nearest < ALIKE))
