"""A secret that is known late is taken out of what was written before, whatever moment the process is killed at."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ufo.errors import TraceError
from ufo.secrets.masks import Masks
from ufo.trace.emitter import Emitter
from ufo.trace.events import Asked, Noticed, RoundStarted, RunStarted, StepEnded
from ufo.trace.lines import line_of
from ufo.trace.reader import read_run
from ufo.trace.redact import unsay
from ufo.trace.writer import LogWriter

VALUE = 'sword"fish\\9'

# Each line that it reads is a folder and a place. It tells the code that a copy of it ended with, which wrote there and was
# killed at that place. Importing takes longer than writing.
_WRITERS = """
import json, os, signal, sys
from pathlib import Path
from ufo.trace.writer import LogWriter
from ufo.trace.events import Noticed, StepEnded

for line in sys.stdin:
    folder, left = json.loads(line)
    child = os.fork()
    if not child:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()

log = LogWriter(Path(folder), "run")
for number in range(20):
    log.on_event(Noticed(text=f"{number} " + sys.argv[1]))
    log.on_event(StepEnded(agent="A", state="CONTINUE", status="CONTINUE", step=number, response={"thought": sys.argv[1]}))
    log.log_request({"step": number, "messages": [{"role": "user", "text": sys.argv[1]}]})

def on_call(name, arguments):
    global left
    if name in ("open", "os.rename", "os.remove") and str(log.folder) in str(arguments[0]):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(on_call)
log.masks.learn(sys.argv[1])
"""


def _log(folder: Path, masks: Masks | None = None) -> LogWriter:
    return LogWriter(folder, "run", masks)


def _texts(folder: Path) -> str:
    return "".join(path.read_text() for path in folder.rglob("*") if path.is_file())


def _is_held(folder: Path, value: str = VALUE) -> bool:
    text = _texts(folder)
    return value in text or json.dumps(value)[1:-1] in text


def test_what_was_written_before_is_masked_when_a_secret_is_learnt_and_after(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.on_event(RunStarted(run_id="run", request=f"type {VALUE}", model="m", desktop="d", started="now"))
    log.on_event(StepEnded(agent="A", state="CONTINUE", status="CONTINUE", response={"thought": VALUE}))
    log.log_request({"messages": [VALUE]})
    log.save_text("ui_trees/ui_tree_step1.json", json.dumps({"value": VALUE}))
    (log.folder / "ufo.log").write_text(f"a traceback with {VALUE}\n")
    assert _is_held(log.folder)
    log.masks.learn(VALUE)
    assert not _is_held(log.folder)
    log.on_event(Noticed(text=f"again {VALUE}"))
    log.close()
    assert not _is_held(log.folder)
    run = read_run(log.folder)
    assert not run.doubts and not run.torn and run.request == "type •••1•••"
    assert len(run.events) == 3
    assert json.loads((log.folder / "ui_trees" / "ui_tree_step1.json").read_text()) == {"value": "•••1•••"}


@contextmanager
def _killed_at() -> Iterator[Callable[[Path, int], int]]:
    """What has a process write in a folder until it is killed at a place, and tells the code that it ended with."""
    command = [sys.executable, "-c", _WRITERS, VALUE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writers:
        told, codes = writers.stdin, writers.stdout
        assert told is not None and codes is not None

        def code(folder: Path, place: int) -> int:
            told.write(json.dumps([str(folder), place]) + "\n")
            told.flush()
            return int(codes.readline())

        yield code


def test_a_process_that_is_killed_meanwhile_leaves_whole_files_and_the_next_reader_ends_the_masking(
    tmp_path: Path,
) -> None:
    places, masked = 0, []
    with _killed_at() as killed_at:
        while True:
            places += 1
            folder = tmp_path / str(places)
            code = killed_at(folder, places)
            run = read_run(folder / "run")
            assert len(run.events) == 40 and not run.doubts and not run.torn, places
            assert len((folder / "run" / "request.log").read_text().splitlines()) == 20
            masked.append(not _is_held(folder))
            if code == 0:
                break
            assert code == -signal.SIGKILL
    # From the moment on at which all masked files are on the disk, nothing is left of it; and there are such moments.
    assert places > 8 and masked == sorted(masked)
    assert masked[-1] and masked.count(True) >= 3


def test_a_run_that_begins_ends_the_masking_of_another_that_was_killed(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.on_event(Noticed(text=VALUE))
    log.close()
    masks = Masks()
    masks.learn(VALUE)
    (log.folder / ".events.jsonl.masked").write_text(line_of(Noticed(text=VALUE), masks) + "\n")
    assert _is_held(log.folder)
    LogWriter(tmp_path, "another").close()
    assert not _is_held(tmp_path) and len(read_run(log.folder).events) == 1


def test_where_it_cannot_be_masked_the_files_that_hold_it_go(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.on_event(Noticed(text=VALUE))
    log.log_request({"text": "nothing of it"})
    # A folder of the name that the masked file would have.
    (log.folder / ".events.jsonl.masked" / "x").mkdir(parents=True)
    log.masks.learn(VALUE)
    assert "password was known" in (log.failure or "")
    log.close()
    assert not (log.folder / "events.jsonl").exists() and (log.folder / "request.log").exists()


def test_masking_leaves_a_cut_line_and_other_files_as_they_are(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.close()
    (log.folder / "events.jsonl").write_text('{"kind": "noticed", "text": "x"}\n{"kind": "noticed", "te')
    (log.folder / "action_step1.png").write_bytes(VALUE.encode())
    masks = Masks()
    masks.learn(VALUE)
    assert not unsay(log.folder, masks)
    assert (log.folder / "events.jsonl").read_text().endswith('"te')


def test_a_password_that_the_request_names_reaches_no_listener_and_the_person_is_told_a_better_way(
    tmp_path: Path,
) -> None:
    log = _log(tmp_path)
    emitter = Emitter([log], lambda: 0.0, log.masks)
    emitter.emit(
        RunStarted(run_id="run", request="type swordfish+9 into Password", model="m", desktop="d", started="n")
    )
    assert "swordfish+9" not in _texts(log.folder)
    emitter.emit(RoundStarted(round_id=0, request="type swordfish+9 into Password"))
    emitter.emit(Asked(agent="A", question="What is your PIN?", answer="4711 x"))
    log.close()
    run = read_run(log.folder)
    assert ["{{secret:NAME}}" in noticed.text for noticed in run.of(Noticed)] == [True]
    assert "4711" not in _texts(log.folder)


def test_a_folder_that_cannot_be_made_is_still_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="cannot be written"):
        LogWriter(tmp_path / "file")
