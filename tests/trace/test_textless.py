from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.trace.sample_run import write_run
from ufo.trace.reader import parsed
from ufo.trace.textless import textless

_OURS = {
    "kind",
    "agent",
    "application",
    "model",
    "state",
    "status",
    "function",
    "started",
    "run_id",
    "on",
    "effect",
    "action_string",
}


def _texts(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if name not in _OURS else []
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, name)


def test_events_without_texts_are_the_same_events(tmp_path: Path) -> None:
    lines = (write_run(tmp_path).folder / "events.jsonl").read_bytes().splitlines()
    bare = list(textless([*lines, b"no event"]))
    assert bare.pop() == b""
    events, doubts = parsed(bare)
    assert ([(event.kind, event.at) for event in events], doubts) == ([(e.kind, e.at) for e in parsed(lines)[0]], [])
    said = {text for line in lines for text in _texts(json.loads(line)) if len(text.split()) > 1}
    assert said and not [text for text in said if text.encode() in b"".join(bare)]
