from __future__ import annotations

import json
from pathlib import Path

import pytest

from ufo.errors import ConfigError
from ufo.runs.plans.read_batch import Broken, Entry, Read, read_batch


def _tasks(read: tuple[Read, ...]) -> list[tuple[str, str]]:
    return [(item.place, item.plan.task) for item in read if isinstance(item, Entry)]


def _broken(read: tuple[Read, ...]) -> list[tuple[str, str]]:
    return [(item.place, item.why) for item in read if isinstance(item, Broken)]


def _file(folder: Path, data: str | bytes, name: str = "t.txt") -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_a_line_is_words_or_json_and_a_broken_one_is_told_with_its_number(tmp_path: Path) -> None:
    lines = [
        b"\xef\xbb\xbfopen the calculator",
        b"",
        b"# a remark",
        b'{"task": "one", "steps": ["press OK"]}',
        b'"in quotes"',
        b'"Ada" goes into the field Name',
        b'{"task": ',
        b"caf\xe9",
        b'{"task": "x", "close": "perhaps"}',
        b"the last, without an end of line",
    ]
    read = read_batch(_file(tmp_path, b"\r\n".join(lines)))
    assert _tasks(read)[:2] == [("t.txt:1", "open the calculator"), ("t.txt:4", "one")]
    assert [place for place, _ in _tasks(read)] == ["t.txt:1", "t.txt:4", "t.txt:5", "t.txt:6", "t.txt:10"]
    assert [place for place, _ in _broken(read)] == ["t.txt:7", "t.txt:8", "t.txt:9"]


def test_an_array_has_a_task_an_entry(tmp_path: Path) -> None:
    read = read_batch(_file(tmp_path, json.dumps(["a", {"task": "b"}, 3, {"task": ""}]), "t.json"))
    assert _tasks(read) == [("t.json[1]", "a"), ("t.json[2]", "b")]
    assert [place for place, _ in _broken(read)] == ["t.json[3]", "t.json[4]"]


def test_lines_of_json_are_read_whatever_the_files_name_says(tmp_path: Path) -> None:
    read = read_batch(_file(tmp_path, '{"task": "a"}\n{"task": "b"}\n', "t.json"))
    assert [task for _, task in _tasks(read)] == ["a", "b"]


def test_a_folder_gives_its_files_in_order_without_results_and_hidden_ones(tmp_path: Path) -> None:
    _file(tmp_path, '{"task": "b"}', "b.json")
    _file(tmp_path, "a1\na2", "a.txt")
    _file(tmp_path, '{"kind": "ufo batch"}', "a.results.json")
    _file(tmp_path, "no", ".hidden.txt")
    _file(tmp_path, "[", "c.json")
    read = read_batch(tmp_path)
    assert [task for _, task in _tasks(read)] == ["a1", "a2", "b"]
    assert [place for place, _ in _broken(read)] == ["c.json:1"]


def test_ten_thousand_lines_with_broken_ones_among_them_are_read(tmp_path: Path) -> None:
    lines = ['{"task": "broken' if number % 10 == 0 else f"task {number}" for number in range(1, 10_001)]
    read = read_batch(_file(tmp_path, "\n".join(lines)))
    assert (len(_tasks(read)), len(_broken(read))) == (9_000, 1_000)
    assert _broken(read)[-1][0] == "t.txt:10000"


@pytest.mark.parametrize("data", [b"", b"\n# nothing\n", b"[]"])
def test_a_file_without_a_task_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ConfigError, match="holds no task"):
        read_batch(_file(tmp_path, data))


def test_a_file_or_folder_that_has_nothing_to_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read the tasks"):
        read_batch(tmp_path / "gone.txt")
    with pytest.raises(ConfigError, match="no file with tasks"):
        read_batch(tmp_path)
