"""What the server of records does with SQLite files."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.data.sqlite_files import Changed, Rows, Value, change, query, tables_of
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.launch_arguments import resolve_path

_WORDS = ("SQLite database", "database", "sqlite", "sql", "query", "db file", "records of table")
_MOST_STATEMENTS = 50
Values = Annotated[list[Value], Field(max_length=500, description="what ? stands for, in order")]


class _Statement(BaseModel):
    model_config = ConfigDict(frozen=True)

    sql: Annotated[str, Field(min_length=1)]
    values: Values = []


def add_databases(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.READ_FILE, words=_WORDS))
    async def query_database(
        path: Annotated[str, Field(min_length=1, description="a SQLite file")],
        sql: Annotated[str, Field(description='one SELECT; "" tells the tables')] = "",
        values: Values = [],  # noqa: B006 the schema needs a plain default
        most: Annotated[int, Field(ge=1, le=1000, description="rows")] = 100,
    ) -> dict[str, Any]:
        """Ask a SQLite file by a SELECT, without changing it; without one, tell its tables and their columns."""
        file = scope.judged.require_read(existing(scope, path).resolve())
        if not sql.strip():
            return {"path": named(file), "tables": await asyncio.to_thread(tables_of, file)}
        found = await asyncio.to_thread(query, file, sql, values, most)
        return {"path": named(file)} | _told(found)

    @server.destroys(ToolFacts(kind=ActionKind.CHANGE_DATABASE, words=_WORDS))
    async def change_database(
        path: Annotated[str, Field(min_length=1, description="a SQLite file; a new one is made")],
        statements: Annotated[list[_Statement], Field(min_length=1, max_length=_MOST_STATEMENTS)],
    ) -> ActionReport:
        """Change a SQLite file by INSERT, UPDATE, DELETE or CREATE statements, all in one transaction: all or none."""
        file = scope.judged.require(resolve_path(path, scope.working_folder).resolve())
        if not file.parent.is_dir():
            raise ToolError(f"there is no folder {named(file.parent)!r}; make it first")
        done = await asyncio.to_thread(change, file, [(statement.sql, statement.values) for statement in statements])
        did = any(done.counts) or bool(done.tables)
        return ActionReport(
            value={"path": named(file), **(_told(done.rows) if done.rows else {})},
            effect=Effect.CONFIRMED if did else Effect.SUSPECTED_NOOP,
            route=Route.NATIVE,
            evidence=tuple(_said(done)),
        )


def _told(found: Rows) -> dict[str, Any]:
    told: dict[str, Any] = {"columns": list(found.columns), "rows": [list(row) for row in found.rows]}
    return told | ({"more": "there are more rows; ask for fewer, or by LIMIT and OFFSET"} if found.is_cut else {})


def _said(done: Changed) -> list[str]:
    touched = [f"statement {number}: {count} rows" for number, count in enumerate(done.counts, 1) if count >= 0]
    return [*touched, *(f"{name!r} has {now} rows, it had {before}" for name, (before, now) in done.tables.items())]
