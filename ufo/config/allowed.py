"""Stores which applications may be worked on the person's own screen without being asked about, and which never may."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from ufo.config.files import require_own
from ufo.config.own_file import write_own
from ufo.errors import ConfigError
from ufo.platform.state_folder import state_folder

Standing = Literal["always", "never"]


class Allowed(BaseModel):
    """The person's `answer` about one application, and the time `since` when it holds, in ISO 8601."""

    model_config = ConfigDict(frozen=True)

    answer: Standing
    since: str


_ALL = TypeAdapter(dict[str, Allowed])


class AllowedApplications:
    """The answers, kept with the person's state and readable for them alone. An application goes by its root ("gimp")."""

    def __init__(self) -> None:
        self._file = state_folder().expanduser() / "allowed.json"

    def all(self) -> Mapping[str, Allowed]:
        """Return the answers by application. Raises ConfigError where they cannot be read: nothing is allowed then."""
        if not self._file.exists():
            return {}
        require_own(self._file)
        try:
            return _ALL.validate_json(self._file.read_bytes())
        except (ValidationError, OSError) as error:
            raise ConfigError(f"{str(self._file)!r} cannot be read; remove it, and answer again") from error

    def remember(self, application: str, answer: Standing) -> None:
        """Keep the answer. Raises ConfigError where the file cannot be read or written."""
        since = datetime.now(UTC).isoformat(timespec="seconds")
        write_own(self._file, {**self.all(), application: Allowed(answer=answer, since=since)})

    def forget(self, application: str) -> bool:
        """Ask about the application again, and return whether there was an answer. Raises ConfigError."""
        left = dict(self.all())
        if left.pop(application, None) is None:
            return False
        write_own(self._file, left)
        return True
