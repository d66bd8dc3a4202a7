"""A net that comes along, loaded."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats


class Net:
    """The net in an ONNX file. Threads may share it, and wait for each other: OpenCV keeps what was shown
    last within the net.

    Raises FileNotFoundError when the file is missing.
    """

    def __init__(self, weights: Path) -> None:
        if not weights.is_file():
            raise FileNotFoundError(f"the reader's weights are missing: {weights}; install the package again")
        if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
            # Of OpenCV 5's engines the one that OpenCV 4 has, too, takes a third less time for these nets.
            self._net = cv2.dnn.readNetFromONNX(str(weights), engine=cv2.dnn.ENGINE_CLASSIC)
        else:
            self._net = cv2.dnn.readNetFromONNX(str(weights))
        self._lock = Lock()

    def say(self, shown: NDArray[Any]) -> Floats:
        """What it says of what is `shown` to it, the only one of its batch: (1, ...) gives (...)."""
        with self._lock:
            self._net.setInput(shown)
            return np.array(self._net.forward()[0], np.float32)
