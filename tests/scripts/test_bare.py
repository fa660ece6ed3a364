"""A bare Debian is made by root alone, and only of the versions that are known."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.scripts.stubs import Stubs


@pytest.fixture
def bare(tmp_path: Path) -> Stubs:
    stubs = Stubs(tmp_path, "bare.sh")
    stubs.add("id", "echo 1000")
    for name in ("debootstrap", "unshare", "mount", "rm", "cp"):
        stubs.add(name)
    return stubs


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("12",), "a bare system needs root: sudo"),
        (("enter", "/nowhere"), "a bare system needs root: sudo"),
        (("11",), "usage:"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_begun(bare: Stubs, arguments: tuple[str, ...], reason: str) -> None:
    done = subprocess.run(
        ["bash", str(bare.script), *arguments], env=bare.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and reason in done.stderr
    assert all(text.startswith("id ") for text in bare.said)


def test_a_folder_that_is_no_bare_system_is_not_entered(bare: Stubs, tmp_path: Path) -> None:
    bare.add("id", "echo 0")
    done = subprocess.run(
        ["bash", str(bare.script), "enter", str(tmp_path)],
        env=bare.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, bare.said) == (2, ["id -u"])
    assert f"no bare system: {tmp_path}" in done.stderr
