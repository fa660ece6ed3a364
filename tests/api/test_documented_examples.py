"""The examples of docs/api.md do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import Command

PAGE = Path(__file__).parents[2] / "docs/api.md"
EXAMPLES = {
    title: code
    for title, code in re.findall(
        r"^## ([^\n]+)\n+```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
}


def test_there_are_three() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.apps
@pytest.mark.parametrize("title", [title for title in EXAMPLES if "private" in title])
def test_the_example_runs_as_a_program(tmp_path: Path, title: str) -> None:
    environment = Command(tmp_path).environment
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES[title]],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("title", [title for title in EXAMPLES if "private" not in title])
def test_the_example_runs(
    tmp_path: Path, title: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in Command(tmp_path).environment.items():
        monkeypatch.setenv(name, value)
    for name in [name for name in os.environ if name.startswith(("UFO_", "OPENAI_", "DISPLAY"))]:
        monkeypatch.delenv(name)
    exec(compile(EXAMPLES[title], title, "exec"), {"__name__": title})  # noqa: S102 it is ours
    assert capsys.readouterr().err == ""
