from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.trace.sample_run import write_run
from ufo.errors import TraceError
from ufo.trace.cost import account_of
from ufo.trace.emitter import Emitter
from ufo.trace.events import Noticed, StepEnded
from ufo.trace.reader import read_run
from ufo.trace.writer import LogWriter, new_run_id


def test_a_run_reads_back_whole(tmp_path: Path) -> None:
    log = write_run(tmp_path)
    run = read_run(log.folder)
    assert run.finished and not run.torn and not run.doubts
    assert (run.run_id, run.request, run.model) == (log.run_id, "Write a shopping list and save it", "openai:gpt")
    assert [step.step for step in run.of(StepEnded)] == [1, 2]
    assert [use.usage.input_tokens for use in account_of(run.events).uses] == [3600]
    assert (log.folder / "action_step1_annotated.png").read_bytes().startswith(b"\x89PNG")
    assert len((log.folder / "response.log").read_text().splitlines()) == 2
    assert not list(log.folder.glob(".*"))


def test_requests_are_kept_without_their_pictures(tmp_path: Path) -> None:
    log = LogWriter(tmp_path)
    log.log_request({"step": 1, "messages": [{"text": "hello", "image": "data:image/png;base64,AAAA"}], "raw": b"12"})
    log.close()
    row = json.loads((log.folder / "request.log").read_text())
    assert row == {"step": 1, "messages": [{"text": "hello", "image": "(picture)"}], "raw": "(2 bytes)"}


def test_run_ids_are_safe_file_names_and_never_twice_the_same() -> None:
    ids = {new_run_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(text.replace("-", "").isalnum() for text in ids)


def test_a_log_folder_that_is_a_file_is_told_with_the_next_move(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("")
    with pytest.raises(TraceError, match="--log-dir"):
        LogWriter(tmp_path / "logs")


@pytest.mark.parametrize("path", ["../x", "/etc/x", "a/../../x", "..\\x", ""])
def test_nothing_is_written_outside_of_the_run_folder(tmp_path: Path, path: str) -> None:
    with pytest.raises(TraceError, match="run's folder"):
        LogWriter(tmp_path).save_text(path, "x")


def test_a_full_disk_is_told_once_and_the_run_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    broken = _reopened(tmp_path)
    emitter = Emitter([broken], lambda: 0.0)
    emitter.emit(Noticed(text="one"))
    emitter.emit(Noticed(text="two"))
    broken.close()
    assert broken.failure is not None and "goes on without a log" in broken.failure
    assert len(caplog.records) == 1


def _reopened(log_dir: Path) -> LogWriter:
    """A writer whose events go to a full device."""
    log = LogWriter(log_dir, "other")
    log.close()
    target = log_dir / "other" / "events.jsonl"
    target.unlink()
    target.symlink_to("/dev/full")
    log._files["events.jsonl"] = target.open("a", encoding="utf-8")
    return log


def test_a_vanished_folder_does_not_stop_the_run(tmp_path: Path) -> None:
    log = LogWriter(tmp_path)
    for file in log.folder.iterdir():
        file.unlink()
    log.folder.rmdir()
    log.folder.write_text("in the way")
    log.save_text("a.txt", "x")
    assert log.failure is not None
    log.close()


def test_lone_surrogates_are_written(tmp_path: Path) -> None:
    log = LogWriter(tmp_path)
    Emitter([log], lambda: 0.0).emit(Noticed(text="file \udcff"))
    log.close()
    assert read_run(log.folder).of(Noticed)[0].text == "file \udcff"
