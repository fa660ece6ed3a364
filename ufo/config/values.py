"""Describes every setting (what it means, its value, who may set it, where its value came from), and what a file would change,
in words that cannot pass for others on a terminal.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from ufo.config.files import SettingsFile
from ufo.config.load import PREFIX, load_settings, meant, validated
from ufo.config.origin import Counting, Origin, Unit, by_origin, counting, section_of
from ufo.config.settings import Environment, Settings
from ufo.errors import ConfigError

Source = Literal["default", "own file", "folder's file", "environment", "option"]


@dataclass(frozen=True, slots=True)
class Value:
    """One setting. `value` and `default` are JSON, with secrets masked. `where`: the file or the variable that the value came
    from; "" for the other sources.

    `harmless`: the `ufo.yaml` of any folder may set it, even of one that is not trusted.
    """

    name: str
    value: Any
    default: Any
    source: Source
    where: str
    description: str
    unit: str
    harmless: bool

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + self.name.upper().replace(".", "__")


def values(overrides: Mapping[str, Any] | None = None) -> tuple[Value, ...]:
    """Return all settings as a run with these options would have them. Raises ConfigError."""
    options = overrides or {}
    current = load_settings(lambda _: None, **options).model_dump(mode="json", by_alias=True)
    origins = _Origins(options, counting(Settings))
    return tuple(_described(Settings, "", current, _bare(), origins))


def value_of(name: str, among: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the setting of that name, or all settings of a section. Raises ConfigError where there is neither."""
    found = tuple(value for value in among if value.name == name or value.name.startswith(f"{name}."))
    if not found:
        raise ConfigError(f"there is no setting {name!r}{meant(name, [value.name for value in among])}")
    return found


def defaults() -> tuple[Value, ...]:
    """Return all settings with their default values."""
    bare = _bare()
    return tuple(_described(Settings, "", bare, bare, _Origins({}, Counting({}), {})))


def _bare() -> dict[str, Any]:
    return Settings.model_construct().model_dump(mode="json", by_alias=True)


class _Origins:
    """Finds the source of a setting; of several, the one that wins (see `Settings`)."""

    def __init__(
        self, options: Mapping[str, Any], files: Counting, environment: Mapping[str, Any] | None = None
    ) -> None:
        self._options = options
        self._environment = Environment(Settings)() if environment is None else environment
        self._files = files

    def of(self, path: tuple[str, ...]) -> tuple[Source, str]:
        if _has(self._options, path):
            return "option", ""
        if _has(self._environment, path):
            return "environment", _variable(path)
        if self._files.file is not None and _has(self._files.of_folder, path):
            return "folder's file", str(self._files.file.path.absolute())
        if self._files.own is not None and _has(self._files.own.data, path):
            return "own file", str(self._files.own.path)
        return "default", ""


def _described(
    model: type[BaseModel], prefix: str, current: Mapping[str, Any], bare: Mapping[str, Any], origins: _Origins
) -> Iterator[Value]:
    """`bare`: the values of this section where nothing is set, which are not always those of its class."""
    for name, field in model.model_fields.items():
        section = section_of(field)
        path = f"{prefix}{name}"
        if section is not None:
            yield from _described(section, f"{path}.", current[name], bare[name], origins)
            continue
        source, where = origins.of(tuple(path.split(".")))
        units = [unit.name for unit in field.metadata if isinstance(unit, Unit)]
        yield Value(
            name=path,
            value=current[name],
            default=bare[name],
            source=source,
            where=where,
            description=" ".join((field.description or "").split()),
            unit=units[0] if units else "",
            harmless=Origin.ANY_FOLDER in field.metadata,
        )


def _has(data: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    held: Any = data
    for part in path:
        if not isinstance(held, Mapping) or part not in held:
            return False
        held = held[part]
    return True


def _variable(path: tuple[str, ...]) -> str:
    """Return the variable that is set: of the setting itself, of an entry in it, or of its whole section."""
    name = PREFIX + "__".join(path).upper()
    known = {text.upper(): text for text in os.environ}
    inner = next((known[text] for text in sorted(known) if text.startswith(f"{name}__")), None)
    return known.get(name) or inner or known.get(PREFIX + path[0].upper(), name)


def told(value: Any) -> str:
    """Return a value as one line, with all characters escaped that a terminal would obey."""
    return json.dumps(value) if not isinstance(value, str) else json.dumps(value)[1:-1]


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
            any(_within(path, text) for text in guarded),
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
