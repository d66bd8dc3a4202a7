"""Builds the things of `things.py` in Blender, and the bodies that are no cubes; `blender.py` uses it."""

from __future__ import annotations

import math
from itertools import pairwise

import bpy  # before bmesh, which is a part of it

# isort: split
import bmesh
from mathutils import Matrix, Vector

GOLDEN = (1 + math.sqrt(5)) / 2


def material(name, rgb=(1, 1, 1), rough=0.5, specular=0.4, metal=0.0):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    inputs["Base Color"].default_value, inputs["Roughness"].default_value = (*rgb, 1), rough
    inputs["Specular IOR Level"].default_value, inputs["Metallic"].default_value = specular, metal
    return made, made.node_tree, inputs


def sheet(file, look, place, middle, normal, up, half):
    """Ink on a face, `half` so large across and along: a sheet a fiftieth of a millimetre above it.

    `look` says how rough and how shiny it is, and how much of a metal.
    """
    made, tree, inputs = material("ink", rough=look[0], specular=look[1], metal=look[2])
    image = tree.nodes.new("ShaderNodeTexImage")
    image.image, image.extension = bpy.data.images.load(str(file), check_existing=True), "CLIP"
    tree.links.new(image.outputs["Color"], inputs["Base Color"])
    tree.links.new(image.outputs["Alpha"], inputs["Alpha"])
    normal, up = Vector(normal), Vector(up)
    right, middle, up = up.cross(normal) * half[0], Vector(middle) + normal * 0.02, up * half[1]
    corners = [middle - right - up, middle + right - up, middle + right + up, middle - right + up]
    mesh = bpy.data.meshes.new("ink")
    mesh.from_pydata([place @ corner for corner in corners], [], [(0, 1, 2, 3)])
    for loop, at in zip(mesh.uv_layers.new().data, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        loop.uv = at
    thing = bpy.data.objects.new("ink", mesh)
    thing.data.materials.append(made)
    bpy.context.collection.objects.link(thing)


def round_edges(thing, width, segments):
    bevel = thing.modifiers.new("round", "BEVEL")
    bevel.width, bevel.segments = width, segments
    return bevel


def hull(corners):
    """The convex body with these corners, its faces flat and whole."""
    made = bmesh.new()
    for corner in corners:
        made.verts.new(corner)
    bmesh.ops.convex_hull(made, input=made.verts)
    bmesh.ops.dissolve_limit(made, angle_limit=0.01, verts=made.verts, edges=made.edges)
    return made


def solid(corners, body, place, rounded):
    """A convex body with these corners."""
    made, mesh = hull(corners), bpy.data.meshes.new("solid")
    made.to_mesh(mesh)
    made.free()
    thing = bpy.data.objects.new("solid", mesh)
    bpy.context.collection.objects.link(thing)
    thing.data.materials.append(body)
    thing.matrix_world = place
    round_edges(thing, rounded, 3)


def corners_of(sides):
    """The corners of a die of 4, 8, 10, 12 or 20 sides, at about one from its middle."""
    if sides == 4:
        found = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    elif sides == 8:
        found = [(x, 0, 0) for x in (1, -1)] + [(0, x, 0) for x in (1, -1)] + [(0, 0, x) for x in (1, -1)]
    elif sides == 10:
        # Two rings of five about a top and a bottom; so high that the kites are flat.
        ring = (1 - math.cos(math.pi / 5)) / (1 + math.cos(math.pi / 5))
        around = [math.pi * i / 5 for i in range(10)]
        found = [(math.cos(a), math.sin(a), ring * (-1) ** i) for i, a in enumerate(around)]
        found += [(0, 0, 1), (0, 0, -1)]
    elif sides == 12:
        found = [(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)]
        for x, y in ((a, b) for a in (GOLDEN, -GOLDEN) for b in (1 / GOLDEN, -1 / GOLDEN)):
            found += [(0, y, x), (y, x, 0), (x, 0, y)]
    else:
        found = []
        for x, y in ((a, b) for a in (GOLDEN, -GOLDEN) for b in (1, -1)):
            found += [(0, y, x), (y, x, 0), (x, 0, y)]
    longest = max(Vector(corner).length for corner in found)
    return [Vector(corner) / longest for corner in found]


def faces_of(corners):
    """The flat faces of the convex body with these corners: of each the middle, the normal, and a corner."""
    made, found = hull(corners), []
    for face in made.faces:
        middle = face.calc_center_median()
        far = max(face.verts, key=lambda corner: (corner.co - middle).length)
        found.append((middle.copy(), face.normal.copy(), far.co.copy()))
    made.free()
    return found


def numbered(across, sides, files, look, body, place, room):
    """A die of so many sides with a print on each, the first one on top."""
    corners = [corner * across / 2 for corner in corners_of(sides)]
    faces = faces_of(corners)
    # A die of four sides has no top: it lies on the face that would be it.
    onto = Vector((0, 0, -1 if sides == 4 else 1))
    upright = faces[0][1].rotation_difference(onto).to_matrix().to_4x4()
    lowest = min((upright @ corner).z for corner in corners)
    place = place @ Matrix.Translation((0, 0, -lowest)) @ upright
    solid(corners, body, place, 0.03 * across)
    near = min((one - two).length for i, one in enumerate(corners) for two in corners[:i])
    for (middle, normal, far), file in zip(faces, files, strict=True):
        half = room * near / 2
        sheet(file, look, place, middle, normal, (far - middle).normalized(), (half, half))


def joined(thing, body, place, smooth=True):
    """The primitive just made, of that body, where it belongs."""
    made = bpy.context.object
    if smooth:
        bpy.ops.object.shade_smooth()
    made.data.materials.append(body)
    made.matrix_world = place
    return made


def slab(thing, body, place, folder):
    wide, long, high = thing["size"]
    half = (wide / 2, long / 2, high / 2)
    solid(
        [(x * half[0], y * half[1], z * half[2]) for x in (1, -1) for y in (1, -1) for z in (1, -1)],
        body,
        place @ Matrix.Translation((0, 0, half[2])),
        min(0.1 * high, 1.0),
    )
    printed(thing, place, folder, high)


def printed(thing, place, folder, high):
    wide, long, _ = thing["size"]
    if thing["files"]:
        look = (thing["rough"], 0.4, thing["metal"])
        sheet(
            folder / thing["files"][0], look, place, (0, 0, high), (0, 0, 1), (0, 1, 0), (wide / 2, long / 2)
        )


def disc(thing, body, place, folder):
    wide, _, high = thing["size"]
    bpy.ops.mesh.primitive_cylinder_add(vertices=64, radius=wide / 2, depth=high)
    round_edges(
        joined(thing, body, place @ Matrix.Translation((0, 0, high / 2)), smooth=False), 0.15 * high, 2
    )
    printed(thing, place, folder, high)


def ring(thing, body, place, folder):
    wide, _, high = thing["size"]
    bpy.ops.mesh.primitive_torus_add(
        major_radius=0.375 * wide, minor_radius=0.125 * wide, major_segments=64, minor_segments=16
    )
    flat = Matrix.Diagonal((1, 1, high / (0.25 * wide), 1))
    joined(thing, body, place @ Matrix.Translation((0, 0, high / 2)) @ flat)


def pen(thing, body, place, folder):
    wide, long, _ = thing["size"]
    lying = place @ Matrix.Translation((0, 0, wide / 2)) @ Matrix.Rotation(-math.pi / 2, 4, "X")
    bpy.ops.mesh.primitive_cylinder_add(vertices=48, radius=wide / 2, depth=long)
    joined(thing, body, lying)
    other = material("other", thing["other"], 0.3)[0]
    bpy.ops.mesh.primitive_cone_add(vertices=48, radius1=wide / 2, radius2=0.5, depth=2 * wide)
    joined(thing, other, lying @ Matrix.Translation((0, 0, long / 2 + wide)))
    bpy.ops.mesh.primitive_cylinder_add(vertices=48, radius=0.53 * wide, depth=0.15 * long)
    joined(thing, other, lying @ Matrix.Translation((0, 0, -0.2 * long)))


def pawn(thing, body, place, folder):
    wide, _, high = thing["size"]
    bpy.ops.mesh.primitive_cone_add(vertices=48, radius1=wide / 2, radius2=0.2 * wide, depth=0.8 * high)
    joined(thing, body, place @ Matrix.Translation((0, 0, 0.4 * high)))
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.32 * wide)
    joined(thing, body, place @ Matrix.Translation((0, 0, 0.85 * high)))


