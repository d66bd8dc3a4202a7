"""Loading a net that comes along."""

from __future__ import annotations

from pathlib import Path

import cv2


def loaded(weights: Path) -> cv2.dnn.Net:
    """The net in that ONNX file. Raises FileNotFoundError when it is missing."""
    if not weights.is_file():
        raise FileNotFoundError(f"the reader's weights are missing: {weights}; install the package again")
    return cv2.dnn.readNetFromONNX(str(weights))
