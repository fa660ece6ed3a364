"""Puts the work of a dead worker back into the queues, in a process of its own.

The engine does that when a process starts under the name of the one that died; so this process does, and listens to no queue.
Doing it twice changes nothing: only what still runs under the dead name is put back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE

from dbos import DBOS

from ufo.desktop.private.environment_filter import added_variables, sessionless_environment
from ufo.errors import ConfigError
from ufo.fleet.engine.address import POOL, Database
from ufo.fleet.engine.launch import engine_config
from ufo.fleet.engine.queues import open_client, still_running
from ufo.fleet.engine.tables import prepare
from ufo.platform.process_groups import OWN_SESSION

_LOG = logging.getLogger(__name__)
_WITHIN_S = 60.0
_TICK_S = 0.05


async def adopt(database: Database, worker: str, release: str) -> bool:
    """Put the work of a dead worker back. Return whether all of it is."""
    told = json.dumps({"database": database.secret_url, "worker": worker, "release": release})
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "ufo.fleet.engine.adopt",
        # The server's certificate or password may be told by these, as to this process.
        env={**added_variables(os.environ, ("PG*",)), **sessionless_environment(os.environ)},
        stdin=PIPE,
        stdout=DEVNULL,
        stderr=PIPE,
        **OWN_SESSION,
    )
    try:
        # Not among the arguments or in the environment, which others can read: the address may hold a password.
        _, said = await asyncio.wait_for(process.communicate(told.encode()), _WITHIN_S)
    except TimeoutError:
        said = b"it took too long"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
        _LOG.warning("the work of %s is not put back yet: %s", worker, "".join(last))
    return process.returncode == 0


def main() -> None:
    order = json.load(sys.stdin)
    database = Database.parse(order["database"])
    tables = prepare(database)
    DBOS(config=engine_config(database.open(POOL), order["worker"], order["release"]))
    DBOS.listen_queues([])
    DBOS.launch()
    client = open_client(tables)
    until = time.monotonic() + _WITHIN_S
    while still_running(client, order["worker"]):
        if time.monotonic() > until:
            raise ConfigError(f"the work of {order['worker']} is not put back")
        # The engine puts it back in a thread of its own, and says nothing at the end.
        time.sleep(_TICK_S)


if __name__ == "__main__":
    main()
    # Threads of the engine would keep the process for a while.
    sys.stderr.flush()
    os._exit(0)
