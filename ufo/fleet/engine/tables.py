"""The tables that the fleet has beside the engine's: workers and their leases, what attempts tell, questions, paces of calls, and
who has a name that one has alone.

They hold short masked lines, never pictures, texts that were typed, or secrets. No call into the engine stands inside a
transaction on them: on SQLite the two would wait for each other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa
from dbos import DBOS
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, ProgrammingError, TimeoutError

from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.json_only import read_json_only

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

SCHEMA = 2
"""The version of these tables. A database with a later one belongs to a later release, and is refused."""

RELEASE = "ufo-fleet-1"
"""The version of the recorded steps of an attempt. A worker plays tasks of its own version alone: another order of steps could
not go on where they were left.
"""

APPLICATION = "ufo-fleet"
_PREPARE_LOCK = 7_314_902

_TABLES = sa.MetaData()

FLEET = sa.Table("ufo_fleet", _TABLES, sa.Column("version", sa.Integer, primary_key=True))

WORKERS = sa.Table(
    "ufo_worker",
    _TABLES,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("counter", sa.BigInteger, nullable=False),
    sa.Column("release", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("place", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("desktops", sa.Integer, nullable=False),
    sa.Column("queues", sa.Text, nullable=False),
    sa.Column("running", sa.Integer, nullable=False),
    sa.Column("says", sa.Text, nullable=False),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("taken_by", sa.Text, nullable=False),
)

ATTEMPTS = sa.Table(
    "ufo_attempt",
    _TABLES,
    sa.Column("attempt", sa.Text, primary_key=True),
    sa.Column("job", sa.Text, nullable=False, index=True),
    sa.Column("worker", sa.Text, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("cost", sa.Float, nullable=False),
    sa.Column("told", sa.Float, nullable=False, index=True),
)

QUESTIONS = sa.Table(
    "ufo_question",
    _TABLES,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("attempt", sa.Text, nullable=False, index=True),
    sa.Column("task", sa.Text, nullable=False, index=True),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("desktop", sa.Text, nullable=False),
    sa.Column("decision", sa.Text, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
)

PACES = sa.Table(
    "ufo_pace",
    _TABLES,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("next", sa.Float, nullable=False),
)

ALONE = sa.Table(
    "ufo_alone",
    _TABLES,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("attempt", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of one database. `now`: its own clock in an expression, in seconds since 1970."""

    database: Database
    engine: sa.Engine

    @property
    def now(self) -> sa.ColumnElement[float]:
        if self.database.is_sqlite:
            # Also SQLite 3.40, whose unixepoch() tells whole seconds.
            return sa.literal_column("((julianday('now') - 2440587.5) * 86400.0)", sa.Float)
        return sa.literal_column("CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS double precision)", sa.Float)

    def change(self, *statements: sa.Executable) -> list[int]:
        """Carry the statements out in one transaction; return how many rows each has changed."""
        with self.engine.begin() as connection:
            return [connection.execute(statement).rowcount for statement in statements]

    def rows(self, statement: sa.Select[Any]) -> list[sa.RowMapping]:
        with self.engine.connect() as connection:
            return list(connection.execute(statement).mappings())

    def added(self, statement: sa.Insert) -> bool:
        """Insert a row; False where its key is taken."""
        try:
            self.change(statement)
        except IntegrityError:
            return False
        return True

    def insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        return sqlite.insert(table) if self.database.is_sqlite else postgresql.insert(table)

    def upsert(self, table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> sa.Executable:
        """Return the statement that writes a row, whether it is there or not."""
        new = self.insert(table).values(**key, **values)
        return new.on_conflict_do_update(index_elements=list(key), set_=values)

    @property
    def schema(self) -> str | None:
        """Where the engine's own tables are."""
        return None if self.database.is_sqlite else "dbos"

    async def surely(self, act: Callable[[], T], every_s: float = 1.0) -> T:
        """Return what `act` returns, as soon as the database is there: no work is lost because it is away for a while."""
        while True:
            try:
                return await asyncio.to_thread(act)
            except (OperationalError, InterfaceError, TimeoutError) as error:
                _LOG.warning("it waits for the database: %s", self.database.told(error))
                await asyncio.sleep(every_s)

    def close(self) -> None:
        self.engine.dispose()


def prepare(database: Database) -> Tables:
    """Return the tables of a database, made where they are missing. Raises ConfigError where it cannot be reached, or belongs to
    a later release.
    """
    read_json_only()
    tables = Tables(database, database.open())
    try:
        database.reached(lambda: _make(tables))
    except BaseException:
        tables.close()
        raise
    return tables


def _make(tables: Tables) -> None:
    tables.database.make_private()
    version = _version(tables)
    if version is None or version < SCHEMA:
        # What is missing is made; a version that changes a table is to say how.
        DBOS.migrate(tables.database.secret_url)
        with tables.engine.begin() as connection:
            # Two that create one table at the same moment would collide.
            if tables.database.is_sqlite:
                connection.execute(sa.text("BEGIN IMMEDIATE"))
            else:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_PREPARE_LOCK)))
            _TABLES.create_all(connection)
        tables.added(sa.insert(FLEET).values(version=SCHEMA))
        version = _version(tables)
    if version is not None and version > SCHEMA:
        raise ConfigError(
            f"the fleet's database {tables.database} has version {version}, and this release of ufo knows {SCHEMA}: "
            "update ufo on this machine"
        )


def _version(tables: Tables) -> int | None:
    """Return the version of the tables, None where there are none yet."""
    try:
        rows = tables.rows(sa.select(sa.func.max(FLEET.c.version).label("version")))
    except (OperationalError, ProgrammingError):
        if sa.inspect(tables.engine).has_table(FLEET.name):
            raise
        return None
    found = rows[0]["version"]
    return None if found is None else int(found)
