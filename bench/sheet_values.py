"""Times how long 100,000 × 20 values take to be written to a real Calc and read back, each in one call of a tool.

`python -m bench.sheet_values [ROWS] [COLUMNS]`
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio import to_thread
from mcp import Client

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo_libreoffice.servers.calc import calc_uno


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for all values in one call each."""

    write: float
    read: float


async def measured(rows: int = 100_000, columns: int = 20) -> Times:
    table = [[row * columns + column for column in range(columns)] for row in range(rows)]
    with (
        tempfile.TemporaryDirectory() as name,
        closing(await to_thread.run_sync(PrivateDesktop.open, 1280, 800)) as desktop,
    ):
        folder = Path(name)
        with Office(desktop.environment, folder, "--calc") as office:
            async with Client(calc_uno(scope_on(office.window("Untitled 1"), folder))) as calc:
                await call(calc, "table2markdown")
                begun = time.monotonic()
                await call(calc, "insert_excel_table", table=table)
                written = time.monotonic()
                read = await call(calc, "get_range_values", sheet_name="", start_row=1, start_col=1)
                ended = time.monotonic()
    assert read == table
    return Times(written - begun, ended - written)


def report(rows: int = 100_000, columns: int = 20) -> None:
    took = anyio.run(measured, rows, columns)
    print(f"{rows:,} x {columns} values: written in {took.write:.1f} s, read in {took.read:.1f} s")


if __name__ == "__main__":
    report(*map(int, sys.argv[1:3]))
