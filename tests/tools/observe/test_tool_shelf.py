"""Which tools an agent is told of, and how it finds the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.observe.tool_shelf import ToolShelf, topics_of


def tool(
    name: str, about: str = "", *words: str, facts: dict[str, Any] | None = None, **choices: list[str]
) -> ToolInfo:
    properties = {key: {"type": "string", "enum": values} for key, values in choices.items()}
    return ToolInfo(
        tool_name=name,
        namespace="Ours",
        tool_type="action",
        description=about,
        input_schema={"properties": properties},
        facts=ToolFacts(words=words, **(facts or {})),
    )


CLICK = tool("click_input", "Click a control.")
PIVOT = tool("make_pivot", "Make a pivot table.", "pivot table", "pivot", "cross table")
VIEW = tool(
    "arrange_view", "Hide rows and keep headings in sight.", "freeze panes", "freeze", action=["freeze", "hide"]
)
MERGE = tool("merge_cells", "Join cells into one.", "merge cells", "merging")
FIND = tool("find_tools", "Find tools.", facts={"kind": ActionKind.FIND_TOOLS})


def shelf(*tools: ToolInfo) -> ToolShelf:
    return ToolShelf(tools=(CLICK, *tools, FIND))


def names(tools: tuple[ToolInfo, ...]) -> list[str]:
    return [item.tool_name for item in tools]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add a pivot table of the sums", ["click_input", "make_pivot", "find_tools"]),
        ("Freeze the first row", ["click_input", "arrange_view", "find_tools"]),
        ("FREEZING of rows, then MERGE the cells", ["click_input", "arrange_view", "merge_cells", "find_tools"]),
        ("the table of cross-country skiing", ["click_input", "make_pivot", "find_tools"]),
        ("lay the table in the hall, and do not cross the street", ["click_input", "find_tools"]),
        ("a table", ["click_input", "find_tools"]),
        ("submerged cell phones", ["click_input", "find_tools"]),
        ("", ["click_input", "find_tools"]),
    ],
)
def test_a_tool_is_told_where_the_words_of_one_of_its_topics_stand_together(text: str, expected: list[str]) -> None:
    assert names(shelf(PIVOT, VIEW, MERGE).offered([text])) == expected


def test_a_topic_stands_in_the_sub_task_or_in_the_request() -> None:
    assert "make_pivot" in names(shelf(PIVOT).offered(["Sum it up", "I need a pivot of it"]))


def test_a_search_is_offered_only_where_it_could_find_more() -> None:
    assert names(shelf().offered(["anything"])) == ["click_input"]
    assert names(shelf(PIVOT).offered(["a pivot"])) == ["click_input", "make_pivot"]


def test_a_tool_is_told_where_the_window_shows_what_it_is_for() -> None:
    unfold = tool("expand", "Open a branch.", "unfold", facts={"shown": ("TreeItem",)})
    assert "expand" in names(shelf(unfold).offered(["a table"], seen={"Edit", "TreeItem"}))
    assert "expand" not in names(shelf(unfold).offered(["a table"], seen={"Edit"}))


def test_what_was_told_for_a_task_is_told_until_the_next_one_so_that_a_prompt_begins_alike() -> None:
    unfold = tool("expand", "Open a branch.", "unfold", facts={"shown": ("TreeItem",)})
    tool_shelf = shelf(unfold)
    assert "expand" in names(tool_shelf.offered(["a table"], seen={"TreeItem"}))
    assert "expand" in names(tool_shelf.offered(["a table"], seen={"Edit"}))
    assert "expand" not in names(tool_shelf.offered(["a note"], seen={"Edit"}))


def test_what_can_be_called_is_more_than_what_is_told() -> None:
    tools = shelf(PIVOT, tool("wake", facts={"on_call": True}))
    assert names(tools.ready()) == ["click_input", "make_pivot", "find_tools"]
    assert names(tools.ready("try wake first")) == ["click_input", "make_pivot", "wake", "find_tools"]


def test_what_was_found_is_told_from_then_on() -> None:
    tools = shelf(PIVOT, VIEW, MERGE)
    assert names(tools.search("keep the heading in sight while scrolling", 3)) == ["arrange_view"]
    assert names(tools.offered(["a table"])) == ["click_input", "arrange_view", "find_tools"]


@pytest.mark.parametrize("wanted", ["merge two cells", "join cells into one", "cells merged", "merge_cells"])
def test_a_search_finds_a_tool_by_name_topic_or_description(wanted: str) -> None:
    assert names(shelf(PIVOT, VIEW, MERGE).search(wanted, 1)) == ["merge_cells"]


def test_a_search_finds_a_tool_by_what_a_parameter_may_be() -> None:
    assert names(shelf(PIVOT, VIEW).search("hide", 1)) == ["arrange_view"]


def test_a_search_for_what_no_tool_does_finds_nothing() -> None:
    tools = shelf(PIVOT, VIEW)
    assert tools.search("translate into Greek", 5) == () == tools.search("  ", 5)
    assert not tools.found


def test_topics_are_told_once_each() -> None:
    hidden = shelf(PIVOT, VIEW, tool("drop_pivot", "Remove one.", "pivot table")).hidden((CLICK,))
    assert topics_of(hidden) == ("pivot table", "freeze panes")


def test_a_tool_for_poor_looks_is_neither_told_nor_found_at_a_good_one() -> None:
    waking = tool("wake", "Wake a program.", facts={"on_call": True})
    tools = shelf(waking)
    assert names(tools.offered(["wake"], "try wake first"))[1:] == ["wake"]
    assert "wake" not in names(tools.offered(["wake it"])) and tools.search("wake", 3) == ()


def test_a_tool_whose_program_is_not_installed_is_neither_told_nor_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = tool("edit_with_gimp", "Do steps of GIMP on a picture.", "picture", facts={"program": "gimp"})
    monkeypatch.setenv("PATH", str(tmp_path))
    tool_shelf = shelf(edit)
    assert "edit_with_gimp" not in names(tool_shelf.offered(["blur a picture"]))
    assert not tool_shelf.search("picture", 5) and not tool_shelf.hidden(())
    program = tmp_path / "gimp"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    assert names(tool_shelf.search("picture", 5)) == ["edit_with_gimp"]


def test_tools_for_pages_are_neither_told_nor_found_for_a_browser_that_does_not_report_them() -> None:
    settings = tool("browser_settings", "List settings.", "setting", facts={"needs_pages": True})
    page = tool("read_page", "Read the page.", facts={"needs_pages": True})
    tool_shelf = shelf(settings, page)
    tool_shelf.is_silent = True
    assert names(tool_shelf.ready()) == ["click_input", "find_tools"]
    assert names(tool_shelf.offered(["Change a setting"])) == ["click_input"]
    assert not tool_shelf.hidden(()) and not tool_shelf.search("settings page", 5)
    tool_shelf.is_silent = False
    assert names(tool_shelf.offered(["Change a setting"])) == ["click_input", "browser_settings", "read_page"]
