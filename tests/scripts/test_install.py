"""`make install` and `make uninstall`, with stand-ins for what installs."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.needs import needs
from tests.scripts.stubs import ROOT, Stubs

_UFO = r"""#!/bin/sh\necho _UFO_COMPLETE ${_UFO_COMPLETE}\n"""
_PIPX = f"""
case "$1" in
  install) mkdir -p "$HOME/.local/bin"; printf '{_UFO}' >"$HOME/.local/bin/ufo"; chmod +x "$HOME/.local/bin/ufo" ;;
  environment) echo "$HOME/.local/bin" ;;
  list) echo "ufo-desktop-agent 0.1.0" ;;
  uninstall) rm "$HOME/.local/bin/ufo" ;;
esac
"""
_PYTHON = r"""
case "$1" in -m)
  mkdir -p "$3/bin"
  touch "$3/pyvenv.cfg"
  cat >"$3/bin/pip" <<'PIP'
#!/bin/sh
while [ "$1" != -c ]; do shift; done
cat "$2" >"$HOME/versions"
shift 2
printf '%s\n' "$@" >"$HOME/packages"
printf '#!/bin/sh\necho _UFO_COMPLETE\n' >"${0%/*}/ufo"
chmod +x "${0%/*}/ufo"
PIP
  chmod +x "$3/bin/pip" ;;
esac
"""
_UV = f"""
case "$2" in
  install) printf '{_UFO}' >"${{0%/*}}/ufo"; chmod +x "${{0%/*}}/ufo" ;;
  dir) echo "${{0%/*}}" ;;
esac
"""
_COMPLETIONS = (
    ".local/share/bash-completion/completions/ufo",
    ".local/share/zsh/site-functions/_ufo",
    ".config/fish/completions/ufo.fish",
)


def extensions(tree: Path) -> list[str]:
    return [f"{tree}/extensions/of words/", f"{tree}/extensions/pictures/"]


@pytest.fixture
def install(tmp_path: Path) -> Stubs:
    (tmp_path / "requirements.lock").write_text("# all\npydantic==2.0 \\\n    --hash=sha256:00\n    # via ufo\n")
    for folder in extensions(tmp_path):
        Path(folder).mkdir(parents=True)
    stubs = Stubs(tmp_path, "install.sh")
    shutil.copytree(ROOT / "scripts/share", tmp_path / "scripts/share")
    return stubs


def in_menu(install: Stubs) -> tuple[Path, Path]:
    """The entry and its icon."""
    data = install.home / ".local/share"
    return data / "applications/ufo.desktop", data / "icons/hicolor/scalable/apps/ufo.svg"


def test_pipx_is_used_where_it_is_there_and_all_shells_get_their_completion(install: Stubs, tmp_path: Path) -> None:
    install.add("pipx", _PIPX)
    done = install.run()
    assert done.returncode == 0, done.stderr
    assert any(
        line.startswith("pipx install --force --python") and line.endswith("[anthropic,google,bedrock]")
        for line in install.said
    )
    (injected,) = [line for line in install.said if line.startswith("pipx inject")]
    assert injected.endswith(f"ufo-desktop-agent {' '.join(extensions(tmp_path))}")
    assert [(install.home / completion).read_text().split()[1] for completion in _COMPLETIONS] == [
        "source_bash", "source_zsh", "source_fish",
    ]  # fmt: skip
    assert f'PATH="{install.home}/.local/bin:$PATH"' in done.stderr

    gone = install.run("uninstall")
    assert gone.returncode == 0
    assert "pipx uninstall ufo-desktop-agent" in install.said
    assert not any((install.home / completion).exists() for completion in (".local/bin/ufo", *_COMPLETIONS))
    assert "what is yours stays" in gone.stderr


def test_a_path_that_has_the_folder_needs_nothing_more(install: Stubs) -> None:
    install.add("pipx", _PIPX)
    install.environment["PATH"] += f":{install.home}/.local/bin"
    assert "ready; try: ufo doctor" in install.run().stderr


def test_uv_installs_each_extension_beside_it(install: Stubs, tmp_path: Path) -> None:
    install.add("uv", _UV)
    done = install.run()
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in install.said if line.startswith("uv tool install")]
    of_words, pictures = extensions(tmp_path)
    assert line.endswith(f" --with {of_words} --with {pictures} {tmp_path}[anthropic,google,bedrock]")


def test_without_pipx_and_uv_it_has_an_environment_of_its_own(install: Stubs, tmp_path: Path) -> None:
    install.add("python3", _PYTHON)
    done = install.run()
    assert done.returncode == 0, done.stderr
    own = install.home / ".local/share/ufo/venv"
    assert (install.home / ".local/bin/ufo").readlink() == own / "bin/ufo"
    assert "pydantic==2.0" in (install.home / "versions").read_text()
    packages = (install.home / "packages").read_text().splitlines()
    assert packages == [f"{tmp_path}[anthropic,google,bedrock]", *extensions(tmp_path)]

    skill = own.parent / "skills/memo.json"
    skill.parent.mkdir()
    skill.write_text("{}")
    assert install.run("uninstall").returncode == 0
    assert not own.exists() and not (install.home / ".local/bin/ufo").is_symlink()
    assert skill.is_file()


def test_a_command_of_that_name_that_is_not_ours_stays(install: Stubs) -> None:
    install.add("python3")
    theirs = install.home / ".local/bin/ufo"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs")
    done = install.run()
    assert done.returncode == 1 and "move it away" in done.stderr
    install.run("uninstall")
    assert theirs.read_text() == "theirs"


@needs("desktop-file-validate")
def test_the_entry_in_the_menu_is_valid_opens_the_page_and_goes_with_it(install: Stubs) -> None:
    install.add("pipx", _PIPX)
    assert install.run().returncode == 0
    entry, icon = in_menu(install)
    for path in (entry, ROOT / "scripts/share/ufo.desktop"):
        checked = subprocess.run(["desktop-file-validate", path], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")
    read = configparser.RawConfigParser()
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read(entry)
    said = read["Desktop Entry"]
    assert said["Exec"] == f'"{install.home}/.local/bin/ufo" serve' and said["Icon"] == icon.stem
    assert ET.parse(icon).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    install.run("uninstall")
    assert not entry.exists() and not icon.exists()


def test_an_entry_of_that_name_that_is_not_ours_stays(install: Stubs) -> None:
    install.add("pipx", _PIPX)
    entry, _ = in_menu(install)
    entry.parent.mkdir(parents=True)
    entry.write_text("[Desktop Entry]\nIcon=theirs\n")
    assert "is not ours" in install.run().stderr
    install.run("uninstall")
    assert entry.read_text().endswith("theirs\n")
