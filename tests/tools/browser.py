"""Find a Chromium for the browser tests, or install one: Debian's package, else Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """The path of a Chromium that Playwright can drive, the system's own first; None when there is none."""
    for name in SYSTEM_NAMES:
        path = shutil.which(name)
        if path:
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def debian_command() -> list[str] | None:
    """How this user may install Debian's package; None without apt-get or without the right to use it."""
    apt = shutil.which("apt-get")
    if apt is None:
        return None
    if os.geteuid() == 0:
        return [apt]
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n", apt]
    return None


def install() -> None:
    """Install Debian's package where that is allowed and there is one, else Playwright's own Chromium."""
    apt = debian_command()
    if apt:
        subprocess.run([*apt, "-q", "update"])
        subprocess.run([*apt, "-q", "-y", "--no-install-recommends", "install", "chromium"])
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])


def main() -> int:
    """Leave a browser behind, and say which."""
    if find() is None:
        install()
    path = find()
    if path is None:
        print("The browser tests need Chromium, and installing it failed. On Debian and Raspberry Pi OS this "
              "line installs it:\n    sudo apt install chromium", file=sys.stderr)
        return 1
    print(f"The browser tests use {path}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
