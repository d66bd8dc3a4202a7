"""The install script and the service: what they would do here and on a Pi, and that both are well-formed."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.settings import default_text

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = DEPLOY / "table-companion.service"
WRITTEN = ("/etc/table-companion", "/opt/table-companion", "/var/lib/table-companion",
           "/usr/local/bin/companion", "/etc/systemd/system/table-companion.service")


def dry_run(path: str = "/usr/sbin:/usr/bin:/sbin:/bin") -> str:
    ended = subprocess.run([str(DEPLOY / "install.sh"), "--dry-run"], env={"PATH": path},
                           capture_output=True, text=True, timeout=30)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def there() -> dict[str, str]:
    """What of the places that the script writes to is there, and what it is."""
    return {place: hashlib.sha256(Path(place).read_bytes()).hexdigest() if Path(place).is_file() else "folder"
            for place in WRITTEN if Path(place).exists()}


def a_system(folder: Path, **commands: str) -> str:
    """A PATH on which some commands of the system are replaced by one-line scripts."""
    for name, line in commands.items():
        command = folder / name.replace("_", "-")
        command.write_text(f"#!/bin/sh\n{line}\n")
        command.chmod(0o755)
    return f"{folder}:/usr/sbin:/usr/bin:/sbin:/bin"


@pytest.fixture
def pi(tmp_path: Path) -> str:
    """A fresh Raspberry Pi OS: it offers picamera2, has all groups, and its I²C bus is off."""
    return a_system(
        tmp_path, apt_get="exit 99", apt_cache="exit 0", dpkg_query='[ "$4" = python3 ] && echo installed',
        getent='[ "$1" = group ]', raspi_config='[ "$2" = get_i2c ] && echo 1', id="exit 1")


@pytest.fixture
def debian(tmp_path: Path) -> str:
    """A Debian without picamera2, on which everything else is there already."""
    return a_system(
        tmp_path, apt_get="exit 99", apt_cache='[ "$2" != python3-picamera2 ]', dpkg_query="echo installed",
        getent='[ "$1" = passwd ] || [ "$2" = video ]', id="echo companion video")


def test_a_dry_run_says_the_same_twice_and_changes_nothing(pi: str) -> None:
    before = there()
    assert dry_run(pi) == dry_run(pi)
    assert there() == before


def test_on_a_pi_the_camera_comes_from_the_system_and_the_bus_is_switched_on(pi: str) -> None:
    said = dry_run(pi)
    assert re.search(r"apt-get install .* python3-venv ca-certificates python3-picamera2 python3-lgpio "
                     r"python3-spidev\n", said)
    assert "venv --system-site-packages /opt/table-companion/venv" in said
    assert "usermod --append --groups gpio\\,i2c\\,spi\\,video\\,render companion" in said
    assert "raspi-config nonint do_i2c 0" in said
    assert "Restart the machine" in said


def test_without_picamera2_the_environment_keeps_to_itself_and_says_so(debian: str) -> None:
    said = dry_run(debian)
    assert "a Pi camera and buttons cannot be used, a USB webcam can" in said
    assert "--system-site-packages" not in said
    assert "raspi-config" not in said


def test_a_system_without_systemd_is_told_how_to_start_it(tmp_path: Path) -> None:
    for name in ("bash", "dirname", "sed", "id", "getent", "grep", "cmp"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    said = dry_run(a_system(tmp_path, apt_get="exit 99", apt_cache="exit 1",
                            dpkg_query="echo installed").split(":")[0])
    assert "There is no systemd here, so that nothing starts it; this does: companion run" in said


def test_what_is_there_already_is_left(debian: str) -> None:
    said = dry_run(debian)
    for done in ("env DEBIAN_FRONTEND=noninteractive apt-get", "useradd", "usermod"):
        assert f"would run: {done}" not in said
    assert "All are there: python3 python3-venv ca-certificates" in said


def test_an_unknown_option_is_refused_with_a_sentence() -> None:
    ended = subprocess.run([str(DEPLOY / "install.sh"), "--fly"], capture_output=True, text=True)
    assert ended.returncode == 1
    assert "There is no option --fly" in ended.stderr


def test_the_settings_file_can_be_told_where_games_are_kept() -> None:
    """The script writes the default settings with another line for `data`; it must find that line."""
    lines = [line for line in default_text().splitlines() if line.startswith("data = ")]
    assert lines == ['data = ""']
    assert tomllib.loads(default_text())["data"] == ""


@pytest.mark.parametrize("script", sorted([*DEPLOY.glob("*.sh"), *Path(__file__).parent.glob("*.sh")]),
                         ids=lambda path: path.name)
def test_a_script_has_no_fault_that_shells_stumble_over(script: Path) -> None:
    shell = "bash" if "bash" in script.read_text().splitlines()[0] else "sh"
    assert subprocess.run([shell, "-n", script], capture_output=True, text=True).stderr == ""
    if shutil.which("shellcheck"):
        assert subprocess.run(["shellcheck", script], capture_output=True, text=True).stdout == ""


def unit_lines() -> list[tuple[str, str]]:
    return [(key, value) for key, _, value in (line.partition("=") for line in UNIT.read_text().splitlines())
            if value and not key.startswith("#")]


def test_the_service_works_in_a_folder_that_it_may_write() -> None:
    """lgpio writes a pipe into the working directory, which is / for services otherwise."""
    said = dict(unit_lines())
    assert said["WorkingDirectory"] == f"/var/lib/{said['StateDirectory']}"


def test_the_service_comes_back_after_a_fault_and_waits_for_no_network() -> None:
    said = dict(unit_lines())
    assert said["Restart"] == "on-failure"
    assert said["Type"] == "notify", "the program gives systemd signs of life"
    assert int(said["WatchdogSec"]) >= 60, "a busy Zero may be slow"
    assert said["After"] == "network.target"
    assert "ProcSubset" not in said, "gpiozero reads in /proc which Pi this is"


def test_what_script_and_service_name_is_the_same() -> None:
    script = (DEPLOY / "install.sh").read_text()
    said = dict(unit_lines())
    names = dict(re.findall(r"^readonly (\w+)=(\S+)$", script, re.MULTILINE))
    assert said["User"] == names["ACCOUNT"]
    assert said["ExecStart"].startswith(f"/opt/{names['NAME']}/venv/bin/companion --settings ")
    assert f'subject.user === "{names["ACCOUNT"]}"' in (DEPLOY / "table-companion.rules").read_text()


def test_systemd_takes_the_service_and_finds_it_little_exposed(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        return
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub("(?m)^ExecStart=.*", "ExecStart=/bin/true", UNIT.read_text()))
    ended = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert unit.name not in ended.stderr
    ended = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit],
                           capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout[-200:]
