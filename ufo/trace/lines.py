"""Events, records and texts in the form in which they are written: masked, one line of JSON each; a JSON text stays JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ufo.secrets.masks import Masks
from ufo.trace.events import Event

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Event)


def line_of(event: Event, masks: Masks) -> str:
    return json_line(masks.model(event).model_dump(mode="json"))


def json_line(value: Any) -> str:
    # File names and clipboard texts may hold lone surrogates, which UTF-8 cannot encode; JSON can, escaped.
    return json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace").decode("utf-8")


def end_with_whole_line(path: Path) -> None:
    """Cut away the last line of a log where it was not written in full; end it where only its line end is missing. Raises
    OSError.
    """
    if not path.exists():
        return
    data = path.read_bytes()
    kept, _, rest = data.rpartition(b"\n")
    if not rest:
        return
    if _json(rest.decode("utf-8", "replace")) is not None:
        with path.open("ab") as file:
            file.write(b"\n")
        return
    os.truncate(path, len(kept) + 1 if kept else 0)


def masked_line(line: str, masks: Masks) -> str:
    """Mask a line of an earlier log: an event, another record, or any other text, such as a line that was cut."""
    value = _json(line)
    if not isinstance(value, dict):
        return masks.text(line)
    try:
        event = _ADAPTER.validate_python(value)
    except ValidationError:
        masked = masks.value(value)
        return json_line(masked) if masked != value else line
    return line_of(event, masks) if masks.model(event) is not event else line


def masked_text(text: str, masks: Masks) -> str:
    value = _json(text)
    if not isinstance(value, dict | list):
        return masks.text(text)
    masked = masks.value(value)
    return json.dumps(masked, ensure_ascii=False, indent=1) if masked != value else text


def _json(text: str) -> Any:
    try:
        return json.loads(text) if text.startswith(("{", "[")) else None
    except (ValueError, RecursionError):
        return None
