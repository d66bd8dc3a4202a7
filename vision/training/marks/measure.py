"""How well symbols are read that no net has seen before: rendered throws, taught from a few pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision import drawings
from vision.asked import Asked
from vision.dice_sets import DiceSet, Kind
from vision.finding.top_finder import THINGS, Top
from vision.profiles import Example, Profile
from vision.rendering import Die, Label, Scene, render
from vision.rendering.random_scenes import random_camera, random_die, random_ground, random_light
from vision.rendering.scene import Colour, Image
from vision.rendering.signs import SignStyle, sign
from vision.signs.face_read import FaceRead
from vision.signs.known import KnownFace
from vision.signs.marks import MarkReader, face_crop
from vision.signs.symbols import read_faces
from vision.taught_faces import faces_of
from vision.training.marks.symbols import SAME, Rng, likeness

# Bodies of the shipped sets' dice, BGR.
BODY = {
    "white": (232.0, 236.0, 240.0),
    "black": (34.0, 32.0, 30.0),
    "yellow": (40.0, 200.0, 240.0),
    "blue": (190.0, 80.0, 30.0),
    "pink": (190.0, 120.0, 240.0),
}
FORM_OF = {"cube": "sign", "d8": "d8", "token": "token"}


@dataclass(frozen=True)
class Box:
    """Dice of somebody: for each kind of a dice set one die with all its faces."""

    dice: DiceSet
    bodies: Mapping[str, Die]

    def die(self, kind: str, face: str) -> Die:
        """One of them, that face up."""
        return replace(self.bodies[kind], face=face)


@dataclass(frozen=True)
class Place:
    """How pictures are taken: sizes of dice in pixels, and the camera's tilt."""

    sizes: tuple[float, float] = (30.0, 110.0)
    tilt: float = 20.0


# Pictures of all faces of a die, BGRA.
SignMaker = Callable[[Rng, Die, Sequence[str]], Mapping[str, Image]]


def rendered_signs(rng: Rng, die: Die, names: Sequence[str]) -> Mapping[str, Image]:
    """Signs by the renderer's own hand, each different from the others; one face in six is blank."""
    style = replace(SignStyle.by_chance(rng), blank=0.0)
    kept: dict[str, Image] = {}
    while len(kept) < len(names):
        drawn = sign(rng, die.pip_colour, style)
        mask = np.ascontiguousarray(drawn[:, :, 3])
        others = [np.ascontiguousarray(other[:, :, 3]) for other in kept.values()]
        if all(likeness(mask, other) < SAME for other in others):
            kept[names[len(kept)]] = drawn
    if rng.random() < 0.5:
        kept[names[-1]] = np.zeros_like(kept[names[-1]])
    return kept


def shaded(rng: Rng, colour: Colour) -> Colour:
    """Nearly that colour: no two makers' dice are quite alike."""
    blue, green, red = np.clip(np.array(colour) + rng.normal(0, 10, 3), 5, 250).tolist()
    return blue, green, red


def shipped_box(rng: Rng, dice: DiceSet) -> Box:
    """Dice of a shipped set with our own drawings, their colours and finish a little different each time."""
    bodies = {}
    for kind in dice.kinds:
        die = random_die(rng, 50.0, "token" if kind.shape == "token" else "other")
        light, dark = rng.uniform(215, 250), rng.uniform(10, 45)
        colour = BODY[kind.colours[0]] if kind.colours else die.colour
        body = shaded(rng, colour)
        ink = (dark, dark, dark) if sum(body) > 380 else (light, light, light)
        room = rng.uniform(0.5, 0.75) * (0.7 if kind.shape == "token" else 1.0)
        faces = {face: drawings.picture(face, ink, room=room) for face in kind.faces}
        finish = replace(die.finish, translucency=0.0, marble=0.0)
        bodies[kind.name] = replace(
            die, kind=kind.name, colour=body, finish=finish, faces=faces, face=kind.faces[0]
        )
    return Box(dice, bodies)


