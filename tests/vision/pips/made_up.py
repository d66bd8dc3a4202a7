"""One die made up: what nets and counting say of it, what becomes of that, and how a drawn one looks."""

from __future__ import annotations

import cv2
import numpy as np

from vision.crops import Place
from vision.finding.top_finder import THINGS, Top
from vision.pips.counting import Counted, count_faces, top_faces
from vision.pips.net import Candidate, Claim
from vision.pips.votes import Vote
from vision.pips.voting import vote
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Scene, render
from vision.rendering.scene import Image


def picture_of(face: str) -> Image:
    """A die that shows `face`, at 300, 200."""
    scene = Scene(
        dice=(Die(face=face, x=300, y=200, size=56, angle=20),),
        ground=Ground(kind="felt"),
        camera=Camera(width=640, height=480),
    )
    return render(scene, np.random.default_rng(1))[0]


def counted_on(face: str) -> Counted:
    (top,) = top_faces(count_faces(picture_of(face), [(300.0, 200.0, 28.0)]), (640, 480))
    return top


def says(
    face: int,
    x: float = 300.0,
    there: float = 0.95,
    sure: float = 0.99,
    other: int | None = None,
    y: float = 200.0,
) -> Claim:
    """What the nets say of a place; the second may name an `other` face."""

    def shares(value: int) -> list[float]:
        return [sure if number == value else (1 - sure) / 5 for number in range(1, 7)]

    things = dict(zip(THINGS, [*shares(face), 0.0, 0.0, 0.0], strict=True))
    return Top(x, y, 28.0, there, things), Candidate(x, y, 28.0, there, tuple(shares(other or face)))


# Darker to one side: what lies around a place is told from it.
TABLE = np.repeat(np.linspace(0, 255, 640).astype(np.uint8)[None, :, None], 480, axis=0).repeat(3, axis=2)


def ask(claims: list[Claim], counted: list[Counted]) -> list[Vote]:
    """The votes in a picture that is large enough for them all."""
    return vote(TABLE, claims, counted)


def only(votes: list[Vote]) -> Vote:
    (one,) = votes
    return one


Colour = tuple[int, int, int]
X, Y, R = 300, 200, 28
FELT, IVORY, INK = (70, 90, 60), (190, 210, 220), (30, 30, 40)
HALF: Place = (X, Y, R)
"""The place of a die, or of a half of a domino."""


def soft(picture: Picture) -> Picture:
    """As a camera sees it."""
    noise = np.random.default_rng(1).normal(0, 1.5, picture.shape)
    return (cv2.GaussianBlur(picture, (0, 0), 0.8) + noise).clip(0, 255).astype(np.uint8)


def turned(picture: Picture, degrees: float) -> Picture:
    """Turned about that place."""
    matrix = cv2.getRotationMatrix2D((X, Y), degrees, 1)
    return np.asarray(cv2.warpAffine(picture, matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8)
