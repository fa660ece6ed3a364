#!/bin/sh
# Puts the command `ufo` on the PATH of this user, with the packages of extensions/, completion for bash, zsh and fish, and an entry
# in the menu of programs; or takes it away again.
# usage: scripts/install.sh [install|uninstall]
# By pipx or uv where one of them is there, otherwise into an environment of its own in the user's data folder.
set -eu
cd "$(dirname "$0")/.."
ufo="$PWD[anthropic,google,bedrock]"
name=ufo-desktop-agent
data=${XDG_DATA_HOME:-$HOME/.local/share}
config=${XDG_CONFIG_HOME:-$HOME/.config}
bin=$HOME/.local/bin
own=$data/ufo/venv
bash_completion=$data/bash-completion/completions/ufo
zsh_completion=$data/zsh/site-functions/_ufo
fish_completion=$config/fish/completions/ufo.fish
entry=$data/applications/ufo.desktop
icon=$data/icons/hicolor/scalable/apps/ufo.svg

say() { printf 'install: %s\n' "$*" >&2; }

find_python() {
  for one in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then command -v "$one"; return 0; fi
  done
  say "there is no Python of 3.11 or newer; install one with: sudo apt-get install python3"
  return 1
}

install_own() {
  mkdir -p "$data/ufo" "$bin"
  if [ -e "$bin/ufo" ] && [ ! -L "$bin/ufo" ]; then
    say "$bin/ufo is there already and is no link; move it away, then begin again"
    exit 1
  fi
  rm -rf "$own"
  "$python" -m venv "$own"
  say "installing Python parts into $own; this takes a minute or two"
  if ! "$own/bin/pip" install -q --disable-pip-version-check -c "$versions" "$ufo" "$@"; then
    rm -rf "$own"
    say "that failed; see that https://pypi.org can be reached or set PIP_INDEX_URL to a mirror, then: make install"
    exit 1
  fi
  ln -sfn "$own/bin/ufo" "$bin/ufo"
  command=$own/bin/ufo
  say "$bin/ufo leads to $own"
}

install() {
  python=$(find_python)
  # The versions that the tests ran with, of what is needed here.
  versions=$(mktemp)
  trap 'rm -f "$versions"' EXIT
  set -- "$PWD"/extensions/*/
  sed -n 's/^\([A-Za-z0-9][^ ]*==.*[^ ]\) *\\$/\1/p' requirements.lock >"$versions"
  if command -v pipx >/dev/null 2>&1; then
    pipx install --force --python "$python" --pip-args="-c $versions" "$ufo"
    pipx inject --pip-args="-c $versions" "$name" "$@"
    command=$(pipx environment --value PIPX_BIN_DIR 2>/dev/null || echo "$bin")/ufo
    say "installed by pipx"
  elif command -v uv >/dev/null 2>&1; then
    for folder in "$@"; do set -- "$@" --with "$folder"; shift; done
    uv tool install --force --python "$python" -c "$versions" "$@" "$ufo"
    command=$(uv tool dir --bin)/ufo
    say "installed by uv"
  else
    install_own "$@"
  fi
  complete bash "$bash_completion"
  complete zsh "$zsh_completion"
  complete fish "$fish_completion"
  add_to_menu
  say "completion is in $bash_completion, $zsh_completion and $fish_completion"
  say "for zsh, write into ~/.zshrc before compinit: fpath+=(\"$(dirname "$zsh_completion")\")"
  case ":$PATH:" in
    *":$(dirname "$command"):"* | *":$bin:"*) say "ready; try: ufo doctor" ;;
    *) say "ready; put it on your PATH, in ~/.profile: PATH=\"$bin:\$PATH\"" ;;
  esac
}

complete() {
  mkdir -p "$(dirname "$2")"
  # The command prints the script and ends with its own code.
  _UFO_COMPLETE=source_$1 "$command" >"$2" 2>/dev/null || true
  [ -s "$2" ] || { rm -f "$2"; say "completion for $1 could not be written"; }
}

# The menu of a session need not have this PATH, so the entry names the file, in quotes, with % doubled as an entry wants it.
add_to_menu() {
  if [ -e "$entry" ] && ! grep -q '^Icon=ufo$' "$entry"; then say "$entry is not ours and stays"; return 0; fi
  mkdir -p "$(dirname "$entry")" "$(dirname "$icon")"
  cp scripts/share/ufo.svg "$icon"
  case $command in
    *[\\\"\`\$]*) cp scripts/share/ufo.desktop "$entry" ;;
    *) path=$(printf '%s' "$command" | sed 's/%/%%/g; s/[&|\\]/\\&/g')
      sed "s|^Exec=ufo |Exec=\"$path\" |" scripts/share/ufo.desktop >"$entry" ;;
  esac
  say "ufo is in the menu of programs: $entry"
}

uninstall() {
  if command -v pipx >/dev/null 2>&1 && pipx list --short 2>/dev/null | grep -q "^$name "; then pipx uninstall "$name"; fi
  if command -v uv >/dev/null 2>&1 && uv tool list 2>/dev/null | grep -q "^$name "; then uv tool uninstall "$name"; fi
  case $(readlink "$bin/ufo" 2>/dev/null || true) in "$own"/*) rm -f "$bin/ufo" ;; esac
  [ ! -f "$own/pyvenv.cfg" ] || rm -rf "$own"
  for file in "$bash_completion" "$zsh_completion" "$fish_completion"; do
    if grep -q _UFO_COMPLETE "$file" 2>/dev/null; then rm -f "$file"; fi
  done
  if grep -q '^Icon=ufo$' "$entry" 2>/dev/null; then rm -f "$entry" "$icon"; fi
  say "ufo is gone; what is yours stays: $config/ufo (settings), $data/ufo (skills), ${XDG_STATE_HOME:-$HOME/.local/state}/ufo (runs)"
}

case ${1:-install} in
  install) install ;;
  uninstall) uninstall ;;
  *) say "usage: scripts/install.sh [install|uninstall]"; exit 2 ;;
esac
