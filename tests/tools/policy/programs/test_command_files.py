"""A program that may be run without a question may not write everywhere for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.policy.test_policy import Judge
from ufo.config.settings import PolicySettings
from ufo.schema.action_class import ActionClass


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cp a.txt b.txt", ActionClass.LAUNCH),
        ("cp a.txt .bashrc", ActionClass.SYSTEM),
        ("cp a.txt ~/.profile", ActionClass.SYSTEM),
        ("cp --target-directory=.git/hooks a.txt", ActionClass.SYSTEM),
        ("mv a.txt /elsewhere/a.txt", ActionClass.OUTSIDE),
        ("mv a.txt there.txt", ActionClass.OVERWRITE),
        ("tee link/x.txt", ActionClass.OUTSIDE),
        ("tee -a .ssh/authorized_keys", ActionClass.SYSTEM),
        ("ln -s a.txt x.desktop", ActionClass.SYSTEM),
        ("cat .bashrc", ActionClass.LAUNCH),
    ],
)
async def test_an_allowed_program_is_judged_by_the_files_that_it_is_given(
    tmp_path: Path, line: str, expected: ActionClass
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "there.txt").write_text("before")
    (tmp_path / "far").mkdir()
    (work / "link").symlink_to(tmp_path / "far")
    judge = Judge(work, PolicySettings(programs=("cp", "mv", "tee", "ln", "cat")))
    assert (await judge.of("run_shell", bash_command=line)).action_class is expected
