"""Loading a net that comes along."""

from __future__ import annotations

from pathlib import Path

import cv2


def loaded(weights: Path) -> cv2.dnn.Net:
    """The net in that ONNX file. Raises FileNotFoundError when it is missing."""
    if not weights.is_file():
        raise FileNotFoundError(f"the reader's weights are missing: {weights}; install the package again")
    if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
        # Of OpenCV 5's engines the one that OpenCV 4 has, too, takes a third less time for these nets.
        return cv2.dnn.readNetFromONNX(str(weights), engine=cv2.dnn.ENGINE_CLASSIC)
    return cv2.dnn.readNetFromONNX(str(weights))
