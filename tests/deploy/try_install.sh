#!/usr/bin/env bash
# Tries deploy/install.sh in a fresh Debian 13, made by debootstrap in FOLDER (new, some 700 MB): installs twice,
# asks the doctor, begins a game.
#
#     sudo tests/deploy/try_install.sh FOLDER [MIRROR]
#
# pip's settings in the environment (PIP_INDEX_URL, PIP_CERT and the like) hold inside too.
set -euo pipefail

root=$1
mirror=${2:-}
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

inside() {
    local settings
    mapfile -t settings < <(env | grep '^PIP_' || true)
    chroot "$root" env -i "${settings[@]}" HOME=/root LANG=C.UTF-8 \
        PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

leave() { umount "$root/dev" "$root/proc" 2> /dev/null || true; }

[ ! -e "$root" ] || { echo "$root is there already; name a new folder." >&2; exit 1; }
# Without a mirror debootstrap takes its own.
debootstrap --include=ca-certificates trixie "$root" ${mirror:+"$mirror"}
trap leave EXIT
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
[ -z "${PIP_CERT:-}" ] || install -D "$PIP_CERT" "$root$PIP_CERT"
mkdir "$root/checkout"
git -C "$checkout" archive HEAD | tar --extract --directory "$root/checkout"

for time in first second; do
    printf '\n== the %s time\n' "$time"
    inside /checkout/deploy/install.sh
done
printf '\n== the doctor\n'
inside companion doctor
printf '\n== a game\n'
inside companion new riff_in_time --seats "ana bob"
