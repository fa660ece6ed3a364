from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.commands.why import why
from ufo.errors import TraceError


def test_a_run_shows_each_part_of_its_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_run(tmp_path)
    assert why(log.run_id, {"log_dir": tmp_path}, as_json=False) == 0
    told = capsys.readouterr().out
    for words in ("Write a shopping list", "not shown", "other.txt is gone", "read by openai:gpt"):
        assert words in told


def test_programs_get_the_account_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path)
    assert why("last", {"log_dir": tmp_path}, as_json=True) == 0
    (request,) = json.loads(capsys.readouterr().out)["requests"]
    assert [part["verdict"] for part in request["account"]["parts"]] == ["shown", "not_shown"]


def test_a_run_that_is_not_there_is_no_request(tmp_path: Path) -> None:
    write_run(tmp_path)
    with pytest.raises(TraceError, match="no run 'abc'"):
        why("abc", {"log_dir": tmp_path}, as_json=False)


def test_a_request_is_told_by_the_parts_that_need_showing(capsys: pytest.CaptureFixture[str]) -> None:
    request = 'open mousepad, type "milk" and save it as list.txt'
    assert why(request, {"model": {"name": "builtin"}}, as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert "".join(part["quote"] for part in said["parts"]).replace(" ", "") in request.replace(" ", "")
    assert any(part["needs_showing"] and "milk" in part["quote"] for part in said["parts"])
