"""A program swaps a folder for a link between judgement and write: what is written goes where it was judged to go, or nowhere."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.injection.hand import Hand, below
from ufo.desktop.private.processes import MARK
from ufo.desktop.private.sandbox import marked, problem, wrapped

_SWAP = Path(__file__).with_name("swap.py")
_TRIES = 60
_SECRET = "the person's own"
_TOOLS: dict[str, dict[str, object]] = {
    "write_file": {"path": "out/{n}.txt", "text": "x"},
    "make_document": {"target": "out/{n}.md", "text": "x"},
    "copy_file": {"source": "a.txt", "target": "out/{n}.txt"},
    "move_file": {"source": "{n}.tmp", "target": "out/{n}.tmp"},
    "make_folder": {"path": "out/{n}"},
    "make_link": {"source": "a.txt", "target": "out/{n}"},
    "unpack_archive": {"source": "a.zip", "target": "out"},
    "pack_archive": {"sources": ["a.txt"], "target": "out/{n}.zip"},
    "move_files": {"files": [{"source": "{n}.tmp", "target": "out/"}]},
    "pdf_of_pages": {"parts": [{"file": "a.png"}], "target": "out/{n}.pdf"},
    "change_picture": {"source": "a.png", "target": "out/{n}.png", "changes": []},
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    (home / "work/out").mkdir(parents=True)
    (home / ".config/autostart").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    return home


@contextmanager
def swapping(place: Path, end: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """A process that swaps in a loop, in the sandbox where the environment has one."""
    script = str(shutil.copy(_SWAP, place.parent))
    command = wrapped([sys.executable, script, str(place), str(end)], environment, dies_with_parent=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as attacker:
        assert attacker.stdout is not None and attacker.stdout.readline() == b"swaps\n"
        try:
            yield
            assert attacker.poll() is None, "the attacker broke off"
        finally:
            attacker.kill()


def _given(parameters: Mapping[str, object], number: int, folder: str = "out") -> dict[str, Any]:
    """Return the arguments of one try, in that folder."""
    text = json.dumps(parameters).replace("{n}", str(number))
    found: dict[str, Any] = json.loads(text.replace('"out', f'"{folder}'))
    return found


def _prepared(work: Path, tool: str) -> None:
    (work / "a.txt").write_text("x")
    Image.new("RGB", (2, 2)).save(work / "a.png")
    for number in range(_TRIES + 1):
        (work / f"{number}.tmp").write_text("x")
    if tool == "unpack_archive":
        with zipfile.ZipFile(work / "a.zip", "w") as zipped:
            zipped.writestr("e.txt", "x")


async def _tried(home: Path, tool: str, environment: Mapping[str, str]) -> set[str]:
    """Return what came to lie where autostart reads, after many tries under attack and one without."""
    work = home / "work"
    _prepared(work, tool)
    hand = Hand(work)
    try:
        with swapping(work / "out", home / ".config/autostart", environment):
            for number in range(_TRIES):
                await hand.does(tool, **_given(_TOOLS[tool], number))
        wrong = below(home / ".config/autostart")
        (work / "quiet").mkdir()
        assert (await hand.does(tool, **_given(_TOOLS[tool], _TRIES, "quiet"))).ok
        return wrong
    finally:
        await hand.close()


@pytest.mark.parametrize("tool", _TOOLS)
async def test_a_folder_swapped_for_a_link_between_judgement_and_write_leads_no_tool_elsewhere(
    home: Path, tool: str
) -> None:
    assert await _tried(home, tool, {"PATH": os.defpath}) == set()


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("copy_file", {"source": "out/s.txt", "target": "{n}.txt"}),
        ("copy_file", {"source": "out", "target": "copy-{n}"}),
        ("pack_archive", {"sources": ["out/s.txt"], "target": "{n}.tar"}),
        ("pack_archive", {"sources": ["out"], "target": "{n}.tar"}),
        ("write_file", {"path": "out/s.txt", "text": "more", "mode": "append"}),
    ],
)
async def test_a_swapped_folder_puts_nothing_of_elsewhere_into_what_is_written(
    home: Path, tool: str, parameters: dict[str, object]
) -> None:
    work, far = home / "work", home / ".config/autostart"
    (work / "out/s.txt").write_text("fine")
    (far / "s.txt").write_text(_SECRET)
    hand = Hand(work)
    try:
        with swapping(work / "out", far, {"PATH": os.defpath}):
            for number in range(_TRIES):
                await hand.does(tool, **_given(parameters, number))
        (work / "quiet").mkdir()
        (work / "quiet/s.txt").write_text("fine")
        assert (await hand.does(tool, **_given(parameters, _TRIES, "quiet"))).ok
        assert (far / "s.txt").read_text() == _SECRET
        written = [path for path in work.rglob("*") if path.is_file() and far not in path.resolve().parents]
        assert not [path for path in written if _SECRET.encode() in path.read_bytes()]
    finally:
        await hand.close()


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("remove_file", {"path": "out/{n}.txt"}),
        ("set_permissions", {"path": "out/{n}.txt", "mode": "777"}),
        ("rename_files", {"files": ["out/{n}.txt"], "to": "new-{n}.txt"}),
        ("move_file", {"source": "out/{n}.txt", "target": "{n}.txt"}),
        ("write_file", {"path": "out/{n}.txt", "text": "more", "mode": "append"}),
    ],
)
async def test_a_swapped_folder_leaves_what_lies_elsewhere_as_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch, tool: str, parameters: dict[str, object]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    work, far = home / "work", home / ".config/autostart"
    for number in range(_TRIES):
        (work / f"out/{number}.txt").write_text("fine")
        (far / f"{number}.txt").write_text(_SECRET)
        (far / f"{number}.txt").chmod(0o600)
    hand = Hand(work)
    try:
        with swapping(work / "out", far, {"PATH": os.defpath}):
            for number in range(_TRIES):
                await hand.does_unless_it_is_of("autostart", tool, **_given(parameters, number))
    finally:
        await hand.close()
    left = {(path.name, path.read_text(), stat.S_IMODE(path.stat().st_mode)) for path in far.iterdir()}
    assert left == {(f"{number}.txt", _SECRET, 0o600) for number in range(_TRIES)}


async def test_a_link_in_a_folder_stays_a_link_in_its_copy_and_folders_keep_who_may_use_them(home: Path) -> None:
    work = home / "work"
    (home / ".config/key").write_text(_SECRET)
    (work / "out/way").symlink_to(home / ".config/key")
    (work / "out/deep").mkdir()
    (work / "out/deep").chmod(0o700)
    (work / "out/deep/one.txt").write_text("fine")
    hand = Hand(work)
    try:
        assert (await hand.does("copy_file", source="out", target="copy")).ok
    finally:
        await hand.close()
    assert (work / "copy/way").is_symlink()
    assert (work / "copy/deep/one.txt").read_text() == "fine"
    before, after = (work / "out/deep").stat(), (work / "copy/deep").stat()
    assert (stat.S_IMODE(after.st_mode), after.st_mtime_ns) == (0o700, before.st_mtime_ns)


@pytest.mark.parametrize("tool", ["write_file", "unpack_archive", "copy_file"])
@pytest.mark.skipif(bool(problem()), reason=problem())
async def test_a_sandboxed_program_that_swaps_a_folder_leads_no_tool_out_of_its_folder(
    home: Path, tmp_path: Path, tool: str
) -> None:
    desktop = tmp_path / "desktop"
    (desktop / "tmp").mkdir(parents=True)
    environment = {"PATH": os.defpath, MARK: str(desktop), **marked([home / "work"])}
    assert await _tried(home, tool, environment) == set()
