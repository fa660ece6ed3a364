"""The examples of docs/api.md do what they say."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=[pytest.mark.apps] if "private" in title else []) for title in EXAMPLES]
)
def test_the_example_runs(tmp_path: Path, title: str) -> None:
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
