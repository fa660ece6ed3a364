"""What the engine reads from its database is data only.

Each row says how its values were written, and DBOS believes it: a row that says `py_pickle` is unpickled whatever serializer is
set, and so gives whoever may write the database the run of every worker. Nothing of ours is ever pickled, so this way is closed.
"""

from __future__ import annotations

import logging
from typing import Any, NoReturn

from dbos import DBOSPortableJSONSerializer, Serializer
from dbos._serialization import DBOSDefaultSerializer

SERIALIZER: Serializer = DBOSPortableJSONSerializer()


class Pickled(ValueError):
    """A row holds a pickle, which no ufo has written."""


def read_json_only() -> None:
    """Refuse pickles in this process from now on, and keep the engine's log to the places of ufo's own."""
    # There is no setting for it; a test writes such a row and sees that nothing of it runs.
    vars(DBOSDefaultSerializer).update(deserialize=_refuse, serialize=_as_text)
    log = logging.getLogger("dbos")
    if not log.handlers:
        # With a handler the engine adds none of its own, which writes to the terminal.
        log.addHandler(logging.NullHandler())


def _as_text(value: Any) -> str:
    """Return what the engine records of such a row: that it has failed, and why."""
    return SERIALIZER.serialize(str(value))


def _refuse(_value: Any) -> NoReturn:
    raise Pickled("a row in the fleet's database holds a pickle, which ufo neither writes nor reads")
