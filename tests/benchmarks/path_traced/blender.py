"""Renders `scenes.json` of a folder with Blender's path tracer, Cycles.

    python3.11 -m venv build/blender && build/blender/bin/pip install bpy==5.0.1 "numpy<2"
    build/blender/bin/python tests/benchmarks/path_traced/blender.py FOLDER

It needs nothing of this project: Blender's module wants an older numpy, and so an environment of its own.
Two run side by side as `blender.py FOLDER 0 2` and `blender.py FOLDER 1 2`; with 6 behind that, so many
samples a pixel, it takes a third of the time and leaves a little noise, for pictures to learn from. What is
there stays as it is.
"""

from __future__ import annotations

import csv
import json
import math
import sys
from pathlib import Path

import bpy  # before bmesh, which is a part of it

# isort: split
import bmesh
from blender_things import build, material, numbered, round_edges, sheet
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

SAMPLES = 16
UP = Vector((0, 0, 1))
# Where a cube's faces look to, and which way is up on them: the top, four sides and the underside.
SIDES = [
    ((0, 0, 1), (0, 1, 0)),
    *(((x, y, 0), (0, 0, 1)) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))),
    ((0, 0, -1), (0, 1, 0)),
]
WITHIN = 0.05  # millimetres: what is printed on the underside lies so far above the ground
BOUNCES, THROUGH_CLEAR = 5, 9  # of light, at the most


def body_of(die):
    made, tree, inputs = material("body", die["rgb"], die["rough"], die["specular"])
    inputs["Coat Weight"].default_value = die["coat"]
    inputs["Transmission Weight"].default_value = die["clear"]
    if die["clear"]:
        let_light_through(tree, die)
    if die["vein"]:
        marbled = tree.nodes.new("ShaderNodeTexNoise")
        marbled.inputs["Scale"].default_value, marbled.inputs["Distortion"].default_value = 2.5, 2.0
        tree.links.new(mixed(tree, marbled, (die["rgb"], die["vein"])), inputs["Base Color"])
    return made


def let_light_through(tree, die):
    """Lamps shine through a clear body, in its colour: the paths of bent light are too rare to be found."""
    path, through = tree.nodes.new("ShaderNodeLightPath"), tree.nodes.new("ShaderNodeBsdfTransparent")
    # Light goes in, and out again.
    through.inputs["Color"].default_value = (*(math.sqrt(die["clear"] * part) for part in die["rgb"]), 1)
    either = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(path.outputs["Is Shadow Ray"], either.inputs[0])
    tree.links.new(tree.nodes["Principled BSDF"].outputs[0], either.inputs[1])
    tree.links.new(through.outputs[0], either.inputs[2])
    tree.links.new(either.outputs[0], tree.nodes["Material Output"].inputs["Surface"])


def mixed(tree, pattern, colours):
    """Two colours, as much of each as the pattern says."""
    mix = tree.nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    for end, colour in zip("AB", colours, strict=True):
        mix.inputs[end].default_value = (*colour, 1)
    tree.links.new(pattern.outputs[0], mix.inputs["Factor"])
    return mix.outputs["Result"]


def print_on(die, file, place, middle, normal, up):
    half = die["edge"] * die["room"] / 2
    sheet(file, (die["ink_rough"], die["specular"], 0.0), place, middle, normal, up, (half, half))


def drill(die, thing, place):
    """Hollows where the pips are, painted: balls are cut out of the body."""
    made, mesh, half = bmesh.new(), bpy.data.meshes.new("balls"), die["edge"] / 2
    radius = die["hollow"] * half
    ball = 1.1 * radius
    for (normal, up), points in zip(SIDES, die["hollows"], strict=True):
        normal, up = Vector(normal), Vector(up)
        for x, y in points:
            at = half * (normal + x * up.cross(normal) - y * up) + normal * math.sqrt(ball**2 - radius**2)
            bmesh.ops.create_uvsphere(
                made, u_segments=32, v_segments=24, radius=ball, matrix=Matrix.Translation(at)
            )
    for face in made.faces:
        face.smooth = True
    made.to_mesh(mesh)
    made.free()
    balls = bpy.data.objects.new("balls", mesh)
    balls.data.materials.append(material("paint", die["paint"], die["ink_rough"], die["specular"])[0])
    balls.matrix_world, balls.hide_render = place, True
    bpy.context.collection.objects.link(balls)
    cut = thing.modifiers.new("pips", "BOOLEAN")
    cut.object, cut.operation, cut.solver, cut.material_mode = balls, "DIFFERENCE", "EXACT", "TRANSFER"
    # Flat faces are flat and rims are sharp: what is interpolated over them mirrors lamps where none are.
    bpy.context.view_layer.objects.active = thing
    for modifier in [one.name for one in thing.modifiers]:
        bpy.ops.object.modifier_apply(modifier=modifier)
    bpy.ops.object.shade_smooth_by_angle(angle=math.radians(35))
    thing.modifiers.new("flat", "WEIGHTED_NORMAL").keep_sharp = True


