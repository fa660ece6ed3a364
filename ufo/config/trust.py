"""Stores which folders' settings the person trusts, each with the digest of its file: a changed file is no longer trusted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from ufo.config.files import SettingsFile, own_folder, require_own
from ufo.config.own_file import write_own
from ufo.errors import ConfigError


class Trusted(BaseModel):
    """A trusted file: the `sha256` of its content, and the time `since` when, in ISO 8601."""

    model_config = ConfigDict(frozen=True)

    sha256: str
    since: str


_ALL = TypeAdapter(dict[str, Trusted])


class TrustStore:
    """The trusted folders, kept in the person's own configuration and readable for them alone."""

    def __init__(self) -> None:
        self._file = own_folder() / "trusted.json"

    def all(self) -> Mapping[str, Trusted]:
        """Return the trusted files by folder. Raises ConfigError where the store cannot be read."""
        if not self._file.exists():
            return {}
        require_own(self._file)
        try:
            return _ALL.validate_json(self._file.read_bytes())
        except (ValidationError, OSError) as error:
            raise ConfigError(f"{str(self._file)!r} cannot be read; remove it, and trust your folders again") from error

    def trusts(self, file: SettingsFile) -> bool:
        found = self.all().get(_folder_of(file))
        return found is not None and found.sha256 == file.digest

    def knows(self, file: SettingsFile) -> bool:
        """Tell whether the folder was trusted, with this content or another one."""
        return _folder_of(file) in self.all()

    def trust(self, file: SettingsFile) -> None:
        """Trust the folder with this content. Raises ConfigError where the store cannot be read or written."""
        since = datetime.now(UTC).isoformat(timespec="seconds")
        write_own(self._file, {**self.all(), _folder_of(file): Trusted(sha256=file.digest, since=since)})

    def forget(self, folder: Path) -> bool:
        """Trust a folder no longer, and return whether it was trusted. The folder itself may be gone. Raises ConfigError."""
        left = dict(self.all())
        if left.pop(str(folder.resolve()), None) is None:
            return False
        write_own(self._file, left)
        return True


def _folder_of(file: SettingsFile) -> str:
    """Return the folder that the file lies in: a link is trusted in its own folder, not in the one that it leads to."""
    return str(file.path.parent.resolve())
