"""What frames a face: the body of a die that carries a white sticker."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats
from vision.colours import colourfulness
from vision.reading import Picture
from vision.signs.rings import DISTANCES, REACH, colour_of, colours_around, within

# No sticker is more colourful than this: those of a game's colours hide a body of another.
STICKER = 25.0
# Where a frame may be: a finder may take the sticker for the face. And where the ground is seen.
FRAMES, GROUND = ((0.85, 1.0), (1.0, 1.15), (1.1, 1.25)), (1.45, 1.7)
# A thin one is narrower than any of these, and lies so near to where the sticker ends, at such a distance:
# where something is so many steps of Lab unlike it.
ENDS, SO_NEAR, UNLIKE = (0.8, 1.4), 0.25, 20.0
# A frame is of another hue than white by so many steps of Lab's a and b at the least, or so much less light:
# cloth around white dice, and their own edges in the shade, came to 0.54 of it where they were all around, in
# 800 cubes of all colours. It is unlike the ground by so much, and by the last unlike all that lies between
# the sticker's colour and that, which pixels along an edge show.
OF_ANOTHER_HUE, BLACK, NO_GROUND, UNMIXED = 28.0, 0.42, 20.0, 14.0
# In warm light white is more colourful than blue is: a frame that is less colourful is of another hue by so
# many steps at the least. Shadows in the light of a window beside a warm lamp are bluish, but less so.
OPPOSITE = 36.0
# Something is so much like it at more than this part of all angles: less of them where it is of another hue,
# for the next side may carry a sticker, too; shadows are black.
AROUND, ALIKE, MOST_ANGLES, ALL_ANGLES = (0.75, 1.4), 25.0, 0.65, 0.9


def frame_colour(crop: Picture, face: float, sticker: Floats) -> Floats | None:
    """The colour (Lab) of what frames the face in the middle of a square `crop` (BGR), half its width being
    `face` pixels, if what is taken for its body may be a `sticker`; None where nothing does.
    """
    if colourfulness(sticker) > STICKER:
        return None
    around = colours_around(crop, face)
    ground = colour_of(around, GROUND)
    wide = [colour_of(around, ring) for ring in FRAMES]
    frames = [
        (angles, frame)
        for frame in [*wide, *_thin_frame(around, sticker, ground)]
        if _is_another(frame, sticker, ground)
        and (angles := _angles(around, frame)) > _least_angles(frame, sticker)
    ]
    return max(frames, key=lambda one: one[0])[1] if frames else None


def _thin_frame(around: Floats, sticker: Floats, ground: Floats) -> list[Floats]:
    """The colour of what lies just beyond the sticker's end at most angles, if it is of another hue: around
    every die lies a thin dark shadow.
    """
    seen = within(around, ENDS)
    unlike = np.linalg.norm(seen - sticker, axis=2) > UNLIKE
    ends, places = unlike.argmax(axis=1)[:, None], np.arange(seen.shape[1])
    beside = (places >= ends) & (places < ends + SO_NEAR * DISTANCES / REACH) & unlike
    unmixed = np.where(beside & _is_another(seen, sticker, ground), _unmixed(seen, sticker, ground), 0)
    framed = unmixed.max(axis=1) > 0
    if np.mean(framed) <= MOST_ANGLES:
        return []
    frame = np.median(seen[framed, unmixed[framed].argmax(axis=1)], axis=0)
    return [frame] if _is_of_another_hue(frame, sticker) else []


def _is_another(colours: Floats, sticker: Floats, ground: Floats) -> Flags:
    """Which of the colours are neither the sticker's nor the ground's, nor what pixels show of both."""
    unlike_ground = np.linalg.norm(colours - ground, axis=-1) > NO_GROUND
    return np.asarray(unlike_ground & (_unmixed(colours, sticker, ground) > UNMIXED))


def _unmixed(colours: Floats, sticker: Floats, ground: Floats) -> Floats:
    """How far the colours (Lab) are from all that lies between the sticker's and the ground's."""
    way = ground - sticker
    share = np.clip((colours - sticker) @ way / max(float(way @ way), 1.0), 0, 1)
    return np.asarray(np.linalg.norm(colours - sticker - share[..., None] * way, axis=-1), np.float32)


def _least_angles(frame: Floats, sticker: Floats) -> float:
    """At what part of all angles something of that colour must be seen, should it frame the sticker: 1 if it
    cannot.
    """
    if frame[0] >= sticker[0]:
        return 1.0
    if _is_of_another_hue(frame, sticker):
        return MOST_ANGLES
    return ALL_ANGLES if frame[0] < BLACK * sticker[0] else 1.0


def _is_of_another_hue(frame: Floats, sticker: Floats) -> bool:
    apart = float(np.linalg.norm((frame - sticker)[1:]))
    more_colourful = colourfulness(frame) > colourfulness(sticker)
    return apart > (OF_ANOTHER_HUE if more_colourful else OPPOSITE)


def _angles(around: Floats, frame: Floats) -> float:
    """At what part of all angles something of that colour is seen around a face."""
    nearest = np.linalg.norm(within(around, AROUND) - frame, axis=2).min(axis=1)
    return float(np.mean(nearest < ALIKE))
