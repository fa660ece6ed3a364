"""Lists what a file of settings would change, setting by setting, in words that cannot pass for others on a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ufo.config.files import SettingsFile
from ufo.config.load import validated
from ufo.config.origin import by_origin
from ufo.config.settings import Settings
from ufo.errors import ConfigError

_MOST_CHARACTERS = 2000
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `before` is the value in effect and `after` the value in the file, both as JSON in ASCII; "" where there is
    none. `guarded`: it counts only with trust.
    """

    setting: str
    before: str
    after: str
    guarded: bool


def changes(file: SettingsFile, current: Settings) -> tuple[Change, ...]:
    """Return everything that the file sets, also where the value is the same already. Raises ConfigError where the file is not
    valid or cannot be shown in full.
    """
    guarded = by_origin(Settings, file.data).withheld
    before = current.model_dump(mode="json")
    after = validated(**file.data).model_dump(mode="json")
    return tuple(
        Change(
            _named(path),
            _as_json(file, path, old),
            _as_json(file, path, new),
            any(_within(path, one) for one in guarded),
        )
        for setting in _settings_in(file.data)
        for path, old, new in _differing(setting, _at(before, setting), _at(after, setting))
    )


def _settings_in(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    split = by_origin(Settings, data)
    yield from (tuple(name.split(".")) for name in split.withheld)
    for name, value in split.kept.items():
        if isinstance(value, Mapping):
            yield from ((name, key) for key in value)
        else:
            yield (name,)


def _at(values: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        values = values.get(part, _NOTHING) if isinstance(values, Mapping) else _NOTHING
    return values


def _differing(path: tuple[str, ...], old: Any, new: Any) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield a setting with its old and new value; of a table, only the entries that differ."""
    if not isinstance(new, Mapping):
        yield path, old, new
        return
    was = old if isinstance(old, Mapping) else {}
    for name in {**was, **new}:
        if was.get(name, _NOTHING) != new.get(name, _NOTHING):
            yield from _differing((*path, name), was.get(name, _NOTHING), new.get(name, _NOTHING))


def _as_json(file: SettingsFile, path: tuple[str, ...], value: Any) -> str:
    if value is _NOTHING:
        return ""
    text = json.dumps(value)
    if len(text) > _MOST_CHARACTERS:
        raise ConfigError(f"`{_named(path)}` in {str(file.path)!r} is too long to be shown whole; shorten it")
    return text


def _named(path: tuple[str, ...]) -> str:
    return ".".join(ascii(part)[1:-1] for part in path)


def _within(path: tuple[str, ...], setting: str) -> bool:
    return ".".join(path[: setting.count(".") + 1]) == setting
