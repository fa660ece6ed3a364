"""Reads the files of settings, once each: the person's own, and the one in the working folder. No error shows a value."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ufo.errors import ConfigError
from ufo.platform.owners import belongs_to_another, others_may_write, own_id

NAME = "ufo.yaml"
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file of settings. `digest` is the SHA-256 of exactly the bytes that `data` was read from."""

    path: Path
    data: Mapping[str, Any] = field(repr=False)
    digest: str


def own_folder() -> Path:
    """Return the folder of the person's configuration."""
    return Path("~/.config/ufo").expanduser()


def read_own() -> SettingsFile | None:
    """Read the person's own file; None where there is none. Raises ConfigError, also where another user could have written it:
    this file decides what runs without a question.
    """
    path = own_folder() / NAME
    if not _is_file(path):
        return None
    require_own(path)
    return read(path)


def read_in(folder: Path) -> SettingsFile | None:
    """Read the file in a folder; None where there is none, or where it is the person's own. Raises ConfigError.

    Its owner does not matter, nor whether it is a link: the settings that count without trust are harmless whoever wrote
    them, and trust depends on the content.
    """
    path = folder / NAME
    own = own_folder() / NAME
    if not _is_file(path) or (_is_file(own) and path.samefile(own)):
        return None
    return read(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        raise ConfigError(f"cannot read {str(path)!r}: {error.strerror}; correct its permissions") from error


def read(path: Path) -> SettingsFile | None:
    """Read a file of settings; None where it is gone. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"cannot read {str(path)!r}: {error.strerror}; correct its permissions") from error
    if len(content) > _MOST_BYTES:
        raise ConfigError(
            f"{str(path)!r} is larger than {_MOST_BYTES // 1_000_000} MB, which no settings file needs; make it smaller"
        )
    return SettingsFile(path, _parsed(path, content), hashlib.sha256(content).hexdigest())


def _parsed(path: Path, content: bytes) -> Mapping[str, Any]:
    try:
        data = yaml.safe_load(content.decode("utf-8"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ConfigError(f"{str(path)!r} is not valid YAML{where}: {error.problem}; correct it") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
        raise ConfigError(f"{str(path)!r} is not a UTF-8 YAML file; correct or remove it") from None
    if data is None:
        return {}
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise ConfigError(f"{str(path)!r} must hold settings as `name: value` lines")
    return data


def require_own(path: Path) -> None:
    """Require that no other user may write to a file of the person's configuration or replace it. Raises ConfigError."""
    for place in _file_and_folders(path):
        about = place.stat()
        if belongs_to_another(about):
            raise ConfigError(
                f"{str(place)!r} belongs to another user; take it over with: sudo chown {own_id()} {place}"
            )
        # In a folder with the sticky bit users can replace only their own files.
        if others_may_write(about) and not (place.is_dir() and about.st_mode & stat.S_ISVTX):
            raise ConfigError(
                f"other users may write to {str(place)!r}; take that right from them with: chmod go-w {place}"
            )


def _file_and_folders(path: Path) -> Iterator[Path]:
    """Yield the file and the folders down to it from the person's home, or only its own folder where the file is outside the
    home.
    """
    real, home = path.resolve(), Path.home().resolve()
    yield real
    for folder in real.parents:
        yield folder
        if folder == home or not folder.is_relative_to(home):
            return
