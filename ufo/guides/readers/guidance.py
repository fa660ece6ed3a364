"""Reads help documents in the JSON form of the described system: a request, and what to do for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ufo.errors import UnreadableDocument
from ufo.guides.readers.markup import decoded
from ufo.guides.readers.outline import Outline, Page


def read_guidance(data: bytes, name: str) -> Page:
    """Read one object or a list of them, each with `application`, `request` and `guidance`. Raises UnreadableDocument."""
    try:
        said = json.loads(decoded(data))
    except (ValueError, RecursionError) as error:
        raise UnreadableDocument(f"{name} is broken: it is no JSON ({error})") from error
    entries = list(_entries(said, name))
    applications = {application for application, _, _ in entries}
    if len(applications) > 1:
        raise UnreadableDocument(
            f"{name} is about several applications ({', '.join(sorted(applications))}); write a file for each"
        )
    outline = Outline()
    for _, request, steps in entries:
        outline.heading(1, request)
        for number, step in enumerate(steps, start=1):
            outline.block(step if len(steps) == 1 else f"{number}. {step}")
    return outline.page("", next(iter(applications), ""))


def _entries(said: Any, name: str) -> Iterator[tuple[str, str, list[str]]]:
    for one in said if isinstance(said, list) else [said]:
        request = one.get("request") if isinstance(one, Mapping) else None
        guidance = one.get("guidance") if isinstance(one, Mapping) else None
        steps = [guidance] if isinstance(guidance, str) else guidance
        if not isinstance(request, str) or not isinstance(steps, list):
            raise UnreadableDocument(f'{name} holds no help: each entry needs a "request" and a list "guidance"')
        application = one.get("application")
        yield application if isinstance(application, str) else "", request, [str(step) for step in steps]
