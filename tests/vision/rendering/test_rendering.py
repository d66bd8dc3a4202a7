"""The pictures our own renderer draws, and the truth it tells about them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.rendering import (
    Camera,
    Die,
    Finish,
    Ground,
    Label,
    Light,
    Pips,
    Scene,
    Thing,
    paint,
    random_scene,
    render,
)
from vision.rendering.busy_grounds import BUSY
from vision.rendering.clutter import THINGS
from vision.rendering.faces import SIDES
from vision.rendering.grounds import GROUNDS
from vision.rendering.random_scenes import random_ground, random_pips
from vision.rendering.scene import PATTERNS, Image

STILL = Camera(width=320, height=240, noise=0, vignette=0, jpeg=100, defocus=0)
EVEN = Light(ambient=1.0, shadow=0.0, slope=0.0)
PLAIN = Die(face="5", x=160, y=120, size=80, finish=Finish(gloss=0.0), pips=Pips(depth=0))


def on_table(die: Die) -> Scene:
    return Scene((die,), Ground("plain", (60, 120, 60), (60, 120, 60)), EVEN, STILL)


def frame_of(scene: Scene, seed: int = 0) -> Image:
    return render(scene, np.random.default_rng(seed))[0]


def truth_of(scene: Scene) -> Label:
    (label,) = render(scene, np.random.default_rng(0))[1]
    return label


def dark_spots(frame: Image, label: Label) -> int:
    """How many separate dark spots lie on the labelled face."""
    half = int(label.r * 0.85)
    x, y = int(label.x), int(label.y)
    face = frame[y - half : y + half, x - half : x + half].max(axis=2) < 90
    return int(cv2.connectedComponents(face.astype(np.uint8))[0]) - 1


@pytest.mark.parametrize("face", list("123456"))
def test_the_top_face_shows_as_many_pips_as_its_name_says(face: str) -> None:
    scene = on_table(replace(PLAIN, face=face))
    assert dark_spots(frame_of(scene), truth_of(scene)) == int(face)


def test_a_die_seen_from_above_is_labelled_where_it_stands_and_half_as_wide_as_it_is() -> None:
    scene = on_table(PLAIN)
    far = replace(scene, camera=replace(STILL, distance=50.0))
    label = truth_of(far)
    assert (label.x, label.y) == pytest.approx((160, 120), abs=0.5)
    assert label.r == pytest.approx(40, abs=1)
    assert label.visible == 1.0


def test_a_tilted_camera_sees_side_faces_and_the_label_stays_on_top() -> None:
    level, tilted = on_table(replace(PLAIN, face="1")), on_table(replace(PLAIN, face="1"))
    tilted = replace(tilted, camera=replace(STILL, tilt=35.0, heading=90.0))
    label = truth_of(tilted)
    assert label.y < truth_of(level).y
    below = frame_of(tilted)[int(label.y + label.r) : int(label.y + 2 * label.r), 125:195].max(axis=2)
    assert (below < 90).sum() > 20
    assert dark_spots(frame_of(tilted), label) == 1


@pytest.mark.parametrize("top", list("123456"))
def test_opposite_faces_sum_to_seven(top: str) -> None:
    right, front, left, back = (int(side) for side in SIDES[top])
    assert right + left == front + back == 7
    assert {right, front, left, back, int(top), 7 - int(top)} == {1, 2, 3, 4, 5, 6}


def test_all_dice_have_the_same_handedness() -> None:
    def around_a_corner(top: str) -> int:
        right, front = SIDES[top][:2]
        axes = {"1": (0, 1), "6": (0, -1), "2": (1, 1), "5": (1, -1), "3": (2, 1), "4": (2, -1)}
        rows = np.zeros((3, 3))
        for row, face in enumerate((top, right, front)):
            rows[row, axes[face][0]] = axes[face][1]
        return round(float(np.linalg.det(rows)))

    assert len({around_a_corner(top) for top in SIDES}) == 1


def test_the_same_scene_and_seed_give_the_same_frame() -> None:
    scene = random_scene(np.random.default_rng(5), 200, 160)
    assert np.array_equal(frame_of(scene, 9), frame_of(scene, 9))


def test_noise_differs_from_frame_to_frame() -> None:
    scene = replace(on_table(PLAIN), camera=replace(STILL, noise=3.0))
    rng = np.random.default_rng(1)
    assert not np.array_equal(render(scene, rng)[0], render(scene, rng)[0])


def test_a_leaning_die_and_one_out_of_the_picture_have_no_label() -> None:
    assert render(on_table(replace(PLAIN, lean=30.0)), np.random.default_rng(0))[1] == ()
    assert render(on_table(replace(PLAIN, x=-200.0)), np.random.default_rng(0))[1] == ()


def test_a_die_half_out_of_the_picture_says_how_much_is_seen() -> None:
    far = replace(STILL, distance=50.0)
    assert truth_of(replace(on_table(replace(PLAIN, x=0.0)), camera=far)).visible == pytest.approx(
        0.5, abs=0.03
    )


def test_the_shadow_falls_away_from_the_lamp() -> None:
    light = Light(azimuth=0.0, elevation=40.0, shadow=0.7, softness=0.2, slope=0.0)
    frame = frame_of(replace(on_table(PLAIN), light=light)).astype(int)
    assert frame[120, 160 - 65].sum() < frame[120, 160 + 65].sum() - 30


def test_a_clear_die_colours_its_shadow_but_for_where_its_pips_are() -> None:
    light = Light(azimuth=0.0, elevation=40.0, shadow=0.7, softness=0.0, slope=0.0)

    def shadow_of(translucency: float) -> np.ndarray:
        """The light on a white table beside a red die's twos, threes and fives, blue, green and red."""
        die = replace(
            PLAIN, face="1", colour=(20.0, 20.0, 250.0), finish=Finish(gloss=0, translucency=translucency)
        )
        ground = Ground("plain", (220, 220, 220), (220, 220, 220))
        frame = frame_of(replace(on_table(die), light=light, ground=ground)).astype(int)
        return frame[100:140, 70:110]

    solid, clear = shadow_of(0.0), shadow_of(1.0)
    assert np.ptp(solid, axis=2).max() < 4
    assert np.median(clear[..., 2]) > np.median(clear[..., 0]) + 60
    assert clear[..., 2].min() < solid.mean() + 12


