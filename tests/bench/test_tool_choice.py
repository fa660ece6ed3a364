"""Wishes in people's words are asked of the tools as they are."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.tool_choice import Choice, choice, markdown, measured
from bench.tool_wishes import Wish, wishes
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ToolFacts


def _tool(name: str, about: str, *words: str) -> ToolInfo:
    return ToolInfo(
        tool_name=name, namespace="Ours", tool_type="action", description=about, input_schema={},
        facts=ToolFacts(words=words),
    )  # fmt: skip


TOOLS = (
    _tool("click", "Click a control."),
    _tool("merge", "Join cells.", "merge"),
    _tool("sort", "Sort rows.", "sort"),
)


def _chosen(text: str, *tools: str) -> Choice:
    return choice(Wish("", text, tools, False), TOOLS)


def test_a_wish_is_told_found_or_neither() -> None:
    told, found, neither = _chosen("merge A1", "merge"), _chosen("join two", "merge"), _chosen("fuse them", "merge")
    assert (told.told, told.found, told.rank, told.tools_told) == (True, True, 1, 2)
    assert (found.told, found.found, found.rare) == (False, True, True)
    assert (neither.told, neither.found, neither.rank) == (False, False, None)
    assert _chosen("press it", "click").told and not _chosen("press it", "click").rare
    assert "| **all** | 2 | 1 (50 %) | 1 (50 %) | 1 (50 %) |" in markdown([told, neither])


def test_a_wish_for_a_tool_that_is_not_there_is_an_error() -> None:
    with pytest.raises(LookupError, match="names tools that it has not: fly"):
        _chosen("fly", "fly")


@pytest.mark.matrix
def test_nine_of_ten_wishes_have_their_tool_told_or_found() -> None:
    texts = Counter((wish.application, wish.text) for wish in wishes())
    assert len(texts) > 250 and max(texts.values()) == 1
    found = measured()
    assert sum(item.told or item.found for item in found) >= 0.9 * len(found)
    known = [item for item in found if not item.wish.fresh]
    assert sum(item.told for item in known) >= 0.7 * len(known)