def ball(thing, body, place, folder):
    wide, long, high = thing["size"]
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=0.5)
    stretched = Matrix.Diagonal((wide, long, high, 1))
    joined(thing, body, place @ Matrix.Translation((0, 0, high / 2)) @ stretched)


def fingers(thing, body, place, folder):
    """Side by side, each of three limbs between balls, a nail on the last."""
    _, long, wide = thing["size"]
    nail = material("nail", thing["other"], 0.25)[0]
    for i in range(thing["sides"]):
        tip = long / 2 - wide * (0.9, 0.5, 0.8, 1.7)[i]
        joints = (tip, tip - 1.6 * wide, tip - 3.4 * wide, -long / 2)
        at = place @ Matrix.Translation(((i - (thing["sides"] - 1) / 2) * 1.06 * wide, 0, 0.5 * wide))
        for end, begin in pairwise(joints):
            bpy.ops.mesh.primitive_cylinder_add(vertices=40, radius=0.48 * wide, depth=end - begin)
            lying = at @ Matrix.Translation((0, (begin + end) / 2, 0)) @ Matrix.Rotation(math.pi / 2, 4, "X")
            joined(thing, body, lying)
            bpy.ops.mesh.primitive_uv_sphere_add(radius=0.5 * wide)
            joined(thing, body, at @ Matrix.Translation((0, end, 0)))
        bpy.ops.mesh.primitive_uv_sphere_add(radius=0.5 * wide)
        over = (
            at
            @ Matrix.Translation((0, tip + 0.1 * wide, 0.33 * wide))
            @ Matrix.Diagonal((0.66, 0.7, 0.36, 1))
        )
        joined(thing, nail, over)


def die(thing, body, place, folder):
    files = [folder / file for file in thing["files"]]
    look = (thing["rough"], 0.4, 0.0)
    numbered(
        thing["size"][0],
        thing["sides"],
        files,
        look,
        body,
        place,
        {4: 0.3, 10: 0.5, 12: 0.8, 20: 0.5}[thing["sides"]],
    )


BUILT = {
    "slab": slab,
    "disc": disc,
    "ring": ring,
    "pen": pen,
    "pawn": pawn,
    "ball": ball,
    "fingers": fingers,
    "die": die,
}


def build(thing, place, folder):
    """Puts a thing at its place."""
    body = material("thing", thing["rgb"], thing["rough"], metal=thing["metal"])[0]
    BUILT[thing["form"]](thing, body, place, folder)
