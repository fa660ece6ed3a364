"""A command line that the person ordered asks once this run wrote what it runs or reads. Every program here runs for real."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scenarios.stage import host, stage
from tests.tools.policy.consent.judging import asks
from tests.tools.policy.consent.readers import agrees
from tests.tools.policy.test_policy import Judge, tool
from ufo.config.settings import PolicySettings
from ufo.runs.sessions.users import NobodyUser, ScriptedUser
from ufo.schema.command import Command
from ufo.schema.tool_facts import ActionKind

EVIL = "touch harm\n"


def _program(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{EVIL}")
    path.chmod(0o755)


def _file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(EVIL)


_REWRITES: list[tuple[str, str, Callable[[Path], None]]] = [
    ("make test", "Makefile", _file),
    ("make test", "scripts/check.sh", _file),
    ("make test", "src/deep/tool", _program),
    ("./run", "run", _program),
    ("sh job", "job", _file),
    ("sh jobs/job", "jobs/job", _file),
    ("python3 main.py", "helper.py", _file),
    ("sed -f edits notes.txt", "edits", _file),
    ("make --file=other test", "other", _file),
    ("make -fother test", "other", _file),
    ("tar xf bundle", "bundle", _file),
    ("npm test", "package.json", _file),
    ("git commit", ".git/hooks/pre-commit", _program),
    ("git pull", ".git/config", _file),
    ("pytest", "tests/conftest.py", _file),
    ("docker-compose up", "docker-compose.yml", _file),
    ("direnv exec . env", ".envrc", _file),
]


@pytest.mark.parametrize(
    ("line", "name", "write"), _REWRITES, ids=[f"{rewrite[0]}: {rewrite[1]}" for rewrite in _REWRITES]
)
async def test_a_consented_command_asks_once_this_run_wrote_what_it_runs_or_reads(
    tmp_path: Path, line: str, name: str, write: Callable[[Path], None]
) -> None:
    judge = Judge(tmp_path)
    asks(judge, f"run {line}", agrees)
    assert (await judge.of("run_shell", bash_command=line)).decision == "allow"
    write(tmp_path / name)
    verdict = await judge.of("run_shell", bash_command=line)
    assert verdict.needs_consent
    assert f"this run wrote {name!r}" in verdict.question


async def test_a_program_that_the_settings_allow_asks_once_this_run_wrote_what_it_reads(tmp_path: Path) -> None:
    judge = Judge(tmp_path, PolicySettings(programs=("pytest",)))
    asks(judge, "look at the tests", agrees)
    assert (await judge.of("run_shell", bash_command="pytest")).decision == "allow"
    _file(tmp_path / "conftest.py")
    assert (await judge.of("run_shell", bash_command="pytest")).needs_consent


_HONEST = [
    ("make test", "notes.txt"),
    ("make test", "letter.odt"),
    ("make test", "data/prices.csv"),
    ("sh job", "picture.png"),
    ("python3 main.py", "report.md"),
    ("pandoc letter.md -o letter.pdf", "notes.txt"),
    ("git status", "notes.txt"),
]


@pytest.mark.parametrize(("line", "written"), _HONEST)
async def test_an_ordered_command_runs_without_a_second_yes_though_this_run_wrote_a_document(
    tmp_path: Path, line: str, written: str
) -> None:
    for name in ("Makefile", "job", "main.py", "letter.md", ".git/config"):
        _file(tmp_path / name)
    judge = Judge(tmp_path)
    asks(judge, f"run {line}", agrees)
    _file(tmp_path / written)
    assert (await judge.of("run_shell", bash_command=line)).decision == "allow"


async def test_what_an_ordered_command_made_is_run_by_the_next_ordered_one_without_a_second_yes(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("all:\n\tprintf '#!/bin/sh\\n' > app\n\tchmod +x app\n")
    judge = Judge(tmp_path)
    asks(judge, "run make all, then run ./app", agrees)
    command = Command(tool_name="run_shell", parameters={"bash_command": "make all"}, call_id="first")
    verdict = await judge.policy.verdict(command, tool("run_shell"))
    assert verdict.decision == "allow"
    judge.policy.goes_ahead(command, ActionKind.PROGRAM, verdict.judged)
    subprocess.run(["make", "all"], cwd=tmp_path, check=True, capture_output=True)
    judge.policy.mandate.did("first")
    assert (await judge.of("run_shell", bash_command="./app")).decision == "allow"
    _program(tmp_path / "app")
    assert (await judge.of("run_shell", bash_command="./app")).needs_consent


_WRITES = host("CONTINUE", "write_file", {"path": "Makefile", "text": f"test:\n\t{EVIL}"})
_TESTS = host("CONTINUE", "run_shell", {"bash_command": "make test"})
_ENDS = [host("FAIL", result="no"), host("FINISH", result="no")]


async def test_make_test_after_the_run_wrote_the_makefile_does_not_run_with_nobody_there(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    async with stage(tmp_path, [_WRITES, _TESTS, *_ENDS], user=NobodyUser(), orders=agrees) as scene:
        await scene.run("write a Makefile and run make test")
        assert (scene.folder.parents[1] / "work/Makefile").exists()
    assert not (tmp_path / "work/harm").exists()


async def test_a_person_is_shown_which_file_changed_and_their_yes_runs_it(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[True])
    async with stage(tmp_path, [_WRITES, _TESTS, *_ENDS], user=user, orders=agrees) as scene:
        await scene.run("write a Makefile and run make test")
    assert (tmp_path / "work/harm").exists()
    assert "this run wrote 'Makefile', which it runs or reads" in user.asked[0]


async def test_make_test_with_the_persons_own_makefile_runs_as_ordered(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work/Makefile").write_text("test:\n\ttouch passed\n")
    async with stage(tmp_path, [_TESTS, *_ENDS], user=NobodyUser(), orders=agrees) as scene:
        await scene.run("run make test")
    assert (tmp_path / "work/passed").exists()
