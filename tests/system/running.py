"""A table in a process of its own, begun and started by the commands that people use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

COMPANION = (sys.executable, "-m", "companion")


class Running:
    """A table that was begun and started in a folder of its own."""

    def __init__(self, folder: Path, game: str = "riff_in_time", seats: str = "ana bob",
                 environment: Mapping[str, str] = MappingProxyType({})) -> None:
        self.environment = environment
        self.data = folder / "data"
        self.settings = folder / "settings.toml"
        self.settings.write_text(f'data = "{self.data}"\n[web]\nhost = "127.0.0.1"\nport = 0\n')
        self.companion("new", game, "--seats", seats)
        self.start()

    def companion(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Another command, beside the table."""
        return subprocess.run([*COMPANION, "--settings", self.settings, *words], capture_output=True,
                              text=True, timeout=30)

    def start(self) -> None:
        """Start the table and read what it prints, up to the line that says where it is."""
        self.process = subprocess.Popen([*COMPANION, "--settings", str(self.settings), "run"], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=os.environ | self.environment)
        assert self.process.stdout is not None
        self.said = []
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if line.startswith("Open http://"):
                break
        self.port = int(self.said[-1].split(":")[2].split()[0])
        self.code = self.said[-1].rstrip(".").split()[-1]

    def stop(self) -> tuple[float, int, str]:
        """End the table as systemd does; the seconds it took, its exit code, and what it complained of."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        _, complaints = self.process.communicate(timeout=30)
        return time.monotonic() - started, self.process.returncode, complaints