def test_a_translucent_die_lets_the_ground_through() -> None:
    ground = Ground("plain", (10, 10, 200), (10, 10, 200))
    solid = replace(on_table(replace(PLAIN, face="6")), ground=ground)
    glass = replace(
        on_table(replace(PLAIN, face="6", finish=Finish(gloss=0, translucency=0.9))), ground=ground
    )
    here = (slice(95, 105), slice(155, 165))
    redness = [
        int(frame_of(s)[here][..., 2].mean() - frame_of(s)[here][..., 0].mean()) for s in (solid, glass)
    ]
    assert redness[1] > redness[0] + 20


@pytest.mark.parametrize("face", list("16"))
def test_through_a_clear_body_the_pips_of_the_underside_shine_fainter_than_its_own(face: str) -> None:
    ground = Ground("plain", (220, 220, 220), (220, 220, 220))

    def spots(translucency: float, darker_than: int) -> int:
        clear = Finish(gloss=0, translucency=translucency, rounding=0.06, ball=1.75)
        die = replace(PLAIN, face=face, colour=(230.0, 230.0, 230.0), finish=clear)
        scene = replace(on_table(die), ground=ground)
        frame, label = frame_of(scene), truth_of(scene)
        half = int(label.r * 0.8)
        x, y = int(label.x), int(label.y)
        top = frame[y - half : y + half, x - half : x + half].max(axis=2) < darker_than
        return int(cv2.connectedComponents(top.astype(np.uint8))[0]) - 1

    assert spots(0.0, 115) == int(face)
    assert spots(0.9, 115) == 7
    assert spots(0.9, 45) == int(face)


def body_of(finish: Finish) -> np.ndarray:
    """The red of a black die's top between its two pips, which are out of sight."""
    die = replace(PLAIN, face="2", colour=(0.0, 0.0, 0.0), finish=replace(finish, marble_colour=(0, 0, 255)))
    return frame_of(on_table(die))[105:135, 145:175, 2].astype(int)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_second_colour_runs_through_the_body_as_its_pattern_and_its_grain_say(pattern: str) -> None:
    first, again, other = (
        body_of(Finish(gloss=0, marble=1.0, pattern=pattern, grain=grain)) for grain in (5, 5, 6)
    )
    assert first.max() > first.min() + 60
    assert (first == again).all()
    assert (first != other).any()


def test_speckles_are_many_and_small() -> None:
    spots = [
        int(cv2.connectedComponents((body > 100).astype(np.uint8))[0]) - 1
        for grain in range(12)
        for body in [body_of(Finish(gloss=0, marble=1.0, pattern="speckles", grain=grain))]
        if (body > 100).any()
    ]
    assert len(spots) > 6
    assert np.median(spots) > 4


def test_metal_mirrors_the_darker_and_the_lighter_parts_of_a_room() -> None:
    grey = replace(PLAIN, face="1", colour=(120.0, 120.0, 120.0), size=120)
    plain, metal = (
        frame_of(on_table(replace(grey, finish=Finish(gloss=0, metal=share, grain=3))))[70:170, 115:145]
        for share in (0.0, 1.0)
    )
    assert plain.std() < 3
    assert metal.std() > plain.std() + 3


