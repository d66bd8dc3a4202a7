#!/usr/bin/env bash
# Installs the companion as a service on Raspberry Pi OS or Debian (12 or newer), from this checkout:
#
#     sudo deploy/install.sh             # installs, or brings an earlier install up to date
#     deploy/install.sh --dry-run        # says what it would do, and does nothing
#     sudo deploy/install.sh --no-start  # installs, but leaves starting to you
#
# It may be run again at any time: what is there already is left, your settings and games among it.
set -euo pipefail

readonly NAME=table-companion
readonly ACCOUNT=companion
readonly PROGRAM=/opt/$NAME
readonly STATE=/var/lib/$NAME
readonly SETTINGS=/etc/$NAME/settings.toml
readonly UNIT=/etc/systemd/system/$NAME.service
readonly COMMAND=/usr/local/bin/companion
readonly POLKIT=/etc/polkit-1/rules.d/50-$NAME.rules
readonly BOOT=/boot/firmware/config.txt
readonly PACKAGES=(python3 python3-venv ca-certificates)
# Those that a device needs, of which each system has only some.
readonly GROUPS_OF_DEVICES=(gpio i2c spi video render)
CHECKOUT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly CHECKOUT

dry_run=""
start=yes
restart_needed=""
has_camera_package=""

main() {
    read_options "$@"
    check_system
    install_packages
    make_account
    make_venv
    install_program
    write_settings
    switch_buses_on
    say "The command, the service, and leave to switch the machine off"
    write_file 0755 "$CHECKOUT/deploy/companion.sh" "$COMMAND"
    write_file 0644 "$CHECKOUT/deploy/$NAME.service" "$UNIT"
    [ ! -d "$(dirname "$POLKIT")" ] || write_file 0644 "$CHECKOUT/deploy/$NAME.rules" "$POLKIT"
    start_service
    say_what_comes_next
}

read_options() {
    local option
    for option in "$@"; do
        case $option in
            --dry-run) dry_run=yes ;;
            --no-start) start="" ;;
            -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
            *) fail "There is no option $option; --dry-run, --no-start and --help are there." ;;
        esac
    done
}

check_system() {
    command -v apt-get > /dev/null || fail "This is for Debian and Raspberry Pi OS: there is no apt-get here."
    [ -n "$dry_run" ] || [ "$(id -u)" = 0 ] || fail "Run it as root: sudo deploy/install.sh"
}

install_packages() {
    say "Packages"
    # A fresh card knows of no packages yet.
    run apt-get update --quiet=2
    local wanted=("${PACKAGES[@]}")
    # picamera2 must fit the system's libcamera, so that it comes from the system; lgpio has no wheel for each
    # Python, spidev (for an SPI display) none at all. Debian has no picamera2.
    if is_offered python3-picamera2; then
        has_camera_package=yes
        wanted+=(python3-picamera2 python3-lgpio python3-spidev)
    else
        note "No python3-picamera2 is offered here: a Pi camera and buttons cannot be used, a USB webcam can."
    fi
    local missing=() package
    for package in "${wanted[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    if [ ${#missing[@]} = 0 ]; then
        note "All are there: ${wanted[*]}"
    else
        run env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
    fi
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }
is_offered() { apt-cache show "$1" > /dev/null 2>&1; }

make_account() {
    say "The account $ACCOUNT, as which the service runs"
    if ! getent passwd "$ACCOUNT" > /dev/null; then
        run useradd --system --user-group --home-dir "$STATE" --no-create-home --shell /usr/sbin/nologin "$ACCOUNT"
    fi
    local group joined=""
    for group in "${GROUPS_OF_DEVICES[@]}"; do
        getent group "$group" > /dev/null && joined=${joined:+$joined,}$group
    done
    if [ -n "$joined" ] && ! is_in_groups "$joined"; then
        run usermod --append --groups "$joined" "$ACCOUNT"
    fi
    [ -d "$STATE" ] || run install --directory --owner "$ACCOUNT" --group "$ACCOUNT" --mode 0700 "$STATE"
}

