#!/usr/bin/env bash
# Does both commands of the README, `make run` and `make test`, on a Debian that has never seen the project: git, make, python3 and
# certificates, and nothing more. Each time begins with a new system, so that what an earlier one installed cannot help.
# usage: scripts/bare.sh [12|13] [FOLDER]        TIMES=2 how often; FOLDER (/var/tmp/ufo-bare) takes 8 GB
#        scripts/bare.sh deb PACKAGE [FOLDER]    tries a package of `make deb` on a new system of this machine's Debian: installs it,
#                                                does the example as an ordinary user, removes it, and looks for what is left
#        scripts/bare.sh enter SYSTEM [COMMAND]  goes into a system that was kept, since something failed in it
# Needs root and debootstrap. What is tried is the last commit, not what is changed since. The plain system is made once a week and
# copied. Everything in it is mounted and runs in namespaces that end with this script: nothing is mounted outside of them.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(dirname "$here")
project=root/ufo
inside=

say() { printf 'bare: %s\n' "$*" >&2; }

stop() { say "$*"; exit 2; }

# Runs as the first process in the namespaces of a system. The old root is unmounted there, so nothing can be reached through it.
mount_and_run() {
  local system=$1
  shift
  hostname bare
  mount --bind "$system" "$system"
  mount -t proc proc "$system/proc"
  mount -t sysfs -o ro sysfs "$system/sys"
  mount -t tmpfs -o mode=755 tmpfs "$system/run"
  mount -t tmpfs -o mode=755 tmpfs "$system/dev"
  mkdir "$system/dev/pts" "$system/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$system/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$system/dev/shm"
  local minor
  for minor in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$system/dev/${minor%:*}" c 1 "${minor#*:}"; done
  mknod -m 666 "$system/dev/tty" c 5 0
  ln -s pts/ptmx "$system/dev/ptmx"
  ln -s /proc/self/fd "$system/dev/fd"
  local stream
  for stream in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/${stream#*:}" "$system/dev/${stream%:*}"; done
  cd "$system"
  pivot_root . .
  umount -l .
  cd /
  # As a child: the first process has to take in what others leave behind.
  "$@"
}

# usage: in_system SYSTEM COMMAND...   The system ends, with all that runs in it, when the command does or this script.
in_system() {
  local system=$1 proxies=() name code=0
  shift
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [ -z "${!name:-}" ] || proxies+=("$name=${!name}")
  done
  # What runs in the background of a script hears no Ctrl-C. The programs in there are to be as a person starts them.
  local clean=(env -i --default-signal=INT --default-signal=QUIT HOME=/root USER=root SHELL=/bin/bash TERM="${TERM:-dumb}" LANG=C.UTF-8
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${proxies[@]}")
  setpriv --pdeathsig KILL unshare --mount --pid --ipc --uts --fork --kill-child=KILL \
    "$here/bare.sh" mount "$system" "${clean[@]}" "$@" <"${input:-/dev/null}" &
  inside=$!
  wait "$inside" || code=$?
  inside=
  return "$code"
}

remove() { rm -rf --one-file-system "$1"; }

# usage: mirror LABEL FALLBACK   Where this machine has its packages from.
mirror() {
  local found
  found=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n "s/^$1 //p" | head -n 1)
  found=${found:-$2}
  echo "${found%/}"
}

# The settings of pip that name something over the network; what lies in a folder of this machine is not there in the bare one.
pip_settings() {
  local certificates=/etc/ssl/certs/ca-certificates.crt
  echo '[global]'
  [ ! -e "$1$certificates" ] || echo "cert = $certificates"
  python3 -m pip config list 2>/dev/null |
    sed -nE "s/^[^.]+\.(index-url|extra-index-url|find-links|proxy|trusted-host|timeout)='(.*)'$/\1 = \2/p" |
    grep -E '^(trusted-host|timeout) = |^[a-z-]+ = (https?://[^ ]+ ?)+$' || true
}

# What this machine needs to reach the network, the bare one needs too.
give_network() {
  local system=$1 suite=$2 packages=$3 security
  security=$(mirror Debian-Security http://security.debian.org/debian-security)
  rm -f "$system/etc/resolv.conf"
  cat /etc/resolv.conf >"$system/etc/resolv.conf"
  echo "127.0.0.1 localhost bare" >"$system/etc/hosts"
  printf 'deb %s main\n' "$packages $suite" "$packages $suite-updates" "$security $suite-security" >"$system/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(https?|Retries)' >"$system/etc/apt/apt.conf.d/90network" || true
  find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$system/usr/local/share/ca-certificates" {} +
  in_system "$system" update-ca-certificates >/dev/null
  pip_settings "$system" >"$system/etc/pip.conf"
}

# usage: make_base FOLDER SUITE BASE   The plain system, as debootstrap makes it; kept for a week.
make_base() {
  local packages
  if [ -n "$(find "$3" -maxdepth 0 -mtime -7 2>/dev/null)" ]; then return 0; fi
  packages=$(mirror Debian http://deb.debian.org/debian)
  say "making the plain system of $2 from $packages (a minute or two)"
  remove "$3"
  remove "$3.new"
  debootstrap --variant=minbase --include=git,make,python3,ca-certificates "$2" "$3.new" "$packages" >"$1/debootstrap.log" 2>&1 ||
    stop "debootstrap failed; all that it said is in $1/debootstrap.log"
  give_network "$3.new" "$2" "$packages"
  touch "$3.new"
  mv "$3.new" "$3"
}

# usage: timed SYSTEM LOG MAKE-TARGET   Sets `told` to how it went, and to how many tests passed.
timed() {
  local began=$SECONDS code=0 tests teller
  say "make $3"
  exec 3> >(tee "$2")
  teller=$!
  in_system "$1" make -C "/$project" "$3" >&3 2>&1 || code=$?
  exec 3>&-
  wait "$teller"
  tests=$(sed -nE 's/^=+ (.*(passed|failed).*) in [0-9.]+s.*=+$/\1, /p' "$2" | head -n 1 | sed -E ':a;s/([0-9])([0-9]{3})\>/\1,\2/;ta')
  told="make $3 $([ "$code" = 0 ] && echo ok || echo "FAILED with $code") (${tests}$((SECONDS - began)) s)"
  return "$code"
}

# usage: once FOLDER NUMBER NAME   Both commands on a new system. Returns 1 where one of them failed.
once() {
  local folder=$1 number=$2 name=$3 system code=0 first
  system=$folder/$name
  remove "$system"
  cp -a --reflink=auto "$folder/base-$number" "$system"
  git -c advice.detachedHead=false clone --quiet --no-hardlinks "$checkout" "$system/$project"
  chown -R 0:0 "$system/$project"
  say "$name: commit $(git -C "$system/$project" rev-parse --short HEAD) on Debian $(cat "$system/etc/debian_version")"
  timed "$system" "$system.run.log" run || code=1
  first=$told
  timed "$system" "$system.test.log" test || code=1
  closing+="bare Debian $number, ${name#*.} of $times: $first, $told"$'\n'
  if [ "$code" = 0 ]; then remove "$system"; else say "kept: $system; to go into it: $0 enter $system"; fi
  return "$code"
}

# What is done in the new system with a package. It ends at the first thing that fails.
trial='
  export DEBIAN_FRONTEND=noninteractive
  # The first X server makes it, and leaves it to the next.
  mkdir -p -m 1777 /tmp/.X11-unix
  files() { find / -xdev -path /proc -prune -o -path /home -prune -o -print | sort; }
  apt-get -q update && apt-get -q install -y mount >/dev/null
  files >/root/before
  apt-get -q install -y /root/ufo.deb
  ufo --version
  useradd --create-home --shell /bin/bash ada
  su - ada -c "ufo setup --dry"
  su - ada -c "ufo sample . && ufo run \"$1\" --desktop private --plain"
  su - ada -c "ufo doctor"
  [ -z "$(find /proc -maxdepth 1 -user ada)" ] || { echo "left: processes of the user"; exit 1; }
  apt-get -q purge -y ufo-desktop-agent
  files >/root/after
  left=$(comm -13 /root/before /root/after | grep -i ufo || true; find / -xdev -user ada ! -path "/home/*" ! -path "/proc/*")
  [ -z "$left" ] || { echo "left: $left"; exit 1; }
  echo "the package came, did the example as an ordinary user, and went: nothing is left"
'

# usage: try_package FOLDER NUMBER SUITE PACKAGE
try_package() {
  local system=$1/debian-$2.deb code=0 request
  request=$(sed -n 's/^SAMPLE_REQUEST := //p' "$checkout/Makefile")
  make_base "$1" "$3" "$1/base-$2"
  remove "$system"
  cp -a --reflink=auto "$1/base-$2" "$system"
  cp "$4" "$system/root/ufo.deb"
  in_system "$system" bash -eu -o pipefail -c "$trial" bash "$request" || code=$?
  if [ "$code" = 0 ]; then remove "$system"; else say "failed with $code; kept: $system"; fi
  return "$code"
}

need_root() { [ "$(id -u)" = 0 ] || stop "a bare system needs root: sudo $0 $*"; }

main() {
  local number=${1:-12} folder=${2:-/var/tmp/ufo-bare} suite code=0 round
  case $number in
    12) suite=bookworm ;;
    13) suite=trixie ;;
    *) stop "usage: $0 [12|13] [FOLDER], or: $0 enter SYSTEM [COMMAND]" ;;
  esac
  need_root "$@"
  command -v debootstrap >/dev/null || stop "there is no debootstrap here: apt-get install -y debootstrap"
  times=${TIMES:-2}
  closing=
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  make_base "$folder" "$suite" "$folder/base-$number"
  for round in $(seq "$times"); do once "$folder" "$number" "debian-$number.$round" || code=1; done
  printf '%s' "$closing"
  return "$code"
}

# KILL, since the first process of a namespace hears nothing else from outside.
trap '[ -z "$inside" ] || kill -KILL "$inside" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

case ${1:-} in
  mount) shift; mount_and_run "$@" ;;
  deb)
    need_root "$@"
    [ -f "${2:-}" ] || stop "no package: ${2:-}; make one with: make deb"
    folder=${3:-/var/tmp/ufo-bare}
    mkdir -p "$folder"
    # shellcheck source=/dev/null
    try_package "$folder" "$(. /etc/os-release && echo "$VERSION_ID")" "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$2"
    ;;
  enter)
    need_root "$@"
    [ -d "${2:-}/$project" ] || [ -f "${2:-}/root/ufo.deb" ] || stop "no bare system: ${2:-}"
    system=$(cd "$2" && pwd)
    shift 2
    [ $# != 0 ] || set -- bash -l
    input=/dev/stdin in_system "$system" "$@"
    ;;
  *) main "$@" ;;
esac
