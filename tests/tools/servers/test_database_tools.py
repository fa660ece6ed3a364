"""Records in SQLite files: asked and changed within bounds, and never beyond the one file."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from tests.tools.policy.test_policy import Judge
from ufo.errors import ToolError
from ufo.proof.difference.reading.read_content import read_sqlite_content
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Effect
from ufo.tools.data.sqlite_files import HEAD, Bounds, change, query
from ufo.tools.servers.data_tools import data


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE mugs (id INTEGER PRIMARY KEY, name TEXT UNIQUE, price REAL)")
        database.executemany(
            "INSERT INTO mugs (name, price) VALUES (?, ?)", [("blue", 4.5), ("red", 3), ("Grün", None)]
        )
    return path


@pytest.fixture
async def bench(shop: Path) -> AsyncIterator[Bench]:
    item = Bench(shop.parent, data)
    yield item
    await item.dispatcher.close()


def _mugs(shop: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(shop)) as database:
        return database.execute("SELECT name, price FROM mugs ORDER BY id").fetchall()


async def test_a_database_tells_its_tables_and_answers_a_query(bench: Bench) -> None:
    tables = (await bench.run("query_database", path="shop.db")).result["tables"]
    assert "price REAL" in tables["mugs"]
    found = await bench.run("query_database", path="shop.db", sql="SELECT name FROM mugs WHERE price > ?", values=[4])
    assert (found.result["columns"], found.result["rows"]) == (["name"], [["blue"]])


async def test_more_rows_than_asked_for_are_said_and_not_told(bench: Bench) -> None:
    found = (await bench.run("query_database", path="shop.db", sql="SELECT * FROM mugs", most=2)).result
    assert len(found["rows"]) == 2 and "more rows" in found["more"]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM mugs",
        "INSERT INTO mugs (name) VALUES ('x') RETURNING name",
        "ATTACH 'other.db' AS other",
        "PRAGMA journal_mode = WAL",
        "VACUUM INTO 'other.db'",
        "SELECT load_extension('x')",
        "BEGIN EXCLUSIVE",
    ],
)
async def test_a_query_changes_nothing_and_reaches_no_other_file(bench: Bench, shop: Path, sql: str) -> None:
    before = shop.read_bytes()
    assert (await bench.run("query_database", path="shop.db", sql=sql)).error
    assert (shop.read_bytes(), sorted(path.name for path in shop.parent.iterdir())) == (before, ["shop.db"])


async def test_a_query_without_an_end_is_stopped(bench: Bench, shop: Path) -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(ToolError, match="was stopped"):
        query(shop, endless, (), 1, Bounds(longest_s=0.2))
    huge = "SELECT randomblob(1000000000)"
    assert "too big" in ((await bench.run("query_database", path="shop.db", sql=huge)).error or "")


async def test_changes_are_done_all_or_none(bench: Bench, shop: Path) -> None:
    good = {"sql": "UPDATE mugs SET price = ? WHERE name = ?", "values": [5, "red"]}
    added = {"sql": "INSERT INTO mugs (name) VALUES ('black') RETURNING id"}
    done = await bench.run("change_database", path="shop.db", statements=[good, added])
    assert (done.effect, done.result["rows"]) == (Effect.CONFIRMED, [[4]])
    assert "'mugs' has 4 rows, it had 3" in done.evidence
    before = _mugs(shop)
    for bad in ("INSERT INTO mugs (name) VALUES ('a'), ('a')", "nonsense", "COMMIT", "ATTACH 'x.db' AS x"):
        failed = await bench.run(
            "change_database", path="shop.db", statements=[{"sql": "DELETE FROM mugs"}, {"sql": bad}]
        )
        assert failed.error, bad
        assert _mugs(shop) == before


def test_a_database_that_another_program_has_locked_is_left_alone(shop: Path) -> None:
    quick = Bounds(wait_s=0.1)
    with closing(sqlite3.connect(shop, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ToolError, match="locked by another program"):
            query(shop, "SELECT * FROM mugs", (), 1, quick)
        with pytest.raises(ToolError, match="locked by another program"):
            change(shop, [("DELETE FROM mugs", ())], quick)
    assert len(_mugs(shop)) == 3


async def test_a_database_that_a_program_has_open_in_wal_mode_is_read_as_it_stands(bench: Bench, shop: Path) -> None:
    with closing(sqlite3.connect(shop, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("INSERT INTO mugs (name) VALUES ('new')")
        found = await bench.run("query_database", path="shop.db", sql="SELECT count(*) FROM mugs")
        assert found.result["rows"] == [[4]]
        await bench.run("change_database", path="shop.db", statements=[{"sql": "UPDATE mugs SET price = 9"}])
        # What compares files before and after reads the file itself, without its journal.
        assert "9" in {cell.shown for cell in read_sqlite_content(shop).sheets[0].sheet.cells.values()}


async def test_what_is_no_database_is_refused_and_no_failed_one_is_left(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database", encoding="utf-8")
    assert "no SQLite file" in ((await bench.run("query_database", path="notes.txt", sql="SELECT 1")).error or "")
    (tmp_path / "torn.db").write_bytes(HEAD + b"\xff" * 5000)
    assert "torn.db" in ((await bench.run("query_database", path="torn.db", sql="SELECT * FROM t")).error or "")
    assert (await bench.run("change_database", path="new.db", statements=[{"sql": "nonsense"}])).error
    assert not (tmp_path / "new.db").exists()
    made = await bench.run("change_database", path="new.db", statements=[{"sql": "CREATE TABLE t (x)"}])
    assert made.effect is Effect.CONFIRMED


async def test_changing_a_database_asks_with_the_statements_and_reading_does_not(shop: Path) -> None:
    judge = Judge(shop.parent)
    assert (await judge.of("query_database", path="shop.db", sql="SELECT 1")).decision == "allow"
    assert (await judge.of("query_database", path="~/.config/other.db", sql="SELECT 1")).decision == "ask"
    statements = [{"sql": "DELETE FROM mugs WHERE name = ?", "values": ["red"]}]
    asked = await judge.of("change_database", path="shop.db", statements=statements)
    assert (asked.decision, asked.action_class) == ("ask", ActionClass.OVERWRITE)
    assert "DELETE FROM mugs WHERE name = ? with ['red']" in asked.question
    new = await judge.of("change_database", path="new.db", statements=[{"sql": "CREATE TABLE t (x)"}])
    assert new.decision == "allow"
