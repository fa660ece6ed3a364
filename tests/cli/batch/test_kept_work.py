from __future__ import annotations

import fcntl
import json
from pathlib import Path

import pytest

from tests.requirement import requirement
from ufo.cli.batch.kept_work import KeptWork
from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.store.places import open_store
from ufo.secrets import files


def _end(outcome: AttemptOutcome) -> AttemptEnd:
    return AttemptEnd(outcome=outcome, summary={"outcome": outcome.value})


@requirement("batch:kill")
def test_what_had_ended_is_known_after_a_kill_at_any_moment(tmp_path: Path) -> None:
    work = KeptWork(tmp_path / "r.json")
    store = open_store(str(work.store))
    for name, outcome in (("stored", AttemptOutcome.FAILED), ("stopped", AttemptOutcome.CANCELLED)):
        attempt = AttemptId.parse(f"batch-1/{name}/0/1")
        store.begin(attempt, "w")
        store.finish(attempt, "w", None, _end(outcome))
    for name, text in (("ended", _end(AttemptOutcome.VERIFIED).model_dump_json()), ("cut", '{"outcome": "VER')):
        folder = work.attempts / f"batch-1+{name}+0+1"
        files.make_folder(folder)
        (folder / "end.json").write_text(text)
    (work.attempts / "batch-1+going on+0+1").mkdir()
    work.close(done_with=False)

    again = KeptWork(tmp_path / "r.json", wait_s=0)
    assert again.ended() == {"stored": {"outcome": "FAILED"}, "ended": {"outcome": "VERIFIED"}}
    again.close(done_with=True)
    assert list(tmp_path.iterdir()) == []


@requirement("batch:kill")
def test_the_journal_of_an_earlier_release_is_read_and_removed_with_the_rest(tmp_path: Path) -> None:
    journal = tmp_path / "r.json.journal"
    lines = [json.dumps({"key": key, "summary": {"outcome": "VERIFIED"}}) for key in ("a", "c")]
    journal.write_text(f"\n{lines[0]}\n" + '{"key": "b", "summ' + f"\n{lines[1]}\n" + '{"key": "d"')
    work = KeptWork(tmp_path / "r.json")
    assert sorted(work.ended()) == ["a", "c"]
    work.close(done_with=True)
    assert list(tmp_path.iterdir()) == []


def test_one_result_file_has_one_batch_at_a_time_also_of_an_earlier_release(tmp_path: Path) -> None:
    work = KeptWork(tmp_path / "r.json")
    with pytest.raises(ConfigError, match="another ufo batch"):
        KeptWork(tmp_path / "r.json", wait_s=0)
    work.close(done_with=True)
    with (tmp_path / "r.json.journal").open("w") as journal:
        fcntl.flock(journal, fcntl.LOCK_EX)
        with pytest.raises(ConfigError, match="another ufo batch"):
            KeptWork(tmp_path / "r.json", wait_s=0)
    KeptWork(tmp_path / "r.json", wait_s=0).close(done_with=True)


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="choose another place with --out"):
        KeptWork(tmp_path / "file" / "r.json")
