"""What `make check` names is done: each of its parts has one recipe."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = (ROOT / "Makefile").read_text().split("\nCHECKS := ")[1].split("\n")[0].split()


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_make_check_has_one_recipe(part: str) -> None:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    dry = subprocess.run(
        ["make", "--dry-run", part], cwd=ROOT, env=outside | {"LC_ALL": "C"}, capture_output=True, text=True, check=True
    )
    assert dry.stderr == ""
    assert dry.stdout.startswith(".venv/bin/")


def test_what_make_quick_leaves_out_is_there() -> None:
    left_out = (ROOT / "scripts/quick.sh").read_text().split("left_out='")[1].split("'")[0].split()
    assert len(left_out) > 10
    assert [name for name in left_out if not (ROOT / "tests" / name).is_dir()] == []
