"""Writes the small files in which the person's own answers are kept: whole or not at all, and readable for them alone."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from pydantic import BaseModel

from ufo.errors import ConfigError
from ufo.platform import open_flags


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
