#!/bin/sh
# Builds dist/ufo-desktop-agent_VERSION_ARCHITECTURE.deb with dpkg-deb: ufo, its extensions and all their Python parts in /usr/lib/ufo,
# the command /usr/bin/ufo, completion, and an entry in the menu of programs. It has no maintainer scripts, so an installation needs no network beside apt's.
# usage: scripts/deb.sh [FOLDER]
# Some of the parts are compiled for one version of Python and one architecture: the package is for the Debian that it is built on,
# and says so. `scripts/bare.sh deb` tries it on a system that has never seen ufo.
set -eu
cd "$(dirname "$0")/.."
place=/usr/lib/ufo
name=ufo-desktop-agent
python=/usr/bin/python3

say() { printf 'deb: %s\n' "$*" >&2; }

command -v dpkg-deb >/dev/null || { say "there is no dpkg-deb here: build it on Debian or Ubuntu"; exit 2; }
mkdir -p "${1:-dist}"
folder=$(cd "${1:-dist}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
mkdir -p "$stage/DEBIAN" "$stage/usr/bin" "$stage/usr/share/doc/$name"

say "building the wheels"
scripts/wheels.sh "$work/wheels" >/dev/null
say "installing ufo and its Python parts"
"$python" -m venv --without-pip "$stage$place"
# The versions that the tests ran with, of what is needed here.
sed -n 's/^\([A-Za-z0-9][^ ]*==.*[^ ]\) *\\$/\1/p' requirements.lock >"$work/versions"
own=$(echo "$work"/wheels/ufo_desktop_agent-*.whl)
rest=$(find "$work/wheels" -name 'ufo_*.whl' ! -name 'ufo_desktop_agent-*')
# shellcheck disable=SC2086
.venv/bin/pip --python "$stage$place/bin/python3" install -q --disable-pip-version-check --no-compile -c "$work/versions" \
  "$own[anthropic,google,bedrock]" $rest

complete() {
  mkdir -p "$stage/usr/share/$2"
  # The command prints the script and ends with its own code.
  _UFO_COMPLETE=source_$1 "$stage$place/bin/ufo" >"$stage/usr/share/$2/$3" || [ -s "$stage/usr/share/$2/$3" ]
}
complete bash bash-completion/completions ufo
complete zsh zsh/vendor-completions _ufo
complete fish fish/vendor_completions.d ufo.fish

# Nothing in it may name the folder that it was built in.
find "$stage$place/bin" -mindepth 1 ! -name ufo ! -name 'python*' -exec rm -rf {} +
sed -i "1s|.*|#!$place/bin/python3|" "$stage$place/bin/ufo"
sed -i '/^command = /d' "$stage$place/pyvenv.cfg"
find "$stage$place" -name __pycache__ -prune -exec rm -rf {} +
find "$stage$place" -path '*/ufo_*.dist-info/direct_url.json' -delete
ln -s "../lib/ufo/bin/ufo" "$stage/usr/bin/ufo"
# Compiled once and for all: nothing is written there later, so nothing is left when it is removed.
"$python" -m compileall -q -s "$stage" -p / --invalidation-mode unchecked-hash "$stage$place/lib"
install -D -m 644 scripts/share/ufo.desktop "$stage/usr/share/applications/ufo.desktop"
install -D -m 644 scripts/share/ufo.svg "$stage/usr/share/icons/hicolor/scalable/apps/ufo.svg"
install -m 644 LICENSE "$stage/usr/share/doc/$name/copyright"

# What a private desktop needs is a must; the rest of `ufo setup` comes along unless one says no.
packages() { .venv/bin/python -c "from ufo.cli.needs import NEEDS; print(*(p for n in NEEDS[$1] for p in n.packages), sep=', ')"; }
version=$(.venv/bin/python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
minor=$("$python" -c 'import sys; print(sys.version_info.minor)')
architecture=$(dpkg --print-architecture)
cat >"$stage/DEBIAN/control" <<END
Package: $name
Version: $version
Architecture: $architecture
Maintainer: The developers of ufo <ufo@example.invalid>
Installed-Size: $(du -sk "$stage/usr" | cut -f 1)
Depends: python3 (>= 3.$minor), python3 (<< 3.$((minor + 1))), libc6, libstdc++6, $(packages :1)
Recommends: $(packages 1:)
Section: utils
Priority: optional
Description: desktop agent that works your applications and proves what was done
 You say what you want; ufo does it in your real applications, on your
 screen or on a private desktop, and shows what proves it.
END
chmod -R go-w,a+rX "$stage"
say "packing"
dpkg-deb --root-owner-group -Zxz -z2 --build "$stage" "$folder" >&2
ls "$folder/${name}_${version}_$architecture.deb"
