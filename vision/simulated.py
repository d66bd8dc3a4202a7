"""A tray that throws dice: pictures such as a camera above it would take. For the demo and the tests.

Only frames leave it. Readers see what a camera would see: a hand, rolling dice, dice lying where they came to
rest, with shadows, noise and a camera that hangs a little askew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats
from vision.forms import PIPS
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Light, Scene, paint, paint_table, photograph
from vision.rendering.scene import floats
from vision.simulated_dice import Body, rendered

FELT = (75.0, 95.0, 70.0)
SKIN = (140.0, 170.0, 215.0)

# Frames of a throw: a hand comes and goes, the dice roll, and then they lie.
HAND_FRAMES, ROLL_FRAMES = 6, 10
# Of the rolling frames the last so many show a die with the face on top that will stay there.
LANDING = 3
# So many places are tried before a tray is full.
MOST_TRIES = 5000


class SimulatedTray:
    """A frame source: `frame` gives the next picture. What is done to the tray is seen in the frames that
    follow, and in place of what was still to come.

    The same seed and the same deeds give the same frames. Dice are numbered in the order in which they were
    thrown.
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
            # An even light: dice are painted over what was painted before, which a slope would darken twice.
            light=Light(
                azimuth=float(self._rng.uniform(0, 360)), elevation=60.0, softness=0.7, shadow=0.4, slope=0.0
            ),
            camera=self._camera,
        )
        self._table = paint_table(self._scene)
        self._dice: list[Die] = []
        self.thrown_last: Sequence[int] = ()
        """The numbers of the dice that were thrown last."""
        self._at_rest = self._painted(())
        self._to_come: Iterator[Floats] = iter(())
        self._frames_left = 0

    # What people do to a tray

    def throw(self, bodies: Iterable[Body]) -> None:
        """Take up whatever lies there and throw these dice. They land flat, apart, at places by chance.
        ValueError where there is no room for them.
        """
        self._throw(range(len(self._dice)), bodies)

    def throw_again(self, numbers: Collection[int], bodies: Iterable[Body]) -> None:
        """Take up the dice with these numbers, from 0 on, and throw these in their place; the others lie as
        they lie. ValueError for a number that no die has, here as in `take`.
        """
        self._throw(numbers, bodies)

    def lying_at(self, x: float, y: float) -> list[int]:
        """The number of the die at a place of the picture, if one lies there."""
        far = [float(np.hypot(die.x - x, die.y - y)) for die in self._dice]
        return [number for number in range(len(far)) if far[number] == min(far) < self._size / 2]

    def take(self, numbers: Collection[int]) -> None:
        """Take dice out of the tray."""
        self._throw(numbers, ())

    def reach(self) -> None:
        """A hand reaches in and goes, and has touched nothing."""
        self._show(self._hand(self._at_rest, self._at_rest), HAND_FRAMES)

    def bump(self) -> None:
        """Somebody knocks against the table: every die slides a little and keeps its face."""
        way = self._rng.uniform(0, 2 * np.pi)
        far = float(self._rng.uniform(0.05, 0.25)) * self._size
        slid = [
            replace(
                die,
                x=die.x + far * float(np.cos(way)) + float(self._rng.normal(0, 1)),
                y=die.y + far * float(np.sin(way)) + float(self._rng.normal(0, 1)),
                angle=die.angle + float(self._rng.normal(0, 4)),
            )
            for die in self._dice
        ]
        halfway = self._painted(
            [
                replace(was, x=(was.x + now.x) / 2, y=(was.y + now.y) / 2)
                for was, now in zip(self._dice, slid, strict=True)
            ]
        )
        self._dice, self._at_rest = slid, self._painted(slid)
        self._show(iter([halfway]), 1)

    # What the camera sees

    def frame(self) -> Picture:
        """The next frame, BGR, 8 bit. When nothing moves only the noise differs from the last."""
        picture = next(self._to_come, self._at_rest)
        self._frames_left = max(0, self._frames_left - 1)
        return photograph(picture, self._camera, self._rng)

    @property
    def moving(self) -> bool:
        """Something is under way: its frames have not all been taken."""
        return self._frames_left > 0

    def close(self) -> None:
        """Nothing to let go of."""

    def _show(self, frames: Iterator[Floats], count: int) -> None:
        self._to_come, self._frames_left = frames, count

    def _throw(self, numbers: Collection[int], bodies: Iterable[Body]) -> None:
        """The dice with these numbers go into a hand, and these come out of it."""
        if unknown := set(numbers) - set(range(len(self._dice))):
            raise ValueError(f"There is no die number {min(unknown)}: {len(self._dice)} lie in the tray.")
        lying = [die for number, die in enumerate(self._dice) if number not in numbers]
        thrown = [self._die(body, x, y) for body, (x, y) in self._landings(list(bodies), lying)]
        before = self._at_rest
        without = self._painted(lying)
        self._dice = [*lying, *thrown]
        self.thrown_last = range(len(lying), len(self._dice))
        self._at_rest = self._painted(self._dice)
        frames, count = self._hand(before, without), HAND_FRAMES
        if thrown:
            ways = self._ways(thrown)
            rolling = (self._rolling(without, thrown, ways, step) for step in range(1, ROLL_FRAMES + 1))
            frames, count = _one_after_the_other(frames, rolling), HAND_FRAMES + ROLL_FRAMES
        self._show(frames, count)

    def _painted(self, dice: Sequence[Die]) -> Floats:
        return paint(replace(self._scene, dice=tuple(dice)), self._table)[0]

    def _die(self, body: Body, x: float, y: float) -> Die:
        return rendered(body, x, y, self._size, float(self._rng.uniform(0, 360)))

    def _landings(self, bodies: list[Body], lying: Sequence[Die]) -> list[tuple[Body, tuple[float, float]]]:
        """A place for each die: inside the picture, clear of the others. ValueError where there is none."""
        margin = 1.3 * self._size
        taken = [(die.x, die.y) for die in lying]
        places: list[tuple[float, float]] = []
        clear, tries = 1.9 * self._size, 0
        sides = self._camera.width, self._camera.height
        while len(places) < len(bodies):
            tries += 1
            if tries > MOST_TRIES or 2 * margin > min(sides):
                raise ValueError(
                    f"The tray has no room for {len(bodies)} dice beside the {len(lying)} in it."
                )
            x, y = (float(self._rng.uniform(margin, side - margin)) for side in sides)
            if all(np.hypot(x - other[0], y - other[1]) > clear for other in (*taken, *places)):
                places.append((x, y))
            else:
                # Where the tray is full, dice may lie closer, but never one in another.
                clear = max(1.5 * self._size, clear * 0.99)
        return list(zip(bodies, places, strict=True))

    def _ways(self, thrown: Sequence[Die]) -> list[tuple[float, float]]:
        """From where each die comes rolling, as seen from where it will lie: all from one side."""
        side = float(self._rng.uniform(0, 2 * np.pi))
        far = 0.6 * self._camera.width
        turns = self._rng.normal(side, 0.25, len(thrown))
        return [(far * float(np.cos(turn)), far * float(np.sin(turn))) for turn in turns]

    def _rolling(
        self, still: Floats, thrown: Sequence[Die], ways: Sequence[tuple[float, float]], step: int
    ) -> Floats:
        """The dice on their way, tumbling, the nearer to rest the slower; all else is `still`."""
        left = (1 - step / (ROLL_FRAMES + 1)) ** 2
        tumbling = [
            replace(
                die,
                x=die.x + left * across,
                y=die.y + left * along,
                angle=die.angle + 500 * left,
                lean=min(45.0, 90 * left**0.5) * float(self._rng.uniform(0.5, 1)),
                z=left * self._size * float(self._rng.uniform(0, 1)),
                face=die.face if step > ROLL_FRAMES - LANDING else self._any_face(die),
            )
            for die, (across, along) in zip(thrown, ways, strict=True)
        ]
        smear = int(left * 0.08 * self._camera.width)
        if smear < 2:
            return paint(replace(self._scene, dice=tuple(tumbling)), still, rough=True)[0]
        across, along = ways[0]
        return self._smeared(still, tumbling, (smear, 1) if abs(across) > abs(along) else (1, smear))

    def _smeared(self, still: Floats, dice: Sequence[Die], smear: tuple[int, int]) -> Floats:
        """Dice that move before `still`, smeared by so many pixels. At half the size they take a quarter of
        the time, and the smear hides it.
        """
        size = (self._camera.width, self._camera.height)
        small = floats(cv2.resize(still, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA))
        camera = replace(self._camera, width=small.shape[1], height=small.shape[0])
        halved = [replace(die, x=die.x / 2, y=die.y / 2, z=die.z / 2, size=die.size / 2) for die in dice]
        sharp = paint(replace(self._scene, dice=tuple(halved), camera=camera), small, rough=True)[0]
        moved = cv2.blur(sharp - small, (max(1, smear[0] // 2), max(1, smear[1] // 2)))
        return still + floats(cv2.resize(moved, size, interpolation=cv2.INTER_LINEAR))

    def _any_face(self, die: Die) -> str:
        faces = tuple(die.faces) if die.faces is not None else PIPS
        return faces[int(self._rng.integers(len(faces)))]

    def _hand(self, before: Floats, after: Floats) -> Iterator[Floats]:
        """A hand comes in, does what it came for, and goes."""
        arm = self._arm()
        for step in range(HAND_FRAMES):
            share = 1 - abs(2 * (step + 0.5) / HAND_FRAMES - 1)
            yield arm(before if step < HAND_FRAMES / 2 else after, share, 0.15 * step)

    def _arm(self) -> Callable[[Floats, float, float], Floats]:
        """An arm from one side of the picture: how far it reaches in (0 to 1), and how far it has swayed."""
        wide, high = self._camera.width, self._camera.height
        turn = float(self._rng.uniform(0, 2 * np.pi))
        towards = np.array([np.cos(turn), np.sin(turn)])
        beside = np.array([-towards[1], towards[0]])
        middle = np.array([wide, high]) / 2 + self._rng.uniform(-0.1, 0.1, 2) * (wide, high)
        thick = 1.6 * self._size

        # Skin and shadows have soft edges: drawn small, they look the same and take a fraction of the time.
        by = max(1, wide // 320)

        def reaching(picture: Floats, share: float, sway: float) -> Floats:
            palm = (middle + towards * (1 - share) * 0.7 * wide + beside * sway * self._size) / by
            broad = thick / by
            shape = np.zeros((-(-high // by), -(-wide // by)), np.uint8)
            cv2.line(shape, _pixel(palm), _pixel(palm + towards * 2 * wide), (255,), int(broad))
            cv2.circle(shape, _pixel(palm), int(0.75 * broad), (255,), -1)
            for finger in (-1.0, -0.35, 0.35, 1.0):
                tip = palm - towards * broad * (1.5 - 0.3 * abs(finger)) + beside * finger * 0.55 * broad
                root = palm + beside * finger * 0.5 * broad
                cv2.line(shape, _pixel(root), _pixel(tip), (255,), max(1, int(0.3 * broad)))
            soft = cv2.GaussianBlur(shape, (0, 0), 0.06 * broad).astype(np.float32) / 255
            shadow = 1 - 0.4 * cv2.blur(soft, (int(broad), int(broad)))
            rounded = 0.55 + 0.45 * cv2.blur(soft, (int(0.5 * broad), int(0.5 * broad)))
            left, top, across, along = (
                by * value for value in cv2.boundingRect((shadow < 1).astype(np.uint8))
            )
            here = slice(top, min(top + along, high)), slice(left, min(left + across, wide))
            skin, lit, form = (
                cv2.resize(layer, None, fx=by, fy=by, interpolation=cv2.INTER_LINEAR)[here][:, :, None]
                for layer in (soft, shadow, rounded)
            )
            shown = picture.copy()
            shaded = shown[here] * lit
            shown[here] = shaded + skin * (form * np.asarray(SKIN, np.float32) - shaded)
            return shown

        return reaching


def _one_after_the_other(first: Iterator[Floats], second: Iterator[Floats]) -> Iterator[Floats]:
    yield from first
    yield from second


def _pixel(place: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
