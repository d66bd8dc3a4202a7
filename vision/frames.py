"""Where frames come from: anything that hands out pictures one after the other."""

from __future__ import annotations

from typing import Protocol

from vision.reading import Picture


class FrameSource(Protocol):
    """A camera, a folder of pictures, or the simulated tray."""

    def frame(self) -> Picture:
        """The newest picture: BGR, height x width x 3, 8 bit. Raises OSError when there is none to be had."""
        ...

    def close(self) -> None:
        """Let go of the device. May be called twice."""
        ...
