"""How soon a table that was killed is back: from the start of the program until a phone has its question.

    python -m tests.benchmarks.starts [--kills 50]

The same killing as in the tests, which look for what was lost. The figures are this machine's.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

from tests.system.killing import Killing
from tests.tools.bench import machine


def main() -> None:
    """Kill and start, and print how long the starts took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        killing = Killing(Path(folder))
        for _ in range(given.kills):
            killing.one_kill()
    print(f"{given.kills} starts: median {median(killing.starts):.2f} s, longest {max(killing.starts):.2f} s")


if __name__ == "__main__":
    main()
