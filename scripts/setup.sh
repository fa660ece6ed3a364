#!/bin/sh
# Sets everything up: Debian packages through apt (with sudo where the user is not root), Python parts into .venv.
# usage: scripts/setup.sh [system|run|test|apps|windows]   `system` is the Debian packages of `run` alone; `test` adds what the tests and the
# benchmarks need, `windows` also Wine and a Windows Python in it (2 GB), `apps` also every other application and toolkit that what is seen is measured on (about 1.5 GB).
# It says how far it is: in place on a terminal, elsewhere in a line every 15 seconds. What apt and pip say is in .setup.log.
set -eu
cd "$(dirname "$0")/.."
purpose=${1:-run}

RUN_PACKAGES="xvfb openbox dbus at-spi2-core libgl1-mesa-dri libreoffice-writer libreoffice-calc libreoffice-gtk3 python3-uno
  tesseract-ocr-eng mousepad gnome-calculator pcmanfm fonts-dejavu-core fonts-liberation libglib2.0-bin gsettings-desktop-schemas
  dconf-gsettings-backend"
TEST_PACKAGES="gedit python3-tk xterm xfonts-base xdotool python3-gi gir1.2-gtk-3.0 gir1.2-atspi-2.0 python3-pyatspi xclip scrot x11-utils gir1.2-gtk-4.0 gir1.2-adw-1 python3-pyqt6
  x11-xserver-utils libreoffice-impress gnome-keyring zip unzip xz-utils qpdf man-db sway qt6-wayland desktop-file-utils radicale openssh-client postgresql"
APP_PACKAGES="python3-pyqt5 python3-pyqt5.qtquick qml-module-qtquick-controls2 qml-module-qtquick-layouts
  qml-module-qtquick-window2 qml-module-qtquick2 qml-module-qtqml python3-pyqt6.qtqml python3-pyqt6.qtquick qml6-module-qtquick qml6-module-qtquick-controls
  qml6-module-qtquick-layouts qml6-module-qtquick-window qml6-module-qtquick-templates qml6-module-qtqml-workerscript
  qml6-module-qtqml-models gir1.2-gtk-2.0 python3-wxgtk4.0 default-jdk default-jre libatk-wrapper-java
  libatk-wrapper-java-jni gnome-text-editor gimp firefox-esr thunderbird claws-mail sylpheed vlc ffmpeg xterm
  featherpad designer-qt6 pentobi filezilla gnumeric kwin-wayland kwin-style-breeze qtwayland5 gnome-shell gjs pipewire
  wireplumber xwayland libkf5screen-bin thunar swaylock phoc cage iproute2 faketime"
WINDOWS_PACKAGES="wine wine64 gcc-mingw-w64-x86-64-win32 libwine-dev"
# Not every distribution has these (a browser as a plain package; the sandbox; what makes GTK 2 show its trees); what needs them says so.
WANTED_PACKAGES="bubblewrap chromium chromium-sandbox libgail-common libatk-adaptor qalculate-gtk"

say() { printf 'setup: %s\n' "$*" >&2; }

log=.setup.log
steps=4
updated=

step() { say "step $1 of $steps: $2"; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else say "these packages need root and there is no sudo; as root run: apt-get install $missing"; exit 1
  fi
}

count() { grep -c "$1" "$log" 2>/dev/null || true; }

apt_progress() {
  all=$(sed -n 's/^.* \([0-9][0-9]*\) newly installed.*/\1/p' "$log" 2>/dev/null | tail -n 1)
  echo "$(count '^Get:') downloaded, $(count '^Setting up ') of ${all:-?} packages set up"
}

pip_progress() {
  if [ "$(count '^Installing collected')" != 0 ]; then echo "installing $(count '^Collecting ') parts"
  else echo "$(count '^Collecting ') of $(grep -c '==' "$lock") parts fetched"
  fi
}

# Says every so often how far the command is whose output goes to the log; ends with this script at the latest.
tell_progress() {
  began=$(date +%s)
  pause=
  trap 'kill $pause 2>/dev/null; exit 0' TERM
  while :; do
    # A pause may outlive this shell, where that ends before it knows its number. It must not hold the output open for its reader.
    sleep "$2" >/dev/null 2>&1 &
    pause=$!
    wait "$pause"
    kill -0 $$ 2>/dev/null || exit 0
    line="setup: $($1), $(($(date +%s) - began)) s"
    if [ -t 2 ]; then printf '\r\033[K%s' "$line" >&2; else printf '%s\n' "$line" >&2; fi
  done
}

# usage: watched PROGRESS COMMAND...   The command stays in front: it is stopped by Ctrl-C and may ask for a password.
watched() {
  progress=$1
  shift
  : >"$log"
  if [ -t 2 ]; then every=1; else every=15; fi
  tell_progress "$progress" "$every" &
  teller=$!
  code=0
  "$@" >"$log" 2>&1 || code=$?
  kill "$teller" 2>/dev/null || true
  wait "$teller" 2>/dev/null || true
  [ ! -t 2 ] || printf '\r\033[K' >&2
  return "$code"
}

