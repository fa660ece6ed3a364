"""What the store promises, on a shelf in a folder and on one at a server of S3's protocol."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.store.shelves import store_at
from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId, JobId
from ufo.fleet.jobs.seams import OldOwner, Store
from ufo.fleet.store.places import open_store

FIRST = AttemptId.parse("night/task-1/0/1")
DONE = AttemptEnd(outcome=AttemptOutcome.VERIFIED, summary={"steps": 2}, why="done")


@pytest.fixture(params=["folder", pytest.param("s3", marks=pytest.mark.matrix)])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    with store_at(request.param, tmp_path, monkeypatch) as made:
        yield made


def _run(folder: Path, *events: str) -> Path:
    run = folder / "runs/20261130-010203-abcdef"
    run.mkdir(parents=True)
    (run / "events.jsonl").write_text("".join(f"{event}\n" for event in events), encoding="utf-8")
    (folder / "report.txt").write_text("42", encoding="utf-8")
    return folder


def test_the_same_bytes_are_kept_once_and_come_back_whole(store: Store, tmp_path: Path) -> None:
    given, again = tmp_path / "a.ods", tmp_path / "b.ods"
    given.write_bytes(b"cells")
    again.write_bytes(b"cells")
    sha256 = store.put_input(given)
    assert sha256 == store.put_input(again) == hashlib.sha256(b"cells").hexdigest()
    assert store.has_input(sha256) and not store.has_input("0" * 64)
    store.fetch_input(sha256, tmp_path / "fetched.ods")
    assert (tmp_path / "fetched.ods").read_bytes() == b"cells"
    with pytest.raises(ConfigError, match="does not keep the file 'gone.ods' any more"):
        store.fetch_input("0" * 64, tmp_path / "gone.ods")
    assert sorted(path.name for path in tmp_path.glob("*.ods")) == ["a.ods", "b.ods", "fetched.ods"]


def test_events_are_read_while_they_come_and_a_late_owner_adds_nothing(store: Store) -> None:
    assert store.read_events(FIRST) == b""
    store.begin(FIRST, "worker-a")
    store.append_events(FIRST, "worker-a", b'{"n": 1}\n')
    store.append_events(FIRST, "worker-a", b'{"n": 2}\n{"n": 3}\n')
    assert store.read_events(FIRST) == b'{"n": 1}\n{"n": 2}\n{"n": 3}\n'
    assert store.read_events(FIRST, 9) == b'{"n": 2}\n{"n": 3}\n'
    assert store.read_events(FIRST, 13) == b': 2}\n{"n": 3}\n'
    assert store.read_events(FIRST, 27) == store.read_events(FIRST, 999) == b""

    store.begin(FIRST, "worker-b")
    with pytest.raises(OldOwner, match="taken over by another worker"):
        store.append_events(FIRST, "worker-a", b'{"n": 4}\n')
    store.append_events(FIRST, "worker-b", b'{"m": 1}\n')
    assert store.read_events(FIRST) == b'{"m": 1}\n'


def test_an_attempt_ends_once_and_its_folder_comes_back(store: Store, tmp_path: Path) -> None:
    first, second = _run(tmp_path / "a", '{"n": 1}'), _run(tmp_path / "b", '{"n": 2}')
    assert store.ended(FIRST) is None
    with pytest.raises(ConfigError, match="has left no files yet in "):
        store.fetch(FIRST, tmp_path)
    store.begin(FIRST, "worker-a")
    store.append_events(FIRST, "worker-a", b'{"n": "before it was masked"}\n')
    store.begin(FIRST, "worker-b")
    with pytest.raises(OldOwner):
        store.finish(FIRST, "worker-a", first, DONE)
    assert store.ended(FIRST) is None
    store.finish(FIRST, "worker-b", second, DONE)
    store.finish(FIRST, "worker-b", first, AttemptEnd(outcome=AttemptOutcome.FAILED))
    assert store.ended(FIRST) == DONE
    # The run's own log, in which all is masked by then, takes the place of what was sent before.
    assert store.read_events(FIRST) == b'{"n": 2}\n'
    fetched = store.fetch(FIRST, tmp_path / "out")
    assert (fetched / "report.txt").read_text("utf-8") == "42"
    assert (fetched / "runs/20261130-010203-abcdef/events.jsonl").read_text("utf-8") == '{"n": 2}\n'
    with pytest.raises(ConfigError, match="is there already"):
        store.fetch(FIRST, tmp_path / "out")


def test_attempts_are_listed_and_removed_and_files_that_a_task_needs_stay(store: Store, tmp_path: Path) -> None:
    second = FIRST.next
    other = AttemptId.parse("night-2/task-1/0/1")
    for attempt in (FIRST, second, other):
        store.begin(attempt, "w")
        store.finish(attempt, "w", None, DONE)
    assert list(store.attempts(JobId("night"))) == [FIRST, second]
    store.remove(FIRST)
    store.remove(FIRST)
    assert list(store.attempts(JobId("night"))) == [second]
    assert store.ended(FIRST) is None and store.ended(other) == DONE
    with pytest.raises(ConfigError, match="has left no files in "):
        store.fetch(second, tmp_path)

    (tmp_path / "a.txt").write_text("a")
    sha256 = store.put_input(tmp_path / "a.txt")
    # It came a moment ago: its task may not be written yet.
    assert store.remove_inputs_except(frozenset()) == 0
    assert store.has_input(sha256)


def test_files_that_no_task_names_any_more_are_forgotten(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store"))
    for name in ("kept", "gone"):
        (tmp_path / name).write_text(name)
    kept, gone = (store.put_input(tmp_path / name) for name in ("kept", "gone"))
    for path in (tmp_path / "store/inputs").rglob("*"):
        os.utime(path, (0, 0))
    assert store.remove_inputs_except(frozenset({kept})) == 1
    assert store.has_input(kept) and not store.has_input(gone)
    # One that is sent again is new again.
    store.put_input(tmp_path / "kept")
    assert store.remove_inputs_except(frozenset()) == 0


def test_what_was_changed_in_the_store_is_not_handed_out(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store"))
    (tmp_path / "a.txt").write_text("a")
    sha256 = store.put_input(tmp_path / "a.txt")
    (tmp_path / "store/inputs" / sha256[:2] / sha256).write_text("b")
    with pytest.raises(ConfigError, match="other bytes than were sent"):
        store.fetch_input(sha256, tmp_path / "to.txt")
    assert not (tmp_path / "to.txt").exists()
    (tmp_path / "store/attempts/night/task-1/0/1").mkdir(parents=True)
    (tmp_path / "store/attempts/night/task-1/0/1/end.json").write_text(json.dumps({"by": "x"}))
    with pytest.raises(ConfigError, match="another release"):
        store.ended(FIRST)
    (tmp_path / "store/attempts/night/no number").mkdir()
    (tmp_path / "store/attempts/night/no number/end.json").write_text("")
    assert list(store.attempts(JobId("night"))) == [FIRST]


_FULL = """
import resource, sys
from pathlib import Path
from ufo.errors import ConfigError
from ufo.fleet.store.places import open_store
from tests.fleet.store.test_kept_attempts import DONE, FIRST
store, folder = open_store(sys.argv[1]), Path(sys.argv[2])
store.begin(FIRST, "w")
store.append_events(FIRST, "w", b"one\\n")
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))
try:
    store.finish(FIRST, "w", folder, DONE)
