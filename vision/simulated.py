"""A tray that throws dice: pictures such as a camera above it would take. For the demo and the tests.

Only frames leave it. Readers see what a camera would see: a hand, rolling dice, dice lying where they came to
rest, with shadows, noise and a camera that hangs a little askew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.reading import Picture
from vision.rendering import Camera, Die, Finish, Ground, Light, Pips, Scene, paint, photograph
from vision.rendering.scene import Colour, Floats

# Body and pips of the dice that can be thrown, BGR.
BODIES: dict[str, tuple[Colour, Colour]] = {
    "white": ((236.0, 240.0, 242.0), (25.0, 25.0, 25.0)),
    "black": ((34.0, 32.0, 30.0), (235.0, 235.0, 235.0)),
    "yellow": ((40.0, 200.0, 240.0), (25.0, 25.0, 25.0)),
    "blue": ((190.0, 80.0, 30.0), (240.0, 240.0, 240.0)),
    "pink": ((190.0, 120.0, 240.0), (30.0, 25.0, 30.0)),
    "red": ((35.0, 30.0, 190.0), (240.0, 240.0, 240.0)),
    "green": ((70.0, 150.0, 40.0), (240.0, 240.0, 240.0)),
}
FELT = (75.0, 95.0, 70.0)
SKIN = (140.0, 170.0, 215.0)

# Frames of a throw: a hand comes and goes, the dice roll, and then they lie.
HAND_FRAMES, ROLL_FRAMES = 4, 7


@dataclass(frozen=True)
class Body:
    """A die to be thrown: the colour of its body, and the face that will lie on top (1 to 6)."""

    colour: str
    face: str

    def __post_init__(self) -> None:
        if self.colour not in BODIES:
            raise ValueError(f"no die is {self.colour!r}; there are {', '.join(BODIES)}")


class SimulatedTray:
    """A frame source: `frame` gives the next picture, `throw` starts a throw whose frames follow.

    The same seed and the same throws give the same frames.
    """

    def __init__(self, seed: int = 0, width: int = 640, height: int = 480, die_size: float = 52.0) -> None:
        self._rng = np.random.default_rng(seed)
        self._size = die_size
        self._camera = Camera(
            width=width,
            height=height,
            tilt=float(self._rng.uniform(0, 6)),
            heading=float(self._rng.uniform(0, 360)),
            noise=2.5,
            jpeg=100,
        )
        self._scene = Scene(
            ground=Ground(kind="felt", colour=FELT, second=(60.0, 78.0, 55.0), seed=seed),
            light=Light(azimuth=float(self._rng.uniform(0, 360)), elevation=60.0, softness=0.7, shadow=0.4),
            camera=self._camera,
        )
        self._empty = paint(self._scene)[0]
        self._at_rest = self._empty
        self._to_come: list[Floats] = []

    def throw(self, bodies: Iterable[Body]) -> None:
        """Take up whatever lies there and throw these dice. They land flat, apart, at places by chance."""
        dice = tuple(self._die(body, x, y) for body, (x, y) in self._landings(list(bodies)))
        resting = paint(replace(self._scene, dice=dice))[0]
        hand = [
            self._with_hand(self._at_rest if i < HAND_FRAMES // 2 else self._empty, i)
            for i in range(HAND_FRAMES)
        ]
        rolling = [self._rolling(dice, (i + 1) / ROLL_FRAMES) for i in range(ROLL_FRAMES)]
        self._to_come = [*hand, *rolling]
        self._at_rest = resting

    def frame(self) -> Picture:
        """The next frame, BGR, 8 bit. When nothing moves only the noise differs from the last."""
        picture = self._to_come.pop(0) if self._to_come else self._at_rest
        return photograph(picture, self._camera, self._rng)

    @property
    def moving(self) -> bool:
        """A throw is under way: its frames have not all been taken."""
        return bool(self._to_come)

    def close(self) -> None:
        """Nothing to let go of."""

    def _die(self, body: Body, x: float, y: float) -> Die:
        colour, pips = BODIES[body.colour]
        return Die(
            face=body.face,
            colour=colour,
            pip_colour=pips,
            x=x,
            y=y,
            size=self._size,
            angle=float(self._rng.uniform(0, 360)),
            pips=Pips(radius=0.18, spread=0.5),
            finish=Finish(rounding=0.2, gloss=0.25),
        )

    def _landings(self, bodies: list[Body]) -> list[tuple[Body, tuple[float, float]]]:
        """A place for each die: inside the picture, and clear of the others."""
        margin = 1.3 * self._size
        places: list[tuple[float, float]] = []
        clear = 1.9 * self._size
        while len(places) < len(bodies):
            place = (
                float(self._rng.uniform(margin, self._camera.width - margin)),
                float(self._rng.uniform(margin, self._camera.height - margin)),
            )
            if all(np.hypot(place[0] - x, place[1] - y) > clear for x, y in places):
                places.append(place)
            else:
                # Where the tray is full, dice may lie closer, but never one in another.
                clear = max(1.5 * self._size, clear * 0.99)
        return list(zip(bodies, places, strict=True))

    def _rolling(self, dice: tuple[Die, ...], share: float) -> Floats:
        """The dice on their way from the left, tumbling, the nearer to rest the slower."""
        left = 1.0 - share
        tumbling = tuple(
            replace(
                die,
                x=max(0.0, die.x - left * self._camera.width * 0.6),
                angle=die.angle + 300 * left,
                lean=float(self._rng.uniform(15, 40)),
                z=left * self._size,
            )
            for die in dice
        )
        on_the_way = paint(replace(self._scene, dice=tumbling))[0]
        smear = max(1, int(left * 25))
        return np.asarray(cv2.blur(on_the_way, (smear, 1)), np.float32)

    def _with_hand(self, picture: Floats, step: int) -> Floats:
        """An arm reaching in from the left."""
        shown = picture.copy()
        high = self._camera.height
        reach = int(self._camera.width * (0.35 + 0.1 * (step % 3)))
        thick = high // 4
        cv2.line(shown, (-thick, high // 2), (reach, high // 2 + 12 * step), SKIN, thick, cv2.LINE_AA)
        cv2.circle(shown, (reach, high // 2 + 12 * step), int(thick * 0.7), SKIN, -1, cv2.LINE_AA)
        return shown
