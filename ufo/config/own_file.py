"""The small files in which the person's own answers are kept: written whole or not at all, and readable for them alone."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Generic, TypeVar
from uuid import uuid4

from pydantic import BaseModel, TypeAdapter, ValidationError

from ufo.config.files import require_own
from ufo.errors import ConfigError
from ufo.platform import open_flags

Kept = TypeVar("Kept", bound=BaseModel)


class OwnFile(Generic[Kept]):
    """One such file: what is `kept` by its name. `again` tells what a person does once they have removed it."""

    def __init__(self, path: Path, kept: type[Kept], again: str) -> None:
        self._path = path
        self._read = TypeAdapter(dict[str, kept])  # type: ignore[valid-type]  # a type that is known at run time
        self._again = again

    def all(self) -> Mapping[str, Kept]:
        """Return all by name. Raises ConfigError where the file cannot be read: it counts as holding nothing then."""
        if not self._path.exists():
            return {}
        require_own(self._path)
        try:
            return self._read.validate_json(self._path.read_bytes())
        except (ValidationError, OSError) as error:
            raise ConfigError(f"{str(self._path)!r} cannot be read; remove it, and {self._again}") from error

    def keep(self, name: str, value: Kept) -> None:
        """Keep a value. Raises ConfigError where the file cannot be read or written."""
        write_own(self._path, {**self.all(), name: value})

    def forget(self, name: str) -> bool:
        """Take a value away, and return whether there was one. Raises ConfigError."""
        left = dict(self.all())
        if left.pop(name, None) is None:
            return False
        write_own(self._path, left)
        return True


def now() -> str:
    """Return the time now, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_own(path: Path, values: Mapping[str, BaseModel]) -> None:
    """Write the values by their names, as JSON. Raises ConfigError where that fails; the file stays as it was then."""
    draft = path.with_name(f".{path.name}.{uuid4().hex}")
    text = json.dumps({name: value.model_dump() for name, value in values.items()}, indent=1)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | open_flags.BINARY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise ConfigError(
            f"{str(path)!r} cannot be written: {error.strerror}; make room or correct its rights"
        ) from error
