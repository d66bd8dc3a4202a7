#!/bin/sh
# The companion with the service's settings and games, as the account that the service runs as.
set -eu
companion="/opt/table-companion/venv/bin/companion"
settings="/etc/table-companion/settings.toml"
# lgpio writes into the folder in which it is started.
cd /var/lib/table-companion 2> /dev/null || cd /
if [ "$(id -u)" = 0 ]; then
    exec runuser -u companion -- "$companion" --settings "$settings" "$@"
fi
exec sudo -u companion -- "$companion" --settings "$settings" "$@"
