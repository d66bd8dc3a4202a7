"""What the arrays are called in which pictures are measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]
