"""`ufo learn`: reads help documents into the index of what was learned, by the extension that knows how each is read."""

from __future__ import annotations

from collections.abc import Callable

from ufo.extensions import Group, find


def learn(what: list[str], application: str | None, *, as_json: bool) -> int:
    """Learn what is named. Raises ConfigError where the extension is not installed."""
    read: Callable[..., int] = find(Group.COMMANDS, "learn")
    return read(what, application, as_json=as_json)
