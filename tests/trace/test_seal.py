"""A run's log is the person's own where they wrote it here, and as they wrote it; cut at any byte it is so too."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from ufo.secrets.masks import Masks
from ufo.trace.events import Noticed, RunStarted
from ufo.trace.reader import read_run
from ufo.trace.seal import is_own
from ufo.trace.writer import LogWriter


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state/ufo"


def _events(log: LogWriter) -> None:
    log.on_event(
        RunStarted(run_id=log.run_id, request="do it", model="m", desktop="d", started="2026-11-29T00:00:00+00:00")
    )
    log.on_event(Noticed(text="Grüße \ud800"))
    log.on_event(Noticed(text="done"))


def _written(folder: Path, masks: Masks | None = None) -> Path:
    log = LogWriter(folder / "logs", masks=masks)
    _events(log)
    log.close()
    return log.folder


def test_what_was_written_here_is_own_and_its_key_is_for_this_person_alone(tmp_path: Path, state: Path) -> None:
    assert is_own(_written(tmp_path))
    assert stat.S_IMODE((state / "runs.key").stat().st_mode) == 0o600
    assert [path.name for path in state.iterdir()] == ["runs.key"]


def test_a_log_that_was_cut_at_any_byte_is_own_as_far_as_it_is_read(tmp_path: Path) -> None:
    run = _written(tmp_path)
    events = run / "events.jsonl"
    data = events.read_bytes()
    first = data.index(b"\n")
    for end in range(first, len(data)):
        events.write_bytes(data[:end])
        assert is_own(run), data[:end]


_NOTICE = Noticed(text="more").model_dump_json().encode()
_CHANGES: list[Callable[[bytes], bytes]] = [
    lambda data: data.replace(b"do it", b"do me"),
    lambda data: data + _NOTICE + b"\n",
    lambda data: data + _NOTICE,
    lambda data: data.partition(b"\n")[2],
    lambda data: b"",
]


@pytest.mark.parametrize("change", _CHANGES)
def test_a_log_that_somebody_changed_is_not_own(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    run = _written(tmp_path)
    events = run / "events.jsonl"
    events.write_bytes(change(events.read_bytes()))
    assert not is_own(run)


def test_a_run_of_another_person_is_not_own_nor_is_one_without_a_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _written(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    assert not is_own(run)
    _written(tmp_path)
    assert not is_own(run)
    own = _written(tmp_path)
    (own / "events.seal").unlink()
    assert not is_own(own)


def test_a_key_that_others_can_read_seals_nothing(tmp_path: Path, state: Path) -> None:
    run = _written(tmp_path)
    (state / "runs.key").chmod(0o644)
    assert not is_own(run)


def test_a_log_stays_own_when_it_is_masked_later_and_when_it_is_gone_on_with(tmp_path: Path) -> None:
    masks = Masks()
    log = LogWriter(tmp_path / "logs", masks=masks)
    _events(log)
    log.on_event(Noticed(text="the word is opensesame"))
    masks.learn("opensesame")
    log.on_event(Noticed(text="further"))
    log.close()
    assert b"opensesame" not in (log.folder / "events.jsonl").read_bytes()
    assert is_own(log.folder)
    again = LogWriter(log.folder.parent, log.run_id, goes_on=True)
    again.on_event(Noticed(text="gone on with"))
    again.close()
    assert is_own(log.folder)
    assert len(read_run(log.folder).of(Noticed)) == 5


def test_what_somebody_else_wrote_does_not_become_own_by_being_gone_on_with(tmp_path: Path) -> None:
    run = _written(tmp_path)
    events = run / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"do it", b"do me"))
    log = LogWriter(run.parent, run.name, goes_on=True)
    log.on_event(Noticed(text="gone on with"))
    log.close()
    assert not is_own(run)
