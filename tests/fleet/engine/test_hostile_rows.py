"""Whoever may write the database gets no code run by it, and harms no task but those that he writes."""

from __future__ import annotations

import base64
import os
import pickle
import sqlite3
from pathlib import Path

from tests.fleet.working import Scene, task, working
from ufo.fleet.engine.json_only import Pickled, read_json_only


class _Attack:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        return os.open, (str(self._path), os.O_CREAT | os.O_WRONLY)


async def test_a_row_by_a_hostile_writer_is_data_only(scene: Scene, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    attack = base64.b64encode(pickle.dumps({"args": (_Attack(proof),), "kwargs": {}})).decode()
    scene.fleet.submit([task("", key) for key in ("pickle", "words", "order", "name", "good")])
    changes = {
        "pickle": ("inputs = ?, serialization = 'py_pickle'", attack),
        "words": ("inputs = ?", "no JSON"),
        "order": ("inputs = ?", '{"positionalArgs": ["{}"], "namedArgs": {}}'),
        "name": ("workflow_uuid = ?", "../../etc/passwd"),
    }
    with sqlite3.connect(scene.folder / "fleet.sqlite") as connection:
        for key, (change, value) in changes.items():
            connection.execute(f"UPDATE workflow_status SET {change} WHERE workflow_uuid = 'job/{key}/0/1'", (value,))
            if "inputs" in change or key == "name":
                column = "inputs" if "inputs" in change else "workflow_uuid"
                connection.execute(
                    f"UPDATE workflow_input SET {column} = ? WHERE workflow_uuid = 'job/{key}/0/1'", (value,)
                )
    connection.close()
    async with working(scene, desktops=4) as work:
        await work.until_over()
    assert not proof.exists()
    assert scene.states() == {"pickle": "failed 1", "words": "failed 1", "order": "failed 1", "good": "done 1"}
    assert "holds a pickle" in scene.row("pickle").why
    assert "was written by another release of ufo, or by another program" in scene.row("order").why
    assert scene.effects("begin") == ["job/good/0/1"]


def test_no_pickle_is_read_in_a_process_that_has_a_fleet() -> None:
    read_json_only()
    # As the engine itself reads a row that says that it is a pickle.
    from dbos._serialization import DBOSPortableJSON, deserialize_value  # noqa: PLC0415

    try:
        deserialize_value(base64.b64encode(pickle.dumps(1)).decode(), "py_pickle", DBOSPortableJSON)
    except Pickled:
        return
    raise AssertionError("it was read")
