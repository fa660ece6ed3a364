"""Where a fleet's database is, as a person writes it, and how it is reached. No error here holds its password."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import sqlalchemy
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ufo.errors import ConfigError
from ufo.secrets import files

T = TypeVar("T")

POOL, OWN_POOL = 5, 3
"""The most connections of one worker: those of the engine, and those of our own tables, by which it beats. PostgreSQL takes 100
from all together, unless it is told otherwise.
"""

_SECRET_PARTS = frozenset({"password", "sslpassword", "passfile"})
_HELLO_S = 10
# A machine that is cut off must notice that before others take its work over.
_POSTGRES = {
    "connect_timeout": _HELLO_S,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}
# What is cut off in a transaction must hold no locks any more when others take its work over, which would wait for them.
_OPTIONS = "-c idle_in_transaction_session_timeout=30000"
_BUSY_S = 30


@dataclass(frozen=True, slots=True)
class Database:
    """A database that exists, or an SQLite file that may be made. Printed, it shows no password."""

    url: sqlalchemy.URL

    @staticmethod
    def parse(text: str) -> Database:
        """Return the database of `sqlite:///file`, `postgresql://user@host/name` or the path of a file. Raises ConfigError."""
        if "://" not in text:
            return Database.in_file(Path(text))
        try:
            url = sqlalchemy.make_url(text)
        except (ArgumentError, ValueError):
            raise ConfigError(
                "the address of the fleet's database cannot be read; write postgresql://user@host/name or sqlite:///file"
            ) from None
        kind = url.get_backend_name()
        if kind not in ("sqlite", "postgresql"):
            raise ConfigError(f"a fleet keeps its work in sqlite or postgresql, and not in {kind!r}")
        if not url.database or url.database == ":memory:":
            raise ConfigError(
                f"the address {_shown(url)!r} names no database; write its name or file after the last '/'"
            )
        return Database(url.set(drivername="postgresql+psycopg" if kind == "postgresql" else "sqlite"))

    @staticmethod
    def in_file(path: Path) -> Database:
        return Database(sqlalchemy.URL.create("sqlite", database=str(path.expanduser().absolute())))

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def secret_url(self) -> str:
        """The whole address, with its password: for the engine alone."""
        return self.url.render_as_string(hide_password=False)

    def __str__(self) -> str:
        return _shown(self.url)

    def __repr__(self) -> str:
        return f"Database({_shown(self.url)!r})"

    def open(self, connections: int = OWN_POOL) -> sqlalchemy.Engine:
        """Return an engine with at most so many connections. Nothing is connected yet."""
        pool = {"pool_size": connections, "max_overflow": 0, "pool_timeout": _BUSY_S, "pool_pre_ping": True}
        if self.is_sqlite:
            engine = sqlalchemy.create_engine(self.url, connect_args={"timeout": _BUSY_S}, **pool)
            event.listen(engine, "connect", _write_at_once)
        else:
            engine = sqlalchemy.create_engine(self.url, connect_args=self._manner(), **pool)
            event.listen(engine, "handle_error", _call_it_away)
        return engine

    def _manner(self) -> dict[str, Any]:
        """Return how connections to PostgreSQL are made, where the address does not say it otherwise."""
        asked = self.url.query
        options = " ".join(filter(None, [str(asked.get("options", "")), _OPTIONS]))
        return {**{name: value for name, value in _POSTGRES.items() if name not in asked}, "options": options}

    def make_private(self) -> None:
        """Make SQLite's file, where it is missing, so that no other user reads the requests in it. Raises OSError."""
        if self.is_sqlite and self.url.database:
            os.close(os.open(self.url.database, os.O_RDWR | os.O_CREAT, files.FILE_MODE))

    def reached(self, act: Callable[[], T]) -> T:
        """Return what `act` returns. Raises ConfigError where the database cannot be reached or refuses."""
        try:
            return act()
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise ConfigError(f"the fleet's database {self} cannot be used: {self.told(error)}") from None

    def told(self, error: BaseException) -> str:
        """Return an error's first line, without the statement and without the password."""
        original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        text = original.strerror if isinstance(original, OSError) and original.strerror else str(original)
        line = next((part.strip() for part in text.splitlines() if part.strip()), type(original).__name__)
        for secret in self._secrets():
            line = line.replace(secret, "…")
        return line

    def _secrets(self) -> list[str]:
        given = [self.url.password, *(self.url.query.get(part) for part in _SECRET_PARTS)]
        return [str(secret) for secret in given if secret]


def _shown(url: sqlalchemy.URL) -> str:
    kept = {name: value for name, value in url.query.items() if name not in _SECRET_PARTS}
    return url.set(query=kept, drivername=url.get_backend_name()).render_as_string(hide_password=True)


def _call_it_away(context: sqlalchemy.ExceptionContext) -> None:
    """Let each failure to connect count as one that passes: DBOS waits for the server then, but knows only some of the words in
    which psycopg tells it, and not those of a missing socket, name or route.
    """
    if context.connection is None and isinstance(context.original_exception, psycopg.OperationalError):
        context.is_disconnect = True


def _write_at_once(connection: Any, _record: object) -> None:
    """Let SQLite's readers not wait for its writer, and each transaction that writes take its turn at its beginning."""
    connection.isolation_level = "IMMEDIATE"
    connection.execute(f"PRAGMA busy_timeout={_BUSY_S * 1000}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