is_in_groups() {
    local group in
    in=" $(id --name --groups "$ACCOUNT" 2> /dev/null || true) "
    for group in ${1//,/ }; do
        [[ $in == *" $group "* ]] || return 1
    done
}

make_venv() {
    say "The virtual environment $PROGRAM/venv"
    local options=()
    # Only picamera2 and lgpio are taken from the system; without them the companion keeps to itself.
    [ -z "$has_camera_package" ] || options+=(--system-site-packages)
    # After an upgrade of the system to another Python the old environment is of no use.
    if [ -d "$PROGRAM/venv" ] && ! "$PROGRAM/venv/bin/python" -c "" 2> /dev/null; then
        run rm -r "$PROGRAM/venv"
    fi
    [ -x "$PROGRAM/venv/bin/pip" ] || run /usr/bin/python3 -m venv "${options[@]}" "$PROGRAM/venv"
}

install_program() {
    say "The program, from $CHECKOUT"
    local constraints=$PROGRAM/constraints.txt numpy=""
    # picamera2's simplejpeg was built on the system's numpy and does not load beside another major version;
    # pip then finds the newest OpenCV that goes with it by itself.
    if [ -n "$has_camera_package" ]; then
        numpy=$(/usr/bin/python3 -c 'import numpy; print(numpy.__version__)' 2> /dev/null || true)
        [ -n "$numpy" ] || [ -n "$dry_run" ] || fail "python3-picamera2 is there, but not its numpy."
    fi
    write_text "$constraints" "${numpy:+numpy==$numpy}"
    run "$PROGRAM/venv/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir \
        --constraint "$constraints" --upgrade "$CHECKOUT"
}

write_settings() {
    say "The settings, $SETTINGS"
    if [ -e "$SETTINGS" ]; then
        note "They are there, and stay as they are."
        return
    fi
    run install --directory --mode 0755 "$(dirname "$SETTINGS")"
    local text
    text=$(sed "s|^data = .*|data = \"$STATE\"|" "$CHECKOUT/companion/settings.default.toml")
    write_text "$SETTINGS" "$text"
}

switch_buses_on() {
    say "The buses of display and buttons"
    if ! command -v raspi-config > /dev/null; then
        note "This is no Raspberry Pi OS: nothing to switch on."
        return
    fi
    # raspi-config answers 0 for what is on.
    [ "$(raspi-config nonint get_i2c)" = 0 ] || { run raspi-config nonint do_i2c 0; restart_needed=yes; }
    # At the usual 100 kHz a picture takes a tenth of a second; every display takes 400 kHz.
    if [ -f "$BOOT" ] && ! grep -q '^dtparam=i2c_arm_baudrate=' "$BOOT"; then
        append_line "$BOOT" "dtparam=i2c_arm_baudrate=400000"
        restart_needed=yes
    fi
    if [ -f "$BOOT" ] && grep -q '^camera_auto_detect=0' "$BOOT"; then
        note "camera_auto_detect is switched off in $BOOT: the camera needs its own dtoverlay there."
    fi
}

start_service() {
    say "The service $NAME"
    if ! command -v systemctl > /dev/null; then
        note "There is no systemd here, so that nothing starts it; this does: companion run"
        return
    fi
    if [ ! -d /run/systemd/system ] && [ -z "$dry_run" ]; then
        run systemctl enable "$NAME"
        note "systemd does not run here: the service starts with the machine."
        return
    fi
    run systemctl daemon-reload
    run systemctl enable "$NAME"
    [ -z "$start" ] || run systemctl restart "$NAME"
}

say_what_comes_next() {
    say "Next"
    [ -z "$restart_needed" ] || note "Restart the machine, so that the display's bus is there: sudo reboot"
    note "Say which devices there are:  sudo nano $SETTINGS"
    note "See whether they answer:      companion doctor"
    note "Start the table:              sudo systemctl restart $NAME"
    note "Join with a phone:            the first one begins the games"
}

# How things are said and done

say() { printf '\n%s\n' "$*"; }
note() { printf '  %s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

run() {
    if [ -n "$dry_run" ]; then
        printf '  would run:%s\n' "$(printf ' %q' "$@")"
    else
        "$@"
    fi
}

write_file() {
    local mode=$1 from=$2 to=$3
    if cmp --silent "$from" "$to"; then
        note "$to is as it should be."
    else
        run install -D --mode "$mode" "$from" "$to"
    fi
}

write_text() {
    local to=$1 text=$2
    if [ -n "$dry_run" ]; then
        printf '  would write: %s\n' "$to"
    else
        printf '%s\n' "$text" > "$to"
    fi
}

append_line() {
    local to=$1 line=$2
    if [ -n "$dry_run" ]; then
        printf '  would add to %s: %s\n' "$to" "$line"
    else
        printf '%s\n' "$line" >> "$to"
    fi
}

main "$@"
