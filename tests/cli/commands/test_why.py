from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.cli.commands.why import why
from ufo.errors import ConfigError, TraceError
from ufo.trace.run_folders import EVENTS


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


@pytest.mark.parametrize(
    "request_", ["Wpisz 42 do pliku ceny.xlsx", "convert notes/b.odt somehow", "把/home/a.txt改名为b.txt"]
)
def test_what_the_planner_does_not_understand_is_said(request_: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert why(request_, {"model": {"name": "builtin"}}, as_json=False) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "the built-in planner does not understand it" in told and "--model" in told


@pytest.mark.parametrize(("request_", "wrong"), [(" ", "empty"), ("type milk " * 10_000, "longer than")])
def test_what_is_no_request_is_refused(request_: str, wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        why(request_, {}, as_json=False)


def test_a_run_that_broke_off_says_what_can_be_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_run(tmp_path)
    events = (log.folder / EVENTS).read_bytes().splitlines(keepends=True)
    (log.folder / EVENTS).write_bytes(b"".join(line for line in events if b'"run_ended"' not in line))
    assert why(log.run_id, {"log_dir": tmp_path}, as_json=False) == 0
    assert "broke off before its request was read; `ufo resume`" in " ".join(capsys.readouterr().out.split())


def test_a_broken_log_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_run(tmp_path)
    (log.folder / EVENTS).write_bytes(b"no json\n")
    assert why(log.run_id, {"log_dir": tmp_path}, as_json=False) == 0
    said = capsys.readouterr()
    assert "has no log that can be read" in said.out and "line 1 is not JSON" in said.err
