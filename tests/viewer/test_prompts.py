"""The prompts of a run, from its log of requests in any state."""

from __future__ import annotations

import json
from pathlib import Path

from ufo.viewer.prompts import prompts_of


def _write(folder: Path, *calls: object, rest: str = "") -> Path:
    (folder / "request.log").write_text("".join(json.dumps(call) + "\n" for call in calls) + rest)
    return folder


def _call(step: int, *texts: str) -> dict[str, object]:
    return {"step": step, "agent": "AppAgent", "messages": [{"role": "user", "text": text} for text in texts]}


def test_a_text_that_was_sent_before_is_not_shown_again(tmp_path: Path) -> None:
    told = prompts_of(_write(tmp_path, _call(1, "rules", "first"), _call(2, "rules", "second")))
    assert [(part.text, part.first_in) for part in told[1]] == [("rules", None), ("first", None)]
    assert [(part.text, part.first_in) for part in told[2]] == [("", 1), ("second", None)]


def test_a_log_that_is_missing_cut_or_damaged_tells_what_it_can(tmp_path: Path) -> None:
    assert prompts_of(tmp_path) == {}
    damaged = _write(tmp_path, _call(1, "x"), {"step": "none"}, ["no call"], rest='not json\n{"step": 2, "agent"')
    assert list(prompts_of(damaged)) == [1]


def test_a_very_long_text_is_cut(tmp_path: Path) -> None:
    (part,) = prompts_of(_write(tmp_path, _call(1, "x" * 100_000)))[1]
    assert 24_000 <= len(part.text) < 25_000 and part.text.endswith("(cut here)")
