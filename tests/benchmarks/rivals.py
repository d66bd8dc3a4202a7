"""Two well-known ways to read dice, measured beside ours on the same pictures.

Counting blobs: OpenCV's blob finder, and blobs that lie near one another are one die; the recipe that most
projects follow, with its usual limits, at whichever picture size suits the folder best.

A detector of YOLO's class: a net with YOLOv5n's layers in an ONNX file, run by OpenCV. Its weights are
chance's: it tells how long such a net takes here, and nothing about how well it would read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from onnx import TensorProto, helper, numpy_helper, save_model

from vision.reading import Picture

BLOB_SIZES = (320, 480, 640, 960)
NEAR = 40.0  # pixels between two pips of one die
YOLO_SIDE = 640


@dataclass
class BlobDie:
    """A cluster of blobs. This way has no doubts: it calls everything certain."""

    face: str
    x: float
    y: float
    r: float
    confidence: float = 1.0
    certain: bool = True


def blob_finder() -> cv2.SimpleBlobDetector:
    """With the limits that such projects use."""
    limits = cv2.SimpleBlobDetector_Params()
    limits.filterByInertia = True
    limits.minInertiaRatio = 0.6
    return cv2.SimpleBlobDetector_create(limits)


def read_blobs(picture: Picture, width: int, finder: cv2.SimpleBlobDetector) -> list[BlobDie]:
    """Dice by counting blobs that lie near one another."""
    scale = width / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    points = [point.pt for point in finder.detect(cv2.medianBlur(small, 7))]
    dice = []
    for cluster in clusters(points, NEAR):
        xs, ys = zip(*cluster, strict=True)
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        reach = max([math.hypot(px - x, py - y) for px, py in cluster] + [8.0])
        dice.append(BlobDie(str(len(cluster)), x / scale, y / scale, 1.3 * reach / scale))
    return dice


def clusters(points: list[tuple[float, float]], near: float) -> list[list[tuple[float, float]]]:
    """Points, each within `near` of some other of its cluster."""
    left, found = list(points), []
    while left:
        cluster = [left.pop()]
        for point in cluster:
            close = [other for other in left if math.dist(point, other) <= near]
            cluster += close
            left = [other for other in left if other not in close]
        found.append(cluster)
    return found


class YoloLike:
    """The detector; `look` runs it once, as a program that uses it would."""

    def __init__(self, file: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(file))

    def look(self, picture: Picture) -> None:
        """One picture, letter-boxed to 640 by 640, through the net."""
        scale = YOLO_SIDE / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        boxed = np.full((YOLO_SIDE, YOLO_SIDE, 3), 114, np.uint8)
        boxed[: small.shape[0], : small.shape[1]] = small
        self._net.setInput(cv2.dnn.blobFromImage(boxed, 1 / 255, swapRB=True))
        self._net.forward()


def write_yolo_like(file: Path, classes: int = 6) -> None:
    """The layers of YOLOv5n (depth 0.33, width 0.25), by chance's weights."""
    layers = _Layers()
    x = layers.conv("images", 3, 16, 6, 2)
    x = layers.c3(layers.conv(x, 16, 32, 3, 2), 32, 32, 1)
    p3 = layers.c3(layers.conv(x, 32, 64, 3, 2), 64, 64, 2)
    p4 = layers.c3(layers.conv(p3, 64, 128, 3, 2), 128, 128, 3)
    x = layers.c3(layers.conv(p4, 128, 256, 3, 2), 256, 256, 1)
    x = layers.pool(x, 256)
    n5 = layers.conv(x, 256, 128, 1, 1)
    n4 = layers.conv(layers.c3(layers.join(layers.twice(n5), p4), 256, 128, 1, False), 128, 64, 1, 1)
    d3 = layers.c3(layers.join(layers.twice(n4), p3), 128, 64, 1, False)
    d4 = layers.c3(layers.join(layers.conv(d3, 64, 64, 3, 2), n4), 128, 128, 1, False)
    d5 = layers.c3(layers.join(layers.conv(d4, 128, 128, 3, 2), n5), 256, 256, 1, False)
    outputs = [
        layers.conv(d, width, 3 * (5 + classes), 1, 1, active=False)
        for d, width in ((d3, 64), (d4, 128), (d5, 256))
    ]
    graph = helper.make_graph(
        layers.nodes,
        "yolov5n",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, (1, 3, YOLO_SIDE, YOLO_SIDE))],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, 3 * (5 + classes), side, side))
            for name, side in zip(outputs, (80, 40, 20), strict=True)
        ],
        layers.weights,
    )
    opsets = [helper.make_opsetid("", 13)]
    save_model(helper.make_model(graph, opset_imports=opsets, ir_version=8), str(file))


class _Layers:
    """Collects a net's layers; each method gives the name of what it puts out."""

    def __init__(self) -> None:
        self.nodes: list[object] = []
        self.weights: list[object] = []
        self._rng = np.random.default_rng(1)

    def add(self, kind: str, inputs: list[str], **how: object) -> str:
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **how))
        return name

    def _constant(self, values: np.ndarray) -> str:
        name = f"weights_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def conv(self, x: str, into: int, out: int, side: int, step: int, *, active: bool = True) -> str:
        spread = math.sqrt(2 / (into * side * side))
        weights = self._rng.normal(0, spread, (out, into, side, side)).astype(np.float32)
        inputs = [x, self._constant(weights), self._constant(np.zeros(out, np.float32))]
        pad = 2 if side == 6 else side // 2
        x = self.add("Conv", inputs, kernel_shape=[side] * 2, strides=[step] * 2, pads=[pad] * 4)
        return self.add("Mul", [x, self.add("Sigmoid", [x])]) if active else x

    def c3(self, x: str, into: int, out: int, times: int, shortcut: bool = True) -> str:
        half = out // 2
        inner, beside = self.conv(x, into, half, 1, 1), self.conv(x, into, half, 1, 1)
        for _ in range(times):
            through = self.conv(self.conv(inner, half, half, 1, 1), half, half, 3, 1)
            inner = self.add("Add", [inner, through]) if shortcut else through
        return self.conv(self.join(inner, beside), out, out, 1, 1)

    def pool(self, x: str, width: int) -> str:
        pooled = [self.conv(x, width, width // 2, 1, 1)]
        for _ in range(3):
            pooled.append(
                self.add("MaxPool", [pooled[-1]], kernel_shape=[5, 5], pads=[2] * 4, strides=[1, 1])
            )
        return self.conv(self.join(*pooled), 2 * width, width, 1, 1)

    def join(self, *names: str) -> str:
        return self.add("Concat", list(names), axis=1)

    def twice(self, x: str) -> str:
        scales = self._constant(np.array([1, 1, 2, 2], np.float32))
        return self.add("Resize", [x, "", scales], mode="nearest")
