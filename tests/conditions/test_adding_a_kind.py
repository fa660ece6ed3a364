"""The page on adding a kind is followed to the letter, in a copy of the package: one file, one row, one test."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ufo

_PACKAGE = Path(ufo.__file__).resolve().parent
_PAGE = _PACKAGE.parent / "docs" / "adding-a-condition.md"
_FILE = re.compile(r"^`(?P<path>[\w/.]+)`:\n\n```python\n(?P<code>.*?)^```", re.MULTILINE | re.DOTALL)
_USE = """
from ufo.conditions.table import looks_at_window, names_a_file, read_condition
from ufo.prompts.conditions import describe_conditions
from ufo.schema.response import AppAgentResponse

stated = {"on": "words", "path": "poem.txt", "count": 3}
answer = {"observation": "o", "thought": "t", "status": "FINISH", "expect": [stated]}
(read,) = AppAgentResponse.model_validate(answer).expect
print(read.in_words(), read == read_condition(read.as_written()), list(read.literals()), names_a_file(stated))
print([line for line in describe_conditions(()).splitlines() if "words" in line])
print("count" in str(AppAgentResponse.model_json_schema()))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("stranger")
    shutil.copytree(_PACKAGE, root / "ufo", ignore=shutil.ignore_patterns("__pycache__"))
    for found in _FILE.finditer(_PAGE.read_text(encoding="utf-8")):
        path = root / found["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["code"], encoding="utf-8")
    table = root / "ufo" / "conditions" / "table.py"
    source = table.read_text(encoding="utf-8")
    if "WordsPredicate" in source:
        return root
    source = source.replace("\n\nKinds = ", "\nfrom ufo.conditions.kinds.words import WordsPredicate\n\nKinds = ", 1)
    source = source.replace("    DocumentPredicate,\n", "    DocumentPredicate,\n    WordsPredicate,\n", 1)
    table.write_text(source, encoding="utf-8")
    return root


def _run(tree: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_test_of_the_page_passes(tree: Path) -> None:
    assert "1 passed" in _run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conditions/test_words.py")


def test_a_model_is_told_of_the_kind_and_its_answer_is_read(tree: Path) -> None:
    assert _run(tree, "-c", _USE).splitlines() == [
        "poem.txt has 3 words True ['poem.txt', '3'] True",
        """['- {"on": "words", "path": P, "count": HOW MANY}: of a file\\'s text']""",
        "True",
    ]
