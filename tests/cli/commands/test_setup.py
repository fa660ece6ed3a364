"""`ufo setup`, with package managers of the test's own on the path, which bring programs, lack a package or are locked."""

from __future__ import annotations

import io
import shlex
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.cli.command import Command, only_object
from tests.cli.test_person import Typist
from ufo.cli.commands.setup import Steps, install
from ufo.cli.needs import NEEDS, Missing, missing_here
from ufo.cli.output import Terminal
from ufo.extensions import Extension
from ufo.platform.packages import MANAGERS, install_line

_BRINGS = {
    "xvfb": "Xvfb", "openbox": "openbox", "dbus": "dbus-daemon", "mousepad": "mousepad", "gnome-calculator": "gnome-calculator",
    "pcmanfm": "pcmanfm", "chromium": "chromium", "libglib2.0-bin": "gsettings gio", "bubblewrap": "bwrap",
}  # fmt: skip


class Machine:
    """A path with nothing on it but one package manager, `sudo` and `env`."""

    def __init__(self, folder: Path, manager: str = "apt-get", lacks: str = "-", locked: int = 0) -> None:
        """`lacks`: a package that its lists do not have. `locked`: so many times another one is at work at first."""
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "manager.log"
        (self.bin / "env").symlink_to("/usr/bin/env")
        self.add("sudo", 'exec "$@"')
        brings = "".join(f"*' {package} '*) make {programs} ;;& " for package, programs in _BRINGS.items())
        self.add(
            manager,
            f'echo "$*" >>{self.log}\n'
            f"make() {{ for program; do /usr/bin/touch {self.bin}/$program; /usr/bin/chmod +x {self.bin}/$program; done; }}\n"
            f'if [ "$(/usr/bin/wc -l <{self.log})" -le {locked} ]; then\n'
            f'  echo "E: Could not get lock /var/lib/apt/lists/lock." >&2; exit 100\nfi\n'
            f"case \" $* \" in *' {lacks} '*) echo 'E: Unable to locate package {lacks}' >&2; exit 100 ;; esac\n"
            f'case " $* " in {brings} *) ;; esac',
        )
        self.command = Command(folder)

    def add(self, name: str, script: str) -> None:
        (self.bin / name).write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        (self.bin / name).chmod(0o755)

    def setup(self, *options: str) -> tuple[int, str, str]:
        ended = self.command.run("setup", *options, PATH=str(self.bin))
        return ended.returncode, ended.stdout, ended.stderr

    @property
    def said(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


def test_what_is_missing_is_listed_with_its_purpose_and_nothing_is_run(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    code, shown, _ = machine.setup("--dry")
    assert code == 1 and machine.said == []
    assert "missing  browser: pages (chromium)" in shown
    assert "--no-install-recommends xvfb openbox dbus" in shown and "only" not in shown


@pytest.mark.parametrize(
    ("manager", "words"),
    [
        ("dnf", "dnf install -y xorg-x11-server-Xvfb openbox dbus-daemon"),
        ("pacman", "pacman -S --needed --noconfirm xorg-server-xvfb openbox dbus"),
        ("zypper", "zypper --non-interactive install xorg-x11-server-Xvfb openbox dbus-1"),
    ],
)
def test_other_package_managers_are_told_in_their_words_and_as_untried(
    tmp_path: Path, manager: str, words: str
) -> None:
    machine = Machine(tmp_path, manager)
    _, shown, _ = machine.setup("--dry")
    assert words in shown and "tried with apt only" in shown
    told = only_object(machine.setup("--json")[1])
    assert (told["manager"], told["manager_is_tried"], told["tried_to_install"]) == (manager, False, False)
    assert words in told["for_an_administrator"] and machine.said == []


def test_with_a_yes_it_is_installed_by_one_command_after_the_lists_are_renewed(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    code, shown, _ = machine.setup("--yes")
    renewed, installed = machine.said
    assert renewed.endswith(" update") and "-y" in installed and "install --no-install-recommends xvfb" in installed
    # These programs of the test's cannot make documents.
    assert code == 1 and "Still missing: LibreOffice" in shown and "Still missing: browser" not in shown


def test_one_package_that_the_system_lacks_is_no_reason_to_go_without_the_others(tmp_path: Path) -> None:
    machine = Machine(tmp_path, lacks="chromium")
    told = only_object(machine.setup("--yes", "--json")[1])
    missing = [need["name"] for need in told["needs"] if not need["is_there"]]
    assert missing == ["LibreOffice", "browser"] and told["tried_to_install"]


def test_it_waits_while_another_package_manager_is_at_work(tmp_path: Path) -> None:
    machine = Machine(tmp_path, locked=1)
    _, shown, _ = machine.setup("--yes")
    assert "waiting for it" in shown and "sandbox" not in shown.partition("Still missing")[2]
    assert sum(line.endswith(" update") for line in machine.said) == 2


def test_without_a_terminal_and_without_a_yes_nothing_is_installed(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    code, _, said = machine.setup()
    assert code == 2 and "give --yes to consent" in said and machine.said == []
    assert machine.setup("--dry", "--yes")[0] == 2


def test_without_a_package_manager_the_packages_are_named_and_what_works_without(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "emerge")
    _, shown, _ = machine.setup()
    assert "no apt, dnf, pacman or zypper here" in shown and "private desktop: runs work on your own screen" in shown
    assert machine.said == []
    ended = machine.command.run("run", "x", "--desktop", "private", PATH=str(machine.bin))
    assert "your package manager (Debian's names: xvfb dbus openbox)" in ended.stderr


def test_a_user_who_cannot_become_root_is_told_the_line_for_an_administrator_and_still_gets_the_extensions() -> None:
    extension = Extension("media", "nothing", MappingProxyType({}))
    missing = Missing((NEEDS[0],), ((extension, Path("/w/ufo_media-1-py3-none-any.whl")),))
    alone = Steps(missing, MANAGERS[0], None)
    assert "sudo" not in alone.for_root and alone.for_root[-7] == "xvfb"
    assert all("xvfb" not in command for command in alone.commands)
    with_sudo = replace(alone, as_root=("sudo",))
    assert with_sudo.commands[0] == ("sudo", *alone.for_root)


def test_a_sudo_that_refuses_is_asked_once_and_no_package_manager_is_started(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    refused = tmp_path / "refused"
    machine.add("sudo", f'echo "$*" >>{refused}; echo "ada is not in the sudoers file." >&2; exit 1')
    steps = Steps(Missing((NEEDS[0],), ()), MANAGERS[0], (str(machine.bin / "sudo"),))
    shown = io.StringIO()
    install(Terminal(file=shown), steps, as_json=False)
    assert refused.read_text().split() == ["true"] and machine.said == []
    assert "not in the sudoers file" in shown.getvalue()


def test_each_package_of_each_need_is_one_argument() -> None:
    for need in NEEDS:
        assert shlex.split(" ".join(need.packages)) == list(need.packages)
        for manager in MANAGERS:
            assert all(manager.name_of(package).isascii() for package in need.packages)


def test_a_remedy_names_the_package_manager_of_this_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path, "zypper")
    monkeypatch.setenv("PATH", str(machine.bin))
    assert install_line("xvfb", "man-db") == "sudo zypper install -y xorg-x11-server-Xvfb man"
    assert "private desktop" in [need.name for need in missing_here().needs]


def test_at_a_terminal_it_asks_and_a_no_installs_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.command.environment["PATH"] = str(machine.bin)
    person = Typist(machine.command, "setup")
    person.answer("Install that?", "n")
    person.answer("nothing was installed", "")
    assert person.ends() == 1 and machine.said == []


def test_ufo_alone_greets_at_a_terminal_with_the_set_up_first_where_something_is_missing(tmp_path: Path) -> None:
    command = Command(tmp_path)
    elsewhere = command.run()
    assert elsewhere.returncode == 2 and "Usage: ufo" in elsewhere.stderr
    command.environment["PATH"] = str(Machine(tmp_path).bin)
    newcomer = Typist(command)
    newcomer.answer("lists all commands", "")
    assert newcomer.ends() == 0 and b"Usage" not in newcomer.said
    places = [newcomer.said.index(words) for words in (b"Three things to try", b"make setup", b"ufo run", b"ufo why")]
    assert places == sorted(places)
