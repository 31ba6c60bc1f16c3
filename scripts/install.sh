#!/bin/sh
# Installs the locked dependencies once. Usage: sh scripts/install.sh runtime|development
#
# A finished install leaves a stamp, a copy of package-lock.json, in node_modules: `.parley-installed`, and
# `.parley-installed-dev` beside it when the development tools are in too. Everything is said on stderr.
set -eu
cd -P -- "$(dirname -- "$0")/.."

want=$1
bun=node_modules/.bin/bun
stamp=node_modules/.parley-installed
dev_stamp=node_modules/.parley-installed-dev
lock=.parley-installing # a symlink whose target is the installer's process id

say() { echo "parley: $*" >&2; }
fail() {
  say "$*"
  exit 1
}

is_installed() {
  [ -x "$bun" ] || return 1
  case $want in
    development) cmp -s package-lock.json "$dev_stamp" ;;
    *) cmp -s package-lock.json "$stamp" ;;
  esac
}

take_lock() {
  waited=
  until ln -s "$$" "$lock" 2>/dev/null; do
    owner=$(readlink "$lock") || continue
    if ! kill -0 "$owner" 2>/dev/null; then
      rm -f "$lock" # its owner died
      continue
    fi
    [ "$waited" ] || say "another install is under way (process $owner), waiting for it"
    waited=yes
    sleep 1
  done
  trap 'rm -f "$lock"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

install_packages() {
  set -- --loglevel=error --no-audit --no-fund
  if [ "$want" = runtime ]; then
    say "installing the locked dependencies (npm ci --omit=dev)"
    npm ci --omit=dev "$@"
  elif cmp -s package-lock.json "$stamp"; then
    # Adds to what is there: `npm ci` would first empty node_modules under a server that is running from it.
    say "installing the development dependencies (npm install --no-save)"
    npm install --no-save --include=dev "$@"
  else
    say "installing the locked dependencies with the development tools (npm ci)"
    npm ci --include=dev "$@"
  fi
}

is_installed && exit 0
[ -f package-lock.json ] || fail "package-lock.json is missing: this copy of Parley is incomplete, clone it again"
if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
  fail "Node.js 20 or newer with npm is needed to install the dependencies; install it and run this again"
fi
[ -w . ] || fail "the dependencies are not installed and $PWD is not writable; run this once as a user who may write there"

take_lock
is_installed && exit 0 # by the one we waited for
[ -f "$dev_stamp" ] && want=development # a developer's checkout stays one after the lock file changes

install_packages </dev/null >/dev/null || fail "installing the dependencies failed (npm says why above); nothing was started"
if ! "$bun" --version >/dev/null 2>&1; then
  say "npm did not run Bun's install script, running it now"
  node node_modules/bun/install.js </dev/null >&2 || true
  "$bun" --version >/dev/null 2>&1 || fail "Bun does not run on this machine ($(uname -sm))"
fi
[ "$want" = development ] && cp package-lock.json "$dev_stamp"
cp package-lock.json "$stamp"
