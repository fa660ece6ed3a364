#!/bin/sh
# Sets everything up: Debian packages through apt (with sudo where the user is not root), Python parts into .venv.
# usage: scripts/setup.sh [run|test|apps]   `test` adds what the tests and the benchmarks need, `apps` also every other
# application and toolkit that what is seen is measured on (about 1.5 GB).
set -eu
cd "$(dirname "$0")/.."
purpose=${1:-run}

RUN_PACKAGES="xvfb openbox dbus at-spi2-core libgl1-mesa-dri libreoffice-writer libreoffice-calc libreoffice-gtk3 python3-uno
  tesseract-ocr-eng mousepad gnome-calculator pcmanfm fonts-dejavu-core fonts-liberation"
TEST_PACKAGES="gedit python3-tk xterm xfonts-base xdotool python3-gi gir1.2-gtk-3.0 gir1.2-atspi-2.0 python3-pyatspi xclip scrot x11-utils gir1.2-gtk-4.0 gir1.2-adw-1 python3-pyqt6
  x11-xserver-utils libreoffice-impress gnome-keyring"
APP_PACKAGES="python3-pyqt5 python3-pyqt5.qtquick qml-module-qtquick-controls2 qml-module-qtquick-layouts
  qml-module-qtquick-window2 qml-module-qtquick2 qml-module-qtqml python3-pyqt6.qtqml python3-pyqt6.qtquick qml6-module-qtquick qml6-module-qtquick-controls
  qml6-module-qtquick-layouts qml6-module-qtquick-window qml6-module-qtquick-templates qml6-module-qtqml-workerscript
  qml6-module-qtqml-models gir1.2-gtk-2.0 python3-wxgtk4.0 default-jdk default-jre libatk-wrapper-java
  libatk-wrapper-java-jni gnome-text-editor gimp firefox-esr thunderbird vlc xterm
  featherpad designer-qt6 pentobi filezilla"
# Not every distribution has these (a browser as a plain package; the sandbox; what makes GTK 2 show its trees); what needs them says so.
WANTED_PACKAGES="bubblewrap chromium chromium-sandbox libgail-common libatk-adaptor qalculate-gtk"

say() { printf 'setup: %s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else say "these packages need root and there is no sudo; as root run: apt-get install $missing"; exit 1
  fi
}

# Waits for another apt to finish: the lock of dpkg by apt's own option, that of the lists by trying again.
apt() {
  tries=0
  until as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=900 "$@" >.apt.log 2>&1; do
    if grep -q 'Could not get lock' .apt.log && [ "$tries" -lt 90 ]; then
      [ "$tries" = 0 ] && say "another package manager is at work; waiting for it"
      tries=$((tries + 1))
      sleep 10
    else
      cat .apt.log >&2
      return 1
    fi
  done
  rm -f .apt.log
}

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; }

not_installed() {
  for package in "$@"; do installed "$package" || printf '%s ' "$package"; done
}

install_packages() {
  command -v apt-get >/dev/null 2>&1 || { say "no apt-get here; install these by your own means: $*"; return 0; }
  missing=$(not_installed "$@")
  [ -z "$missing" ] && return 0
  say "installing $missing"
  apt update || say "package lists could not be renewed; going on with those that are there"
  # shellcheck disable=SC2086
  apt install --no-install-recommends $missing
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
  rm -rf .venv
  if ! "$python" -m venv .venv >/dev/null 2>&1; then
    version=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    install_packages python3-venv "$version"
    rm -rf .venv
    "$python" -m venv .venv
  fi
}

install_python_parts() {
  stamp=.venv/.installed-$(cat requirements.lock pyproject.toml | cksum | tr -d ' ')
  [ -f "$stamp" ] && return 0
  say "installing Python parts into .venv"
  .venv/bin/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
  .venv/bin/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
  rm -f .venv/.installed-*
  touch "$stamp"
}

# shellcheck disable=SC2086
install_packages $RUN_PACKAGES
# shellcheck disable=SC2086
[ "$purpose" = run ] || install_packages $TEST_PACKAGES
# shellcheck disable=SC2086
[ "$purpose" != apps ] || install_packages $APP_PACKAGES
for package in $WANTED_PACKAGES; do
  installed "$package" || install_packages "$package" || say "$package could not be installed; what needs it will say so"
done
make_venv
install_python_parts
say "ready"
