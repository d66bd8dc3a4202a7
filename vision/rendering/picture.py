"""From a scene to a frame: paint what is there, then photograph it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.clutter import draw_thing
from vision.rendering.dice import draw_die, label_of, pose_of
from vision.rendering.grounds import ground_picture
from vision.rendering.scene import Image, Label, Light, Scene, floats
from vision.rendering.shadows import shadows
from vision.rendering.view import View, photograph, view_of


def _table(scene: Scene, view: View) -> Floats:
    camera = scene.camera
    flat = ground_picture(scene.ground, camera.height, camera.width)
    if scene.things:
        # OpenCV writes and smooths edges in 8 bit pictures only.
        drawn = np.clip(flat, 0, 255).astype(np.uint8)
        for thing in scene.things:
            draw_thing(drawn, thing)
        flat = drawn.astype(np.float32)
    if camera.tilt == 0:
        return flat
    size = (camera.width, camera.height)
    seen = cv2.warpPerspective(flat, view.ground_warp(), size, borderMode=cv2.BORDER_REFLECT_101)
    return floats(seen)


def _light_field(light: Light, height: int, width: int) -> Floats:
    """How bright the table is (H, W, 1): darker away from the lamp."""
    ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    azimuth = np.radians(light.azimuth)
    towards = xs * floats(np.cos(azimuth)) + ys * floats(np.sin(azimuth))
    return floats((1 + light.slope * 0.6 * towards)[:, :, None])


def paint_table(scene: Scene) -> Floats:
    """The table of `scene` in its light, without any die: what `paint` can be given for many throws."""
    table = _table(scene, view_of(scene.camera))
    table *= floats(scene.light.colour) * scene.light.brightness
    return table


def paint(
    scene: Scene, table: Floats | None = None, *, rough: bool = False
) -> tuple[Floats, tuple[Label, ...]]:
    """What lies there (H, W, 3; 0 to 255) before the camera spoils it, and the truth. No chance in it.

    Leaning dice show no face, and a die whose top is out of the picture is not seen: neither has a label.
    `table` saves time where the same was painted before, `rough` where small dice need no smooth edges.
    """
    camera, light = scene.camera, scene.light
    view = view_of(camera)
    picture = paint_table(scene) if table is None else table.copy()
    if scene.dice:
        picture *= shadows(scene, view)
    middle = np.array([*view.middle, 0], np.float32)
    away = [float(np.linalg.norm(pose_of(die).centre - middle - view.place)) for die in scene.dice]
    for index in np.argsort(away)[::-1]:
        draw_die(picture, scene.dice[index], view, light, rough=rough)
    if light.slope > 0:
        picture *= _light_field(light, camera.height, camera.width)
    labels = (label_of(die, view, camera.width, camera.height) for die in scene.dice if die.lean == 0)
    return picture, tuple(label for label in labels if label.visible > 0)


def render(scene: Scene, rng: np.random.Generator) -> tuple[Image, tuple[Label, ...]]:
    """One frame (BGR, 8 bit) of `scene` as its camera would take it, and the truth about its dice.

    The same scene and the same state of `rng` give the same frame.
    """
    picture, labels = paint(scene)
    return photograph(picture, scene.camera, rng), labels
