"""CommandLineExecutor: real programs, no shell, bounded in time and output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.errors import ToolError
from ufo.schema.command import Effect, ResultStatus
from ufo.tools.servers.command_line import command_line
from ufo.tools.system.process import split_command


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, command_line)
    yield item
    await item.dispatcher.close()


@requirement("defect:22")
async def test_a_program_runs_in_the_working_folder_and_tells_what_it_said(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "a b.txt").write_text("hello", encoding="utf-8")
    result = await bench.run("run_shell", bash_command="cat 'a b.txt'")
    assert result.result == {"success": True, "exit_code": 0, "stdout": "hello", "stderr": ""}
    assert result.effect is Effect.CONFIRMED


@requirement("defect:22")
async def test_a_program_that_fails_is_not_confirmed(bench: Bench) -> None:
    result = await bench.run("execute_command", command=[sys.executable, "-c", "import sys; sys.exit('broken')"])
    assert (result.result["success"], result.result["exit_code"]) == (False, 1)
    assert "broken" in result.result["stderr"]
    assert result.effect is Effect.UNVERIFIABLE


@pytest.mark.parametrize(
    "line",
    ["ls; rm -rf x", "cat a | sh", "echo a > b", "ls && ls", "echo $(id)", "echo `id`", "echo $HOME", "ls *.txt", "a\nb",
     'echo "$(id)"', "(ls)", "sleep 1 &"],
)  # fmt: skip
async def test_what_only_a_shell_could_do_is_refused_with_the_reason(bench: Bench, tmp_path: Path, line: str) -> None:
    result = await bench.run("run_shell", bash_command=line)
    assert result.status is ResultStatus.FAILURE
    assert "no shell runs here" in str(result.error)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("echo 'a;b' \"c|d\"", ["echo", "a;b", "c|d"]),
        ("echo '$HOME'", ["echo", "$HOME"]),
        (r"echo a\;b", ["echo", "a;b"]),
        ("echo 5$", ["echo", "5$"]),
    ],
)
def test_quoted_signs_are_text(line: str, parts: list[str]) -> None:
    assert split_command(line) == parts


@pytest.mark.parametrize("line", ["", "   ", "echo 'open"])
def test_what_is_no_command_is_said(line: str) -> None:
    with pytest.raises(ToolError):
        split_command(line)


async def test_a_program_past_its_deadline_is_stopped_with_its_children(bench: Bench, tmp_path: Path) -> None:
    child = "import os,time; open('child','w').write(str(os.getpid())); os.rename('child','ready'); time.sleep(60)"
    parent = f"import subprocess,sys,time; subprocess.Popen([sys.executable,'-c',{child!r}]); time.sleep(60)"
    running = asyncio.create_task(bench.run("execute_command", command=[sys.executable, "-c", parent], timeout=3))
    result = await running
    assert result.status is ResultStatus.FAILURE
    assert "was stopped" in str(result.error)
    pid = int((tmp_path / "ready").read_text(encoding="utf-8"))
    async with asyncio.timeout(10):
        while _alive(pid):
            await asyncio.sleep(0.02)


def _alive(pid: int) -> bool:
    """A stopped child that nobody has waited for yet is not alive."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


async def test_a_child_left_in_the_background_does_not_hold_the_answer_back(bench: Bench) -> None:
    code = "import subprocess; subprocess.Popen(['sleep','4']); print('done', flush=True)"
    async with asyncio.timeout(3.5):
        result = await bench.run("execute_command", command=[sys.executable, "-c", code])
    assert result.result["exit_code"] == 0


async def test_output_without_end_is_cut(bench: Bench) -> None:
    result = await bench.run("execute_command", command=[sys.executable, "-c", "print('x' * 1_000_000)"])
    assert result.ok
    assert len(result.result["stdout"]) < 70_000
    assert "bytes more" in result.result["stdout"]


async def test_a_program_or_folder_that_is_not_there_is_named(bench: Bench) -> None:
    program = await bench.run("execute_command", command=["no-such-program-here"])
    folder = await bench.run("execute_command", command=["ls"], cwd="nowhere")
    assert "'no-such-program-here' is installed" in str(program.error)
    assert "nowhere" in str(folder.error)


async def test_a_graphical_program_is_opened_and_left_running(bench: Bench) -> None:
    result = await bench.run("run_shell", bash_command="sheet")
    assert result.result["window"] == "Sheet"
    assert [window.title for window in await bench.desktop.windows()] == ["Sheet"]


@pytest.mark.parametrize("tool", ["run_shell", "execute_command"])
async def test_programs_get_what_they_need_and_nothing_else_of_our_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    for name in ("OPENAI_API_KEY", "DATABASE_URL", "GH_PAT", "SSHPASS", "LC_SECRET"):
        monkeypatch.setenv(name, "planted-9f2c")
    monkeypatch.setenv("LC_TIME", "C")
    bench = Bench(tmp_path, command_line)
    given = {"bash_command": "env"} if tool == "run_shell" else {"command": ["env"]}
    said = (await bench.run(tool, **given)).result["stdout"]
    await bench.dispatcher.close()
    assert "planted-9f2c" not in said
    assert {"LC_TIME=C", f"PATH={os.environ['PATH']}"} <= set(said.splitlines())


async def test_programs_read_what_the_one_before_writes_and_each_tells_its_exit_code(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("b\na\nb\n", encoding="utf-8")
    done = await bench.run("execute_command", command=["sort", "a.txt"], then=[["uniq", "-c"], ["sort", "-rn"]])
    assert done.result["exit_codes"] == [0, 0, 0] and done.effect is Effect.CONFIRMED
    assert done.result["stdout"].split() == ["2", "b", "1", "a"]
    failed = await bench.run("execute_command", command=["cat", "none"], then=[["grep", "$(id) | x"]])
    assert failed.result["exit_codes"] == [1, 1] and failed.effect is Effect.UNVERIFIABLE
    assert failed.result["stderr"].startswith("cat: ")


async def test_a_pipeline_is_stopped_as_a_whole_and_its_output_is_bounded(bench: Bench) -> None:
    late = await bench.run("execute_command", command=["yes"], then=[["sleep", "60"]], timeout=0.3)
    assert "did not end in time" in str(late.error)
    many = await bench.run("execute_command", command=["yes"], then=[["head", "-c", "500000"]])
    assert len(many.result["stdout"]) < 70_000 and "bytes more" in many.result["stdout"]
    # The first one is ended by the second, which needs no more of it.
    assert many.effect is Effect.CONFIRMED and many.result["success"]
    unknown = await bench.run("execute_command", command=["yes"], then=[["no-such-program"]])
    assert "no program 'no-such-program'" in str(unknown.error)
    assert "is empty" in str((await bench.run("execute_command", command=["yes"], then=[[]])).error)
