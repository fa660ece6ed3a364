"""Where there is no more room, the reason names it, and nothing half-written stays."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from ufo.config.load import load_settings
from ufo.config.sections import ToolboxSections
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.runs.desktops import DesktopInUse
from ufo.runs.toolbox import ServerToolbox
from ufo.schema.command import Command, Result
from ufo.trace.writer import LogWriter


@contextmanager
def _no_file_over(size: int) -> Iterator[None]:
    """As a quota does, for an ordinary user too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 100 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("a disk can be mounted by root only")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


async def _call(folder: Path, name: str, **arguments: object) -> Result:
    toolbox = ServerToolbox(DesktopInUse(FakeDesktop([]), "fake", {}), ToolboxSections.of(load_settings()), folder)
    try:
        inner = toolbox.open("HostAgent", "default").dispatcher
        command = Command(tool_name=name, parameters=arguments, tool_type="action")
        for verdict in await inner.review([command]):
            if verdict.needs_consent:
                inner.approve(command.call_id)
        (result,) = await inner.execute_commands([command])
        return result
    finally:
        await toolbox.close()


def _large(folder: Path) -> Path:
    folder.mkdir()
    (folder / "data.bin").write_bytes(os.urandom(300_000))
    return folder


@pytest.mark.parametrize("what", ["data.bin", "."])
@pytest.mark.parametrize("tool", ["copy_file", "move_file"])
async def test_a_full_disk_is_the_reason_and_the_half_is_taken_away(
    tiny: Path, tmp_path: Path, tool: str, what: str
) -> None:
    source = _large(tmp_path / "source") / what
    result = await _call(tmp_path, tool, source=str(source.resolve()), target=str(tiny / "kept"))
    assert not result.ok
    assert f"no space left on {str(tiny)!r}: 'kept' was not written" in str(result.error)
    assert list(tiny.iterdir()) == []
    assert (tmp_path / "source" / "data.bin").stat().st_size == 300_000


async def test_a_quota_is_the_reason_and_the_half_is_taken_away(tmp_path: Path) -> None:
    source = _large(tmp_path / "source") / "data.bin"
    with _no_file_over(50_000):
        result = await _call(tmp_path, "copy_file", source=str(source), target=str(tmp_path / "kept.bin"))
    assert "'kept.bin' was not written" in str(result.error)
    assert not (tmp_path / "kept.bin").exists()


async def test_a_picture_that_finds_no_room_leaves_nothing(tmp_path: Path) -> None:
    Image.frombytes("RGB", (300, 300), os.urandom(270_000)).save(tmp_path / "noise.png")
    with _no_file_over(50_000):
        result = await _call(
            tmp_path, "change_picture", source="noise.png", target=str(tmp_path / "small.png"), changes=["grey"]
        )
    assert "'small.png' was not written" in str(result.error)
    assert not (tmp_path / "small.png").exists()


def test_a_log_on_a_full_disk_keeps_what_was_whole_and_names_the_reason(tiny: Path) -> None:
    log = LogWriter(tiny)
    log.save_text("small.txt", "kept")
    log.save_text("large.txt", "x" * 300_000)
    log.close()
    assert "No space left on device" in str(log.failure)
    assert (log.folder / "small.txt").read_text() == "kept"
    assert not [path.name for path in log.folder.iterdir() if path.name.endswith(".part")]
