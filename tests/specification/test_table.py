"""The table of code blocks: each is shown by a test that there is, or says why it is not."""

from __future__ import annotations

import ast
from pathlib import Path

from scripts.check_documents import blocks, differences
from tests.requirements import REQUIREMENTS
from tests.sources import tree_of
from tests.specification.table import SNIPPETS

HERE = Path(__file__).parent


def _tests() -> set[str]:
    return {
        f"{path.stem}::{node.name}"
        for path in HERE.glob("test_*.py")
        for node in ast.walk(tree_of(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def test_each_block_has_a_test_that_there_is_or_a_divergence() -> None:
    there = _tests()
    assert not [snippet for snippet in SNIPPETS if snippet.test and snippet.test not in there]
    assert not [snippet for snippet in SNIPPETS if not snippet.test and not snippet.divergences]


def test_each_divergence_is_recorded_with_its_reason() -> None:
    named = {name for snippet in SNIPPETS for name in snippet.divergences}
    assert not [name for name in named if name not in REQUIREMENTS or not REQUIREMENTS[name].divergence]


def test_no_block_stands_in_the_table_twice() -> None:
    places = [(snippet.document, snippet.line) for snippet in SNIPPETS]
    assert len(set(places)) == len(places) == 92


def test_blocks_are_found_with_and_without_fences_and_after_one_fence_too_many() -> None:
    fenced = "a\n```python\nx = 1\n```\n```mermaid\ngraph\n```\n  ```json\n{}\n```\n"
    assert list(blocks(fenced)) == [3, 9]
    assert list(blocks("```python\nx\n```\n```\n### heading\n```python\ny\n```\n```\nplain\n```\n")) == [2, 7, 10]
    assert list(blocks("def one():\n    pass\ntext {\n{\n}\nasync def two():\n")) == [1, 4, 6]


def test_a_block_that_the_table_lacks_and_a_line_without_a_block_are_told(tmp_path: Path) -> None:
    (tmp_path / "host_agent_state.md").write_text("```python\nnew()\n```\n", encoding="utf-8")
    said = differences(tmp_path)
    assert said[0] == "host_agent_state.md:2: not in tests/specification/table.py"
    assert "host_agent_state.md:13: in the table, and no block" in said