def cube(die, place, folder):
    half = die["edge"] / 2
    bpy.ops.mesh.primitive_cube_add(size=die["edge"])
    thing = bpy.context.object
    round_edges(thing, die["bevel"] * die["edge"], 5).limit_method = "NONE"
    bpy.ops.object.shade_smooth()
    thing.data.materials.append(body_of(die))
    thing.matrix_world = place = place @ Matrix.Translation((0, 0, half))
    if die["hollows"]:
        drill(die, thing, place)
    for (normal, up), file in zip(SIDES, die["faces"], strict=True):
        if file and not die["hollows"]:
            within = WITHIN if normal[2] < 0 else 0
            print_on(die, folder / file, place, Vector(normal) * (half - within), normal, up)


def token(die, place, folder):
    """A gear-wheel that lies flat."""
    count, thick = 8 * die["teeth"], die["thick"]
    outline = []
    for i in range(count):
        reach = die["edge"] / 2 * (1 if i % 8 in (1, 2, 3, 4) else 1 - die["depth"])
        angle = 2 * math.pi * i / count
        outline.append((reach * math.cos(angle), reach * math.sin(angle)))
    corners = [(x, y, z) for z in (0, thick) for x, y in outline]
    around = [(i, (i + 1) % count, count + (i + 1) % count, count + i) for i in range(count)]
    mesh = bpy.data.meshes.new("token")
    mesh.from_pydata(corners, [], [tuple(range(count))[::-1], tuple(range(count, 2 * count)), *around])
    thing = bpy.data.objects.new("token", mesh)
    bpy.context.collection.objects.link(thing)
    round_edges(thing, 0.02 * die["edge"], 2)
    thing.data.materials.append(body_of(die))
    thing.matrix_world = place
    if die["faces"][0]:
        print_on(die, folder / die["faces"][0], place, (0, 0, thick), (0, 0, 1), (0, 1, 0))


def d8(die, place, folder):
    """It lies on a face; `edge` is that of its triangles."""
    files, look = [folder / file for file in die["faces"]], (die["ink_rough"], die["specular"], 0.0)
    numbered(math.sqrt(2) * die["edge"], 8, files, look, body_of(die), place, 0.5 * die["room"])


def ground(look):
    bpy.ops.mesh.primitive_plane_add(size=2000)
    made, tree, inputs = material("ground")
    bpy.context.object.data.materials.append(made)
    inputs["Roughness"].default_value, inputs["Specular IOR Level"].default_value = look["rough"], 0.3
    where, turned = tree.nodes.new("ShaderNodeTexCoord"), tree.nodes.new("ShaderNodeMapping")
    tree.links.new(where.outputs["Object"], turned.inputs["Vector"])
    turned.inputs["Rotation"].default_value = (0, 0, look["angle"])
    kind = look["kind"]
    pattern = tree.nodes.new("ShaderNodeTexVoronoi" if kind == "pattern" else "ShaderNodeTexNoise")
    finer = {"felt": 2.0, "wood": 0.5, "pattern": 0.06, "plain": 0.05}[kind]
    pattern.inputs["Scale"].default_value = look["scale"] * finer
    if kind == "wood":
        turned.inputs["Scale"].default_value = (1, 0.08, 1)
        pattern.inputs["Detail"].default_value, pattern.inputs["Distortion"].default_value = 6, 0.6
    tree.links.new(turned.outputs["Vector"], pattern.inputs["Vector"])
    tree.links.new(mixed(tree, pattern, look["colours"]), inputs["Base Color"])
    if kind in ("felt", "wood"):
        bump = tree.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = 0.5 if kind == "felt" else 0.1
        bump.inputs["Distance"].default_value = 0.3
        tree.links.new(pattern.outputs[0], bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], inputs["Normal"])


def lamp(look):
    light = bpy.data.lights.new("lamp", "AREA")
    light.energy, light.color, light.size = look["power"], look["rgb"], look["size"]
    thing = bpy.data.objects.new("lamp", light)
    thing.location = look["at"]
    thing.rotation_euler = (-Vector(look["at"])).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)


def camera(look):
    made = bpy.data.cameras.new("camera")
    made.angle, made.clip_end = math.radians(look["angle"]), 5000
    tilt, azimuth = math.radians(look["tilt"]), math.radians(look["azimuth"])
    across = math.sin(tilt)
    at = Vector((across * math.cos(azimuth), across * math.sin(azimuth), math.cos(tilt))) * look["away"]
    down = (-at).to_track_quat("-Z", "Y").to_matrix()
    thing = bpy.data.objects.new("camera", made)
    thing.location = at
    thing.rotation_euler = (down @ Matrix.Rotation(math.radians(look["roll"]), 3, "Z")).to_euler()
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    bpy.context.view_layer.update()
    return thing


