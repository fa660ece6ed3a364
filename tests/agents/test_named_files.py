"""Which texts of an act may name files."""

from __future__ import annotations

from typing import Any

import pytest

from ufo.agents.named_files import files_named, named_in
from ufo.schema.action import ActionCommandInfo
from ufo.schema.tool_facts import ActionKind, ToolFacts


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"id": "7", "text": "/5", "keys": "{ENTER}"}, []),
        ({"text": "~/notes.txt"}, []),
        ({"path": "a.txt", "text": "see /etc/hosts"}, ["a.txt"]),
        ({"source": "a.txt", "target": "b/"}, ["a.txt", "b/"]),
        ({"files": [{"source": "a.txt", "target": "b.txt"}, {"source": "c.txt", "target": "d.txt"}]},
         ["a.txt", "b.txt", "c.txt", "d.txt"]),
        ({"command": ["convert", "a.png", "b.png"], "cwd": "pictures"}, ["convert", "a.png", "b.png", "pictures"]),
        ({"to": "file:///home/ida/a.html"}, ["file:///home/ida/a.html"]),
        ({"file_dir": "~", "file_name": "sums", "file_ext": "ods"}, ["~/sums.ods", "~", "sums"]),
        ({"fields": {"Path": "/etc"}, "cells": [["/5", "1/2"]]}, []),
        ({}, []),
    ],
)  # fmt: skip
def test_only_arguments_that_name_files_are_paths(arguments: dict[str, Any], named: list[str]) -> None:
    facts = ToolFacts(kind=ActionKind.KEYS)
    assert list(files_named(ActionCommandInfo(function="act", arguments=arguments, facts=facts))) == named


def test_a_result_names_files_by_what_it_calls_them() -> None:
    assert list(named_in({"text": "/5", "saved": {"path": "/home/ida/a.ods"}})) == ["/home/ida/a.ods"]
    assert list(named_in("/5")) == []