# usage: failed WHAT MEND   The end of the log, what failed, and the command that mends it.
failed() {
  tail -n 20 "$log" >&2
  say "$1 failed; all that was said is in $PWD/$log"
  say "to mend it: $2; then begin again"
}

# Waits for another apt to finish: the lock of dpkg by apt's own option, that of the lists by trying again.
apt() {
  tries=0
  until watched apt_progress as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=900 "$@"; do
    if grep -q 'Could not get lock' "$log" && [ "$tries" -lt 90 ]; then
      [ "$tries" = 0 ] && say "another package manager is at work; waiting for it"
      tries=$((tries + 1))
      sleep 10
    else
      return 1
    fi
  done
}

update_lists() {
  [ -z "$updated" ] || return 0
  updated=yes
  apt update || say "package lists could not be renewed; going on with those that are there"
}

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; }

not_installed() {
  for package in "$@"; do installed "$package" || printf '%s ' "$package"; done
}

install_packages() {
  command -v apt-get >/dev/null 2>&1 || { say "no apt-get here; install these by your own means: $*"; return 0; }
  missing=$(not_installed "$@")
  [ -z "$missing" ] && return 0
  # shellcheck disable=SC2086
  say "installing $(echo $missing | wc -w) packages and what they need: $missing"
  # A password is asked for before anything is told over it.
  as_root true
  update_lists
  # shellcheck disable=SC2086
  apt install --no-install-recommends $missing && return 0
  failed "the installation of packages" "sudo apt-get -f install, and see that the network is there"
  return 1
}

python_at_least_311() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
  for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null 2>&1 && python_at_least_311 "$name"; then echo "$name"; return 0; fi
  done
  return 1
}

make_venv() {
  python=$(find_python) || { install_packages python3.11 python3.11-venv; python=$(find_python); }
  [ -x .venv/bin/pip ] && python_at_least_311 .venv/bin/python && return 0
  step 3 "an environment for Python in .venv"
  rm -rf .venv
  if ! "$python" -m venv .venv >/dev/null 2>&1; then
    version=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    install_packages python3-venv "$version"
    rm -rf .venv
    "$python" -m venv .venv
  fi
}

# The lock names every part. Were pip to look for what each needs, some versions of it would refuse `name[extra]` once there is
# a newer release than the locked one.
install_locked() {
  lock=$1
  watched pip_progress .venv/bin/pip install --disable-pip-version-check --no-deps --require-hashes -r "$lock" && return 0
  failed "the installation of Python parts" "see that https://pypi.org can be reached, or set PIP_INDEX_URL to a mirror"
  exit 1
}

install_python_parts() {
  stamp=.venv/.installed-$(cat requirements.lock pyproject.toml extensions/*/pyproject.toml | cksum | tr -d ' ')
  [ -f "$stamp" ] && return 0
  step 4 "Python parts into .venv"
  install_locked requirements.lock
  own=$(printf -- '-e %s ' . extensions/*/)
  # shellcheck disable=SC2086
  if ! watched pip_progress .venv/bin/pip install --disable-pip-version-check --no-deps --no-build-isolation $own; then
    failed "the installation of ufo itself" "rm -r .venv"
    exit 1
  fi
  # Otherwise each start compiles all that it imports where PYTHONDONTWRITEBYTECODE is set, or another user may not write here.
  .venv/bin/python -m compileall -q -j 0 ufo extensions >/dev/null || true
  rm -f .venv/.installed-*
  touch "$stamp"
}

install_parts_of_tests() {
  stamp=.venv/.installed-tests-$(cksum <requirements-tests.lock | tr -d ' ')
  [ -f "$stamp" ] && return 0
  step 4 "Python parts of the tests into .venv"
  install_locked requirements-tests.lock
  touch "$stamp"
}

needed=$RUN_PACKAGES
case $purpose in
  test) needed="$needed $TEST_PACKAGES" ;;
  apps) needed="$needed $TEST_PACKAGES $APP_PACKAGES" ;;
  windows) needed="$needed $TEST_PACKAGES $WINDOWS_PACKAGES" ;;
esac
# shellcheck disable=SC2086
if [ -n "$(not_installed $needed)" ]; then
  step 1 "system packages"
  # shellcheck disable=SC2086
  install_packages $needed
fi
# shellcheck disable=SC2086
if [ -n "$(not_installed $WANTED_PACKAGES)" ]; then
  step 2 "packages that not every distribution has"
  for package in $WANTED_PACKAGES; do
    installed "$package" || install_packages "$package" || say "$package could not be installed; what needs it will say so"
  done
fi
if [ "$purpose" != system ]; then
  make_venv
  install_python_parts
fi
case $purpose in
  test | apps | windows) install_parts_of_tests ;;
esac
[ "$purpose" != windows ] || scripts/windows_python.sh make
rm -f "$log"
say "ready"
