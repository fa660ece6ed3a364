"""Takes a table out of a document or a sheet."""

from __future__ import annotations

from ufo.planner.intents import ExtractTable
from ufo.planner.scene.results import table_of
from ufo.planner.scene.scene import Move, Scene, action, failed, kept


def extract_table(intent: ExtractTable, scene: Scene) -> Move:
    for function in ("read_table", "get_range_values"):
        for done in reversed(scene.done(function)):
            table = table_of(done.result.result)
            if table is None:
                return failed(f"the table that was read is empty: {done.result.result!r}")
            return kept(table.to_json(), scene)
    if scene.attempts:
        return failed(f"reading the table did not work: {scene.last_error}")
    if scene.has("read_table"):
        wanted = {"number": intent.number, "caption": intent.caption}
        return Move(
            "Read the table from the document.",
            (action("read_table", **wanted),),
            ends=scene.is_last and not scene.before,
        )
    if scene.has("get_range_values"):
        whole = {"sheet_name": "", "start_row": 1, "start_col": 1, "end_row": -1, "end_col": -1}
        return Move("Read the cells in use.", (action("get_range_values", **whole),), ends=False)
    return failed(f"{scene.inputs.application!r} offers no tool to read a table; a model may read it from the screen")
