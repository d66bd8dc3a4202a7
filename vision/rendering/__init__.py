"""Pictures of dice on a table, drawn with numpy and OpenCV: for training, tests and the simulated tray.

    scene = Scene(dice=(Die(face="5", x=320, y=180, size=60),))
    frame, labels = render(scene, np.random.default_rng(1))

`paint` and `photograph` are the two halves of `render`: a simulated camera paints a table at rest
once and photographs it for every frame.
"""

from vision.rendering.picture import paint, paint_table, render
from vision.rendering.random_scenes import random_scene
from vision.rendering.scene import Camera, Die, Finish, Ground, Label, Light, Pips, Scene, Thing
from vision.rendering.view import photograph

__all__ = [
    "Camera",
    "Die",
    "Finish",
    "Ground",
    "Label",
    "Light",
    "Pips",
    "Scene",
    "Thing",
    "paint",
    "paint_table",
    "photograph",
    "random_scene",
    "render",
]
