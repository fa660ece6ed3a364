"""Where a fleet's database and its store are: as the person names them, or both in this user's state folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.jobs.seams import Store
from ufo.fleet.store.places import open_store
from ufo.platform.state_folder import state_folder
from ufo.secrets import files

_FOLDER = "fleet"


@dataclass(frozen=True, slots=True)
class FleetPlace:
    """`database`, `store`: as the person wrote them, None for the ones of this user on this machine."""

    database: str | None = None
    store: str | None = None

    def opened_database(self) -> Database:
        """Return the database. Raises ConfigError for what is no address of one."""
        if self.database:
            return Database.parse(self.database)
        try:
            files.make_folder(self.own)
        except OSError as error:
            raise ConfigError(f"{str(self.own)!r} cannot be made: {error.strerror}; name a --database") from None
        return Database.in_file(self.own / "fleet.sqlite")

    def opened_store(self) -> Store:
        """Return the store. Raises ConfigError where many machines may share the database and nobody said what they share files
        by.
        """
        if self.store:
            return open_store(self.store)
        database = self.opened_database()
        if not database.is_sqlite:
            raise ConfigError(
                "with PostgreSQL the machines need a store that all of them reach: --store FOLDER, a shared one, or "
                "--store s3://BUCKET/PREFIX (also UFO_STORE)"
            )
        return open_store(str(Path(str(database.url.database)).with_suffix(".store")))

    @property
    def own(self) -> Path:
        return state_folder().expanduser() / _FOLDER
