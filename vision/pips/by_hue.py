"""Counting pips that are of another hue than their body, where lightness does not tell them from its pattern:
gold pips on green marble, red ones among grey veins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.crops import Place, cut, is_cut_off
from vision.pips.counting import Counted, count_faces, counted_at, top_faces
from vision.pips.net import Claim
from vision.reading import Picture

# How far around a place it is looked at, in r; where of that its body is seen; and the grey levels of a step
# of Lab's a and b.
AROUND, BODY, LEVELS = 3.0, 0.9, 3.0
# Fewer pips than these are not believed so: marks of another hue lie on anything. Of 1,138 places without
# dice, on patterned cloths mostly, 102 so had one or two pips, none had more.
FEWEST = 3
BESIDE = 0.5  # of r: what was counted farther from the middle is another face


def counted_by_hue(picture: Picture, claims: Sequence[Claim], counted: Sequence[Counted]) -> list[Counted]:
    """The faces of `picture` (BGR) whose pips are counted by their hue, as many as both nets see there, of
    those `claims` where none were `counted` otherwise. What the border cuts off is left out.
    """
    found = []
    for top, seen in claims:
        place = (seen.x, seen.y, seen.r)
        both_see = seen.face >= FEWEST and top.thing == str(seen.face)
        if both_see and counted_at(top, counted) is None and not is_cut_off(picture, place):
            faces = top_faces(count_faces(_hues(picture, place), [place]), picture.shape[1::-1])
            these = [face for face in faces if face.face.value == seen.face and _is_at(place, face)]
            found += [_in_its_colours(picture, place, face) for face in these]
    return found


def _is_at(place: Place, counted: Counted) -> bool:
    x, y, r = place
    return math.hypot(counted.face.x - x, counted.face.y - y) < BESIDE * r


def _in_its_colours(picture: Picture, place: Place, counted: Counted) -> Counted:
    """The same with the colour of the body at a place, and whether its pips are darker than that."""
    r = place[2]
    face = cut(picture, place, r, 2 * round(BODY * r))
    body = np.median(cv2.cvtColor(face, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0)
    at = np.rint([(pip.y, pip.x) for pip in counted.pips]).astype(np.intp)
    pips = cv2.cvtColor(picture[at[:, 0], at[:, 1]][None], cv2.COLOR_BGR2LAB)[0, :, 0]
    dark = bool(np.median(pips) < body[0])
    return replace(counted, pips=[replace(pip, body=body, dark=dark) for pip in counted.pips])


def _hues(picture: Picture, place: Place) -> Picture:
    """How unlike its body's hue is what lies around a place: black where it is the same, and farther away."""
    x, y, r = place
    left, top = max(0, int(x - AROUND * r)), max(0, int(y - AROUND * r))
    around = slice(top, int(y + AROUND * r) + 1), slice(left, int(x + AROUND * r) + 1)
    hues = cv2.cvtColor(picture[around], cv2.COLOR_BGR2LAB)[:, :, 1:].astype(np.float32)
    ys, xs = np.mgrid[: hues.shape[0], : hues.shape[1]]
    body = np.median(hues[np.hypot(xs + left - x, ys + top - y) < BODY * r], axis=0)
    unlike = np.zeros_like(picture)
    apart = LEVELS * np.linalg.norm(hues - body, axis=2, keepdims=True)
    unlike[around] = np.clip(apart, 0, 255).astype(np.uint8)
    return unlike
