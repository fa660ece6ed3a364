from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.cli.fleet.task_orders import OrderMaker, seconds_until
from ufo.errors import ConfigError
from ufo.fleet.store.places import open_store


def _maker(folder: Path, seeds: int = 1, given: tuple[Path, ...] = (), **manner: object) -> OrderMaker:
    return OrderMaker(open_store(str(folder / "store")), seeds, manner, given)


def test_the_same_submission_is_the_same_job_and_another_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "My tasks!.txt").write_text("one\ntwo\none\n", encoding="utf-8")
    source = str(tmp_path / "My tasks!.txt")
    first, again = (_maker(tmp_path, 2).submission(source, None) for _ in range(2))
    assert first == again
    assert first.job.startswith("My-tasks-") and len({key for key, _ in first.tasks}) == len(first.tasks) == 6
    assert [order.seed for _, order in first.tasks] == [0, 1] * 3
    assert _maker(tmp_path, 2, tries=2).submission(source, None).job != first.job
    assert _maker(tmp_path).submission(source, "night").job == "night"
    with pytest.raises(ConfigError, match="is no name of a job"):
        _maker(tmp_path).submission(source, "a/b")


def test_what_a_task_is_done_with_goes_into_the_store_and_secrets_go_by_name(tmp_path: Path) -> None:
    (tmp_path / "draft.odt").write_bytes(b"text")
    (tmp_path / "list.csv").write_bytes(b"1,2")
    plans = [
        {"task": "make the first line bold", "object": "draft.odt"},
        {"task": "log in with {{secret:login}}", "object": "https://example.org"},
    ]
    (tmp_path / "tasks.json").write_text(json.dumps(plans), encoding="utf-8")
    maker = _maker(tmp_path, given=(tmp_path / "list.csv",))
    (_, first), (_, second) = maker.submission(str(tmp_path / "tasks.json"), None).tasks
    assert (first.plan.object, [given.name for given in first.inputs]) == ("draft.odt", ["draft.odt", "list.csv"])
    assert (second.plan.object, second.secrets) == ("https://example.org", ("login",))
    assert [given.name for given in second.inputs] == ["list.csv"]
    assert all(open_store(str(tmp_path / "store")).has_input(given.sha256) for given in first.inputs)


def test_a_request_is_a_task_and_a_file_that_is_not_there_is_none(tmp_path: Path) -> None:
    ((key, order),) = _maker(tmp_path).submission("open the calculator", None).tasks
    assert key.job.startswith("request-") and order.plan.task == "open the calculator"
    for source, why in (("gone.txt", "there is no file"), (" ", "the request is empty")):
        with pytest.raises(ConfigError, match=why):
            _maker(tmp_path).submission(source, None)
    with pytest.raises(ConfigError, match="queue"):
        _maker(tmp_path, queue="no queue").submission("x", None)
    (tmp_path / "folder").mkdir()
    (tmp_path / "t.json").write_text('{"task": "x", "object": "folder"}', encoding="utf-8")
    with pytest.raises(ConfigError, match="is a folder"):
        _maker(tmp_path).submission(str(tmp_path / "t.json"), None)


@requirement("batch:lines")
def test_of_many_lines_with_broken_ones_the_rest_is_submitted(tmp_path: Path) -> None:
    lines = ['{"task": ' if number % 10 == 0 else f"compute {number}" for number in range(2_000)]
    (tmp_path / "t.txt").write_text("\n".join(lines), encoding="utf-8")
    made = _maker(tmp_path).submission(str(tmp_path / "t.txt"), None)
    assert (len(made.tasks), len(made.broken), made.broken[1].place) == (1_800, 200, "t.txt:11")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("22:00", 7200.0), ("19:59", 86340.0), ("2026-12-01T20:00", 86400.0), ("2020-01-01", 0.0)],
)
def test_a_time_is_the_next_one(text: str, seconds: float) -> None:
    assert seconds_until(text, datetime(2026, 11, 30, 20).astimezone()) == seconds


def test_what_is_no_time_is_said() -> None:
    with pytest.raises(ConfigError, match="write 22:00"):
        seconds_until("soon", datetime.now().astimezone())