def under(eye, u, v, height):
    """The point so high above the table that is seen at `u`, `v` of the picture."""
    right_top, _, left_bottom, left_top = (
        eye.matrix_world @ corner for corner in eye.data.view_frame(scene=bpy.context.scene)
    )
    seen = left_top + (right_top - left_top) * u + (left_bottom - left_top) * v
    ray = seen - eye.location
    return eye.location + ray * ((height - eye.location.z) / ray.z)


def lying(eye, thing):
    """Where a thing is that lies at a place in the picture, turned so as it says there."""
    wide, high = bpy.context.scene.render.resolution_x, bpy.context.scene.render.resolution_y
    u, v, angle = thing["u"], thing["v"], math.radians(thing["angle"])
    at = under(eye, u, v, 0)
    across = under(eye, u + 9 * math.cos(angle) / wide, v + 9 * math.sin(angle) / high, 0) - at
    return Matrix.Translation(at) @ Matrix.Rotation(math.atan2(across.y, across.x), 4, "Z")


def render(scene, folder, samples):
    """Renders one scene, and says what lies where in the picture."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    made, (wide, high) = bpy.context.scene, scene["size"]
    made.render.engine = "CYCLES"
    made.cycles.samples, made.cycles.seed = samples, scene["seed"]
    has_clear = any(die["clear"] for die in scene["dice"])
    made.cycles.max_bounces = THROUGH_CLEAR if has_clear else BOUNCES
    made.cycles.use_denoising, made.cycles.denoiser = True, "OPENIMAGEDENOISE"
    if samples < SAMPLES:
        made.cycles.denoising_prefilter, made.cycles.denoising_quality = "FAST", "FAST"
    made.render.threads_mode, made.render.threads = "FIXED", 1
    made.render.resolution_x, made.render.resolution_y = wide, high
    made.view_settings.view_transform, made.view_settings.exposure = "Standard", scene["exposure"]
    made.world = bpy.data.worlds.new("world")
    made.world.use_nodes = True
    sky = made.world.node_tree.nodes["Background"].inputs
    sky[0].default_value, sky[1].default_value = (*scene["sky"]["rgb"], 1), scene["sky"]["power"]
    ground(scene["ground"])
    for look in scene["lamps"]:
        lamp(look)
    eye, rows, places = camera(scene["camera"]), [], []
    for number, thing in enumerate(scene["things"]):
        # Cards lie on each other, not in each other.
        build(thing, Matrix.Translation((0, 0, 0.02 * number)) @ lying(eye, thing), folder)
    for die in scene["dice"]:
        top = {"cube": die["edge"], "token": die["thick"], "d8": math.sqrt(2 / 3) * die["edge"]}[die["shape"]]
        if die["beside"]:
            other, across, along = die["beside"]
            place = places[other] @ Matrix.Translation((across * die["edge"], along * die["edge"], 0))
        else:
            at = under(eye, die["u"], die["v"], top)
            turn = Matrix.Rotation(math.radians(die["angle"]), 4, "Z")
            place = Matrix.Translation((at.x, at.y, 0)) @ turn
        places.append(place)
        at = place.translation
        {"cube": cube, "token": token, "d8": d8}[die["shape"]](die, place, folder)

        def pixel(x, y, top=top):
            seen = world_to_camera_view(made, eye, Vector((x, y, top)))
            return seen.x * wide, (1 - seen.y) * high

        middle, half = pixel(at.x, at.y), die["edge"] / 2
        around = [(half, 0), (-half, 0), (0, half), (0, -half)]
        r = sum(math.dist(middle, pixel(at.x + x, at.y + y)) for x, y in around) / 4
        rows.append([scene["name"], die["kind"], die["face"], *(f"{value:.1f}" for value in (*middle, r))])
    made.render.filepath = str(folder / f"{scene['name']}.png")
    bpy.ops.render.render(write_still=True)
    return rows


def main():
    folder = Path(sys.argv[1]).resolve()
    first, step, samples = [*(int(one) for one in sys.argv[2:5]), *(0, 1, SAMPLES)[len(sys.argv) - 2 :]]
    scenes = json.loads((folder / "scenes.json").read_text())[first::step]
    for scene in scenes:
        if not (folder / f"{scene['name']}.png").exists():
            with (folder / f"labels-{first}.csv").open("a", newline="") as file:
                csv.writer(file).writerows(render(scene, folder, samples))


if __name__ == "__main__":
    main()
