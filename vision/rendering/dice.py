"""Rays against rounded cubes and other solids: the picture of one die."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.rendering import polyhedra
from vision.rendering.faces import figure_on, order_of_faces, texture_of
from vision.rendering.patterns import body_colour
from vision.rendering.scene import Die, Finish, Label, Light, floats
from vision.rendering.shine import lamp_at, lengths, room_mirrored, shine
from vision.rendering.tokens import draw_token, token_corners
from vision.rendering.view import View

STEPS = 7  # of sphere tracing; rays that hit a flat face need none
CLOSE = 0.006  # half edges: nearer than this a ray has arrived
GLASS = 1.49  # how much slower light is in the acrylic of clear dice
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
TOP = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float32)
# Texture axes of the faces +x, -x, +y, -y, +z, -z: chosen so that no face is seen mirrored.
ACROSS = (1, 2, 2, 0, 0, 1)
ALONG = (2, 1, 0, 2, 1, 0)


@dataclass(frozen=True)
class Pose:
    """Where a die is: `centre` in table coordinates, `turn` from its own axes to the table's."""

    centre: Floats
    turn: Floats
    half: float

    def on_table(self, points: Floats) -> Floats:
        """Table coordinates of points given in half edges about the die's own middle."""
        return floats(self.centre + self.half * points @ self.turn.T)


def corners_of(die: Die) -> Floats:
    """The corners (N, 3) of `die` in half sizes about its middle, before it is turned."""
    if die.form == "cube":
        return CORNERS
    if die.form == "token":
        return token_corners()
    return polyhedra.solid(die.form).vertices


