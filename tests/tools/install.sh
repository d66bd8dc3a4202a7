#!/usr/bin/env bash
# Installs the companion into the virtual environment VENV, made where it is missing: install.sh VENV [dev]
set -euo pipefail
venv=$1
extras=${2:-}
SAY_VERSION='import sys; sys.version_info < (3, 11) and sys.exit(1); print("%d.%d" % sys.version_info[:2])'
on_a_pi() { grep -qsa "Raspberry Pi" /proc/device-tree/model; }

make_venv() {
    local python version without=""
    for python in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        version=$("$python" -c "$SAY_VERSION" 2>/dev/null) || continue
        if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
            without=${without:-$version}
        elif on_a_pi; then
            # picamera2 belongs to the system: it must match the system's libcamera.
            "$python" -m venv --system-site-packages "$venv"
            return
        else
            "$python" -m venv "$venv"
            return
        fi
    done
    if [ -n "$without" ]; then
        echo "Python $without is here, but its venv module is missing. This line installs it:" >&2
        echo "    sudo apt install python$without-venv" >&2
    else
        echo "No Python 3.11 or newer was found. On Debian 12, Raspberry Pi OS 12 or newer this line installs it:" >&2
        echo "    sudo apt install python3 python3-venv" >&2
        echo "A Python that lies elsewhere can be named: PYTHON=/path/to/python3 make demo" >&2
    fi
    exit 1
}

[ -x "$venv/bin/pip" ] || make_venv

# A numpy newer than the Pi's own breaks the system's picamera2, which was built on the latter.
constraints=$venv/constraints.txt
: > "$constraints"
if on_a_pi; then
    # The system's lgpio serves as well, and PyPI's has no wheel for each Python.
    /usr/bin/python3 -c 'import lgpio' 2>/dev/null || extras=pi${extras:+,$extras}
    /usr/bin/python3 -c 'import numpy; print(f"numpy=={numpy.__version__}")' > "$constraints" 2>/dev/null || true
fi

echo "Installing into $venv; the first time takes a minute or two."
"$venv/bin/pip" install --quiet --constraint "$constraints" --editable ".${extras:+[$extras]}"
