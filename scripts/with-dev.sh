#!/bin/sh
# Runs a command at the repository root with the development dependencies installed and on the PATH.
# Usage: sh scripts/with-dev.sh COMMAND [ARGUMENT …]
set -eu
cd -P -- "$(dirname -- "$0")/.."
sh scripts/install.sh development
export PATH="$PWD/node_modules/.bin:$PATH"
export BUN_CONFIG_MAX_HTTP_REQUESTS="${BUN_CONFIG_MAX_HTTP_REQUESTS:-65535}"
exec "$@"
