"""What is counted of the specification's sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.count_requirements import counts, main


def test_nothing_is_missing_and_every_number_that_should_be_none_is() -> None:
    found = counts({"mutations": 1, "others": {}, "failing": []})
    for name in ("missing", "code blocks that fail without a recorded reason", "ids with neither", "survivors"):
        assert found[name] == [], name
    assert sum(found["by source"].values()) == found["ids"] > found["ids of the five documents"] > 200


def test_a_survivor_and_a_test_that_fails_by_itself_are_told_with_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tried = tmp_path / "pass.json"
    tried.write_text(json.dumps({"mutations": 3, "others": {"a": "SURVIVED"}, "failing": ["b"]}), encoding="utf-8")
    assert main([str(tried)]) == 1
    assert "survivors: 2: a, b" in capsys.readouterr().out
    tried.write_text("[]", encoding="utf-8")
    assert main([str(tried)]) == 2
    assert "is no pass of" in capsys.readouterr().err