def top_of(die: Die) -> Floats:
    """The corners (N, 3) of its top face, in their order."""
    if die.form == "cube":
        return TOP
    if die.form == "token":
        return token_corners()[: len(token_corners()) // 2]
    return polyhedra.solid(die.form).corners


def pose_of(die: Die) -> Pose:
    """The pose of `die`; a leaning one rests on its lowest edge."""
    angle, lean, half = np.radians(die.angle), np.radians(die.lean), die.size / 2
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    turn = turn @ np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    height = -half * float((corners_of(die) @ turn.T)[:, 2].min())
    return Pose(np.array([die.x, die.y, die.z + height], np.float32), turn.astype(np.float32), half)


def outline(die: Die, view: View) -> Floats:
    """Pixels (N, 2) of the corners, before they are rounded."""
    return view.project(pose_of(die).on_table(corners_of(die)))


def label_of(die: Die, view: View, width: int, height: int) -> Label:
    """What is true about `die` in a picture of that size."""
    pose = pose_of(die)
    top = top_of(die)
    corners = view.project(pose.on_table(top))
    middle = view.project(pose.on_table(top.mean(axis=0, keepdims=True)))[0]
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    across = np.linalg.norm(corners - np.roll(corners, len(corners) // 2, axis=0), axis=1)
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inside = cv2.intersectConvexConvex(corners, frame)[0]
    whole = max(float(cv2.contourArea(corners)), 1e-6)
    return Label(
        kind=die.kind,
        face=die.face,
        x=float(middle[0]),
        y=float(middle[1]),
        r=float((across if die.form == "token" else edges).mean() / 2),
        visible=min(1.0, float(inside) / whole),
    )


def _largest(rows: Floats) -> Floats:
    """The largest of each row of three; several times as fast as numpy's own along so short an axis."""
    return floats(np.maximum(np.maximum(rows[:, 0], rows[:, 1]), rows[:, 2]))


def _gap(points: Floats, finish: Finish) -> Floats:
    """Signed distance (N,) from points to the rounded cube with its corners cut by a ball."""
    beyond = np.abs(points) - np.float32(1 - finish.rounding)
    out = np.maximum(beyond, 0)
    box = np.sqrt(np.einsum("ij,ij->i", out, out)) + np.minimum(_largest(beyond), 0) - finish.rounding
    if finish.ball >= 1.73:
        return floats(box)
    ball = np.sqrt(np.einsum("ij,ij->i", points, points)) - finish.ball
    return floats(np.maximum(box, ball))


def _cast(eye: Floats, rays: Floats, finish: Finish) -> tuple[Flags, Floats]:
    """Which of the unit `rays` (N, 3) meet the die, and where (M, 3), in half edges."""
    with np.errstate(divide="ignore"):
        slope = 1 / np.where(np.abs(rays) < 1e-7, np.float32(1e-7), rays)
    first, second = (-1 - eye) * slope, (1 - eye) * slope
    near = _largest(np.minimum(first, second))
    far = -_largest(-np.maximum(first, second))
    met = near < far
    rays, near, far = rays[met], near[met], far[met]
    points = eye + near[:, None] * rays
    open_rays = np.flatnonzero(_gap(points, finish) > CLOSE)
    for _ in range(STEPS):
        if not open_rays.size:
            break
        gap = _gap(points[open_rays], finish)
        near[open_rays] += gap
        points[open_rays] = eye + near[open_rays, None] * rays[open_rays]
        open_rays = open_rays[(gap > CLOSE) & (near[open_rays] < far[open_rays])]
    arrived = (near <= far) & (_gap(points, finish) < 4 * CLOSE)
    met[met] = arrived
    return met, floats(points[arrived])


def _normals(points: Floats, finish: Finish) -> Floats:
    beyond = np.maximum(np.abs(points) - np.float32(1 - finish.rounding), 0)
    # Flat faces lie beyond along one axis alone, so this gives their axis too.
    normals = beyond * np.sign(points)
    normals /= lengths(normals) + 1e-6
    if finish.ball < 1.73:
        reach = lengths(points)
        on_ball = np.clip((reach - finish.ball + 0.05) / 0.05, 0, 1)
        normals = normals * (1 - on_ball) + points / reach * on_ball
    return floats(normals)


def _look_up(points: Floats, normals: Floats, die: Die, side: int) -> Floats:
    """Colour and coverage (N, 4) of the faces at each point, as textures `side` pixels wide have it; bends
    `normals` where pips are dents.
    """
    x, y, z = np.abs(points).T
    # Which is the largest of three: several times as fast as numpy's own along so short an axis.
    axis = np.where((x >= y) & (x >= z), 0, np.where(y >= z, 1, 2))
    face = 2 * axis + (np.take_along_axis(points, axis[:, None], 1)[:, 0] < 0)
    paint = np.zeros((len(points), 4), np.float32)
    names = order_of_faces(die)
    for number in np.unique(face):
        here = np.flatnonzero(face == number)
        u, v = points[here, ACROSS[number]], points[here, ALONG[number]]
        column = np.clip((u + 1) / 2 * side - 0.5, 0, side - 1).astype(np.float32)
        row = np.clip((v + 1) / 2 * side - 0.5, 0, side - 1).astype(np.float32)
        texture = texture_of(die, names[number], side)
        paint[here] = _sample(texture.paint, column, row)
        bend = _sample(texture.slope, column, row)
        normals[here, ACROSS[number]] += bend[:, 0]
        normals[here, ALONG[number]] += bend[:, 1]
    normals /= lengths(normals) + 1e-6
    return paint


def _sample(texture: Floats, column: Floats, row: Floats) -> Floats:
    # cv2.remap takes at most 32767 rows or columns, so the points travel as a square.
    count = len(column)
    width = int(np.ceil(np.sqrt(count)))
    grid = np.zeros((2, width * width), np.float32)
    grid[0, :count], grid[1, :count] = column, row
    columns, rows = grid.reshape(2, width, width)
    found = cv2.remap(texture, columns, rows, cv2.INTER_LINEAR)
    return floats(found.reshape(width * width, -1)[:count])


def _shade(
    body: Floats, paint: Floats, normals: Floats, places: Floats, view: View, light: Light, die: Die
) -> Floats:
    """Light on the die (N, 3): room, lamp and the lamp's reflection; all in table coordinates."""
    lamp = lamp_at(light, view)
    to_lamp = lamp - places
    to_lamp /= lengths(to_lamp)
    facing = np.einsum("ij,ij->i", normals, to_lamp)
    room = light.ambient * (0.72 + 0.28 * normals[:, 2])
    low = np.clip(places[:, 2] / max(die.size * 0.6, 1), 0, 1)
    dimmed = (0.62 + 0.38 * low) if die.z == 0 else np.ones_like(low)
    bright = (room + (1 - light.ambient) * 1.25 * np.clip(facing, 0, 1)) * dimmed * light.brightness
    albedo = body * (1 - paint[:, 3:]) + paint[:, :3] * paint[:, 3:]
    colour = albedo * bright[:, None] * floats(light.colour)
    if die.finish.gloss > 0:
        mirrored = shine(places, normals, paint[:, 3], die.finish, view, light)
        colour = colour + 255 * mirrored * floats(light.colour)
    return floats(colour)


def _meet(die: Die, eye: Floats, rays: Floats, side: int) -> tuple[Flags, Floats, Floats, Floats]:
    """Which rays meet `die`; where, with which normals, and the paint there."""
    if die.form == "cube":
        met, points = _cast(eye, rays, die.finish)
        normals = _normals(points, die.finish)
        return met, points, normals, _look_up(points, normals, die, side)
    form = polyhedra.solid(die.form)
    met, points, face = polyhedra.cast(eye, rays, form)
    normals = polyhedra.normals_at(points, face, form)
    return (
        met,
        points,
        normals,
        polyhedra.paint_at(points, face, form, lambda number: figure_on(die, number, 2 * side)),
    )


def draw_die(picture: Floats, die: Die, view: View, light: Light, *, rough: bool = False) -> None:
    """Draws `die` into `picture` (H, W, 3, float, 0 to 255), over what is there."""
    if die.form == "token":
        draw_token(picture, die, pose_of(die).turn, view, light)
        return
    height, width = picture.shape[:2]
    corners = outline(die, view)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, (width, height))
    if left >= right or top >= bottom:
        return
    finer = 2 if die.size < 64 and not rough else 1
    xs = (left + (np.arange((right - left) * finer) + 0.5) / finer).astype(np.float32)
    ys = (top + (np.arange((bottom - top) * finer) + 0.5) / finer).astype(np.float32)
    pose = pose_of(die)
    middle = np.array([*view.middle, 0], np.float32)
    eye = floats((view.place - (pose.centre - middle)) @ pose.turn / pose.half)
    rays = view.rays(xs, ys).reshape(-1, 3) @ pose.turn
    rays /= lengths(floats(rays))
    side = int(np.clip(die.size * finer, 24, 160))
    met, points, normals, paint = _meet(die, eye, floats(rays), side)
    if not len(points):
        return
    body = body_colour(points, die)
    patch = picture[top:bottom, left:right]
    finer_patch = cv2.resize(patch, (len(xs), len(ys)), interpolation=cv2.INTER_LINEAR)
    behind = floats(finer_patch).reshape(-1, 3)
    if die.finish.translucency > 0:
        far = behind[met]
        if die.form == "cube":
            far = _far_side(far, points, normals, floats(rays[met]), die, side)
        body = _see_through(floats(body), far, points, die)
    places = floats(pose.half * points @ pose.turn.T + (pose.centre - middle))
    turned = floats(normals @ pose.turn.T)
    if die.finish.metal > 0:
        body = body * room_mirrored(places, turned, die.finish, view)
    layer = behind.copy()
    layer[met] = _shade(floats(body), paint, turned, places, view, light, die)
    finished = layer.reshape(len(ys), len(xs), 3)
    size = (right - left, bottom - top)
    picture[top:bottom, left:right] = cv2.resize(finished, size, interpolation=cv2.INTER_AREA)


def _far_side(behind: Floats, points: Floats, normals: Floats, rays: Floats, die: Die, side: int) -> Floats:
    """What lies behind a clear cube where `rays` meet it at `points`, with what the far sides carry."""
    out = np.einsum("ij,ij->i", rays, normals)[:, None]
    within = rays / GLASS - (out / GLASS + np.sqrt(1 - (1 - out**2) / GLASS**2)) * normals
    step = np.where(np.abs(within) < 1e-6, np.float32(1e-6), within)
    way = ((np.sign(step) - points) / step).min(axis=1).clip(0)
    left = floats(points + way[:, None] * within)
    paint = _look_up(left, floats(np.sign(left)), die, side)
    return floats(behind + (paint[:, :3] - behind) * paint[:, 3:])


def _see_through(body: Floats, behind: Floats, points: Floats, die: Die) -> Floats:
    """Body colour of a translucent die: tinted by what lies behind, paler towards its edges."""
    tint, clear = floats(die.colour) / 255, die.finish.translucency
    edge = np.clip(np.linalg.norm(points, axis=1) - 1, 0, 1)[:, None]
    share = clear * (0.7 + 0.25 * clear**2 - 0.35 * edge)
    glow = 0.75 + 0.5 * np.clip(0.5 - 0.5 * points[:, 2:], 0, 1)
    through = (1.3 - 0.25 * clear) * behind + 25 * (1.3 - clear)
    return floats(body * glow * (1 - share) + through * tint * share)
