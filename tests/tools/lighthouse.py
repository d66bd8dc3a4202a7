"""Let Lighthouse judge the play page of each game as a middling phone would load it.

    make lighthouse

A table of each game is served on 127.0.0.1, some way into the game. 1 when a score is below 98 of 100.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from companion.games import GAMES
from tests.serving import serving
from tests.tools.browser import find
from tests.tools.description import joined
from tests.web.phone import DOOR, answer_by_chance, table_of
from web import create_app

LIGHTHOUSE = "lighthouse@12.8.2"
"""The last that runs on the Node of Debian and Raspberry Pi OS as well."""
CATEGORIES = ("performance", "accessibility", "best-practices")
LEAST = 98
ANSWERS = 40


def judged(address: str, cookie: str, folder: Path) -> dict[str, int]:
    """The page's scores of 100, by category. The report stays in `folder`."""
    headers, report = folder / "headers.json", folder / "report.json"
    headers.write_text(json.dumps({"Cookie": f"phone={cookie}"}), encoding="utf-8")
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--form-factor=mobile", "--output=json",
               f"--output-path={report}", f"--extra-headers={headers}",
               f"--only-categories={','.join(CATEGORIES)}", "--max-wait-for-load=20000",
               "--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    subprocess.run(command, check=True, env=os.environ | {"CHROME_PATH": find() or ""})
    told = json.loads(report.read_text(encoding="utf-8"))
    for audit in told["audits"].values():
        if audit["score"] is not None and audit["score"] < 0.9:
            print(f"    {audit['id']}: {audit['title']} {audit.get('displayValue', '')}")
    return {name: round(100 * (told["categories"][name]["score"] or 0)) for name in CATEGORIES}


def scores_of(name: str) -> dict[str, int]:
    """The scores of a game's play page."""
    with tempfile.TemporaryDirectory() as folder:
        table, rng = table_of(Path(folder), name=name), Random(4)
        table.start()
        for _ in range(ANSWERS):
            answer_by_chance(table, rng)
        app = create_app(table, door=DOOR)
        with serving(app) as port:
            try:
                cookie, _ = joined(app, DOOR.code)
                return judged(f"http://127.0.0.1:{port}/play", cookie, Path(folder))
            finally:
                table.stop()


def main() -> int:
    """Judge each game's page."""
    if shutil.which("npx") is None:
        print("Lighthouse needs Node.js with npm. On Debian and Raspberry Pi OS this line installs them:\n"
              "    sudo apt install nodejs npm", file=sys.stderr)
        return 1
    if find() is None:
        print("Lighthouse needs Chromium; `make test` installs one.", file=sys.stderr)
        return 1
    low = 0
    for name in sys.argv[1:] or GAMES:
        scores = scores_of(name)
        print(f"{name}: " + ", ".join(f"{part} {score}" for part, score in scores.items()), flush=True)
        low += any(score < LEAST for score in scores.values())
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