def strangers_box(rng: Rng, signs: SignMaker, kinds: int = 2) -> Box:
    """Dice with six symbols each that no net has been taught by name; kinds differ in their bodies alone."""
    bodies: dict[str, Die] = {}
    names = tuple("abcdef")
    for number in range(kinds):
        die = random_die(rng, 50.0, "other")
        while any(_alike(die, other) for other in bodies.values()):
            die = random_die(rng, 50.0, "other")
        bodies[f"kind{number}"] = replace(die, faces=signs(rng, die, names), face="a")
    return Box(DiceSet("strangers", tuple(Kind(kind, names) for kind in bodies)), bodies)


def _alike(one: Die, other: Die) -> bool:
    return float(np.abs(np.array(one.colour) - np.array(other.colour)).max()) < 90


def scene_of(rng: Rng, dice: Sequence[Die], place: Place) -> Scene:
    """The dice side by side somewhere on a table, in any light."""
    size = float(np.exp(rng.uniform(*np.log(place.sizes))))
    gap = 1.9 * size
    columns = int(np.ceil(np.sqrt(len(dice))))
    rows = -(-len(dice) // columns)
    width, height = int(gap * (columns + 1)), int(gap * (rows + 1))
    camera = random_camera(rng, max(width, 96), max(height, 96), size, place.tilt)
    lying = [
        replace(
            die,
            size=size,
            angle=rng.uniform(0, 360),
            x=camera.width / 2 + gap * (i % columns - (columns - 1) / 2) + rng.uniform(-0.15, 0.15) * size,
            y=camera.height / 2 + gap * (i // columns - (rows - 1) / 2) + rng.uniform(-0.15, 0.15) * size,
        )
        for i, die in enumerate(dice)
    ]
    return Scene(tuple(lying), random_ground(rng, size), random_light(rng), camera)


def tops_of(labels: Sequence[Label], rng: Rng, form: str) -> list[Top]:
    """What a finder would say of the labelled faces: a little beside the middle, not quite of their size."""
    return [
        Top(
            label.x + label.r * float(rng.normal(0, 0.05)),
            label.y + label.r * float(rng.normal(0, 0.05)),
            label.r * float(np.exp(rng.normal(0, 0.05))),
            0.99,
            {thing: float(thing == form) for thing in THINGS},
        )
        for label in labels
    ]


def taught(rng: Rng, box: Box, place: Place, reader: MarkReader) -> tuple[KnownFace, ...]:
    """The faces as known after each was shown three times, in light and camera of one evening."""
    profile = Profile(box.dice)
    for kind in box.dice.kinds:
        for face in kind.faces:
            for _ in range(3):
                picture, labels = render(scene_of(rng, [box.die(kind.name, face)], place), rng)
                (top,) = tops_of(labels, rng, FORM_OF[kind.shape])
                crop = face_crop(picture, (top.x, top.y, top.r))
                profile = profile.with_example(Example(kind.name, face, crop))
    return faces_of(profile, reader)


def throw(
    rng: Rng, box: Box, place: Place, faces: Sequence[KnownFace], reader: MarkReader
) -> list[tuple[Label, FaceRead | None]]:
    """A throw of six dice, each with what was read of it."""
    kinds = [box.dice.kinds[int(i)] for i in rng.integers(0, len(box.dice.kinds), 6)]
    dice = [replace(box.die(kind.name, str(rng.choice(kind.faces))), kind=kind.name) for kind in kinds]
    picture, labels = render(scene_of(rng, dice, place), rng)
    tops = tops_of(labels, rng, FORM_OF[kinds[0].shape])
    read = {id(face.top): face for face in read_faces(picture, tops, Asked(box.dice, faces), reader=reader)}
    return [(label, read.get(id(top))) for label, top in zip(labels, tops, strict=True)]