except ConfigError as error:
    print(error)
print(store.ended(FIRST), store.read_events(FIRST))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.finish(FIRST, "w", folder, DONE)
print(store.ended(FIRST) == DONE)
"""


def test_a_store_without_room_says_so_and_loses_nothing(tmp_path: Path) -> None:
    folder = _run(tmp_path / "run")
    (folder / "large.png").write_bytes(os.urandom(200_000))
    # What may be written is limited for a process of its own, as a full disk does it.
    said = subprocess.run(
        [sys.executable, "-c", _FULL, str(tmp_path / "store"), str(folder)], capture_output=True, text=True, timeout=60
    )
    told, still, after = said.stdout.splitlines()
    assert "make room there" in told and f"it stays in {str(folder)!r}" in told, said.stderr
    assert still == "None b'one\\n'"
    assert after == "True"
    assert not [path for path in (tmp_path / "store").rglob("*") if path.name.startswith(".")]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("", "a store needs a place"),
        ("ftp://host/x", "that is no store"),
        ("s3://", "that is no store"),
        ("s3://key:word@bucket/x", "never in the address"),
        ("s3://bucket/x?region=y", "that is no store"),
    ],
)
def test_what_is_no_place_is_said_without_repeating_it(place: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as raised:
        open_store(place)
    assert "word" not in str(raised.value)


@pytest.mark.matrix
def test_a_bucket_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with store_at("s3", tmp_path, monkeypatch):
        pass
    (tmp_path / "a").write_text("a")
    for address in ("s3://fleet/x?endpoint=http://127.0.0.1:9", "s3://gone/x?endpoint=http://127.0.0.1:9"):
        with pytest.raises(ConfigError, match="the store s3://"):
            open_store(address).put_input(tmp_path / "a")