def test_faces_can_be_pictures() -> None:
    ink = np.zeros((32, 32, 4), np.uint8)
    ink[8:24, 8:24] = (255, 0, 0, 255)
    scene = on_table(replace(PLAIN, kind="wyld", face="move", faces={"move": ink, "interact": ink}))
    label = truth_of(scene)
    assert (label.kind, label.face) == ("wyld", "move")
    assert frame_of(scene)[int(label.y), int(label.x), 0] > 150


def test_pips_lie_on_a_disc_as_wide_as_it_says() -> None:
    pips = Pips(radius=0.1, spread=0.3, depth=0, inlay=(220, 60, 60), disc=0.6)
    scene = on_table(replace(PLAIN, pips=pips))
    frame, label = frame_of(scene), truth_of(scene)
    blue = frame[int(label.y), :, 0].astype(int) - frame[int(label.y), :, 2] > 60
    assert np.ptp(np.flatnonzero(blue)) == pytest.approx(2 * 0.6 * label.r, abs=3)
    assert dark_spots(frame, label) == 5


def test_pips_of_any_make_lie_within_their_disc() -> None:
    rng = np.random.default_rng(5)
    made = [random_pips(rng, (200.0, 200.0, 200.0)) for _ in range(300)]
    on_discs = [pips for pips in made if pips.inlay is not None]
    assert len({pips.disc for pips in on_discs}) > 10
    assert all(np.hypot(pips.spread, pips.spread) + pips.radius < pips.disc for pips in on_discs)


@pytest.mark.parametrize("kind", sorted(GROUNDS))
def test_every_ground_paints_a_whole_picture(kind: str) -> None:
    scene = Scene((), Ground(kind, seed=3, contrast=0.8), Light(), Camera(width=90, height=70, tilt=20.0))
    picture, labels = paint(scene)
    assert picture.shape == (70, 90, 3)
    assert np.isfinite(picture).all()
    assert labels == ()


@pytest.mark.parametrize("kind", sorted(BUSY))
def test_a_busy_ground_is_full_of_edges_where_a_plain_one_has_none(kind: str) -> None:
    def edges(kind: str) -> float:
        """The share of pixels that differ from the one beside them by more than 40 grey levels."""
        ground = Ground(kind, (40, 60, 200), (230, 220, 120), scale=20, contrast=0.8, seed=3)
        grey = cv2.cvtColor(frame_of(Scene((), ground, EVEN, STILL)), cv2.COLOR_BGR2GRAY).astype(int)
        return float((np.abs(np.diff(grey, axis=1)) > 40).mean())

    assert edges(kind) > 0.01
    assert edges("plain") == 0


def test_one_ground_in_four_is_busy() -> None:
    grounds = (random_ground(np.random.default_rng(seed), size=40.0) for seed in range(200))
    assert 0.18 < np.mean([ground.kind in BUSY for ground in grounds]) < 0.32


@pytest.mark.parametrize("kind", sorted(THINGS))
def test_every_thing_changes_the_table_it_lies_on(kind: str) -> None:
    bare = Scene((), Ground("plain", (60, 120, 60), (60, 120, 60)), EVEN, STILL)
    size = 150.0 if kind == "rim" else 40.0
    full = replace(bare, things=(Thing(kind, 160, 120, size, colour=(30, 60, 220)),))
    assert (frame_of(bare) != frame_of(full)).any()


def test_random_scenes_hold_what_they_promise() -> None:
    rng = np.random.default_rng(11)
    faces = set()
    for _ in range(40):
        scene = random_scene(rng, 128, 128, sizes=(20, 50))
        frame, labels = render(scene, rng)
        assert frame.shape == (128, 128, 3)
        assert frame.dtype == np.uint8
        assert scene.camera.tilt <= 30
        faces |= {label.face for label in labels if label.kind == "d6"}
        assert all(7 < label.r < 45 for label in labels)
    assert faces == set("123456")


def test_what_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no face '7'"):
        Die(face="7")
    with pytest.raises(ValueError, match="ground 'lava' is unknown"):
        frame_of(Scene(ground=Ground("lava")))
    with pytest.raises(ValueError, match="thing 'dragon' is unknown"):
        frame_of(Scene(things=(Thing("dragon", 10, 10, 10),)))
    with pytest.raises(ValueError, match="pip style 'heart'"):
        Pips(style="heart")
    with pytest.raises(ValueError, match="pattern 'tartan'"):
        Finish(pattern="tartan")
