"""Every program that code or tests start is brought by the set-up, and `ufo doctor` knows those of the program itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.structure.packages import NO_PACKAGE, OPTIONAL, PACKAGES, THERE
from tests.structure.started_programs import programs_of
from ufo.platform.programs import OTHER_PROGRAMS

_ROOT = Path(__file__).parents[2]
_LIST = re.compile(r'^\w+_PACKAGES="([^"]*)"', re.M)
# `ufo doctor` tries what these are for: a private desktop, a sandbox, an editor, LibreOffice, a browser. `ufo setup` installs by
# `sudo` and `pipx`, or says what to do without; so does `ufo every` by its timers.
_TRIED = frozenset(
    {
        "Xvfb",
        "dbus-daemon",
        "openbox",
        "sway",
        "bwrap",
        "mousepad",
        "gedit",
        "python3",
        "soffice",
        "libreoffice",
        "chromium",
        "pipx",
        "sudo",
        "systemctl",
        "systemd-analyze",
        "crontab",
    }
)


@pytest.fixture(scope="module")
def started() -> Mapping[str, set[str]]:
    rooms = ("ufo", "extensions", "tests", "scripts", "bench")
    files = [path.relative_to(_ROOT) for room in rooms for path in sorted((_ROOT / room).rglob("*.py"))]
    return programs_of({".".join(path.with_suffix("").parts): (_ROOT / path).read_text("utf-8") for path in files})


def _in_lists(setup: str) -> set[str]:
    return {package for packages in _LIST.findall(setup) for package in packages.split()}


def _not_brought(started: Mapping[str, set[str]], setup: str) -> Iterator[str]:
    brought = _in_lists(setup) | THERE | set(OPTIONAL)
    for program, places in sorted(started.items()):
        package = PACKAGES.get(program)
        if package is None and program not in NO_PACKAGE:
            yield f"{program} ({min(places)}): tests/structure/packages.py names no package for it"
        elif package is not None and package not in brought:
            yield f"{program} ({min(places)}): no list of scripts/setup.sh has {package}"


def test_every_program_that_is_started_is_in_a_list_of_the_set_up(started: Mapping[str, set[str]]) -> None:
    assert list(_not_brought(started, (_ROOT / "scripts/setup.sh").read_text("utf-8"))) == []


def test_the_tables_name_nothing_that_nobody_starts(started: Mapping[str, set[str]]) -> None:
    assert sorted({*PACKAGES, *NO_PACKAGE} - set(started)) == []
    assert sorted({*THERE, *OPTIONAL} - set(PACKAGES.values())) == []


def test_the_doctor_knows_every_program_that_the_program_itself_starts(started: Mapping[str, set[str]]) -> None:
    own = {program for program, places in started.items() if any(place.startswith("ufo.") for place in places)}
    unknown = {text for text in own if PACKAGES.get(text) not in THERE} - set(NO_PACKAGE) - _TRIED
    # Its package's other program is enough: gimp-console is gimp's.
    known = {PACKAGES[program] for program in OTHER_PROGRAMS}
    assert sorted(text for text in unknown if PACKAGES[text] not in known) == []
    assert {name: program.package for name, program in OTHER_PROGRAMS.items()} == {
        program: PACKAGES[program] for program in OTHER_PROGRAMS
    }


_PLANTED = {
    "direct": 'import subprocess\nsubprocess.run(["frobnicate", "--now"], check=True)',
    "looked for": 'import shutil\nif shutil.which("frobnicate") is None:\n    raise SystemExit',
    "by name": 'from shutil import which\nTOOL = "frobnicate"\ndef found():\n    return which(TOOL)',
    "in a loop": 'import shutil\nTOOLS = ("sh", "frobnicate")\nfound = [one for one in TOOLS if shutil.which(one)]',
    "of many": "import shutil\ndef _lost(*c):\n    return [a for a in c if not shutil.which(a)]\n_lost('frobnicate')",
    "of a mapping": 'import shutil\nNEEDS = {"frobnicate": "a"}\nhave = [a for a, b in NEEDS.items() if shutil.which(a)]',
    "in a variable": 'import asyncio\nasync def f(x):\n    c = ["frobnicate", x]\n    await asyncio.create_subprocess_exec(*c)',
    "through a function": 'import subprocess\ndef _do(*c):\n    subprocess.run(c)\ndef f():\n    _do("frobnicate", "x")',
    "through a method": 'import os\nclass A:\n    def _do(self, c):\n        os.execvp(c[0], c)\n    def f(self):\n'
    '        self._do(["frobnicate"] + self.rest)',
    "as a choice": 'import shutil\nprogram = shutil.which("sh" if quiet else "/usr/bin/frobnicate")',
    "launched": 'from ufo.desktop.values import Launch\nasync def f(d):\n    await d.launch(Launch("frobnicate"))',
}  # fmt: skip


@pytest.mark.parametrize("source", _PLANTED.values(), ids=_PLANTED)
def test_a_planted_program_is_found(source: str) -> None:
    assert "frobnicate" in programs_of({"planted": source})


def test_a_program_that_another_modules_function_starts_is_found_where_it_is_named() -> None:
    runner = "import subprocess\nasync def run_it(folder, *, command):\n    subprocess.run(command, cwd=folder)"
    asks = 'from runner import run_it\nasync def ask(x):\n    return await run_it(x, command=("frobnicate", x))'
    assert programs_of({"runner": runner, "asks": asks}) == {"frobnicate": {"asks:3"}}


def test_a_program_that_no_list_brings_is_told() -> None:
    setup = 'RUN_PACKAGES="xvfb\n  mousepad"\nTEST_PACKAGES="xclip"'
    told = list(_not_brought({"frobnicate": {"a:1"}, "qpdf": {"b:2"}, "Xvfb": {"c:3"}, "sh": {"d:4"}}, setup))
    assert told == [
        "frobnicate (a:1): tests/structure/packages.py names no package for it",
        "qpdf (b:2): no list of scripts/setup.sh has qpdf",
    ]
