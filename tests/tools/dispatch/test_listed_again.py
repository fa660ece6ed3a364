"""A control whose object is gone is looked for again before it is called gone, and taken only where it surely is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.schema.command import Command
from ufo.tools.dispatch.listed_again import ListedAgain
from ufo.tools.servers.app_ui import app_ui

COLOURS = ("Amber", "Blue", "Cyan", "Denim", "Ecru", "Fuchsia", "Gold", "Hazel")


async def _selected(folder: Path, then: tuple[str, ...], *, wanted: str = "Cyan") -> str:
    """Returns what is selected after the list was filled anew and the id of `wanted` was clicked, or the refusal."""
    bench = Bench(folder, app_ui)
    app = await bench.open("form")
    command = Command(tool_name="click_input", parameters={"id": bench.id_of(wanted), "name": wanted})
    app.set_items("colours", then)
    await ListedAgain(bench.scope).renew(command)
    result = await bench.run("click_input", **command.parameters)
    await bench.dispatcher.close()
    chosen = [row.name for row in app.widget("colours").children if row.selected]
    return ", ".join(chosen) if chosen else str(result.error)


@pytest.mark.parametrize("then", [COLOURS, (*COLOURS, "Indigo"), ("Azure", *COLOURS)])
async def test_an_entry_of_a_list_that_was_made_anew_is_found_again(tmp_path: Path, then: tuple[str, ...]) -> None:
    assert await _selected(tmp_path, then) == "Cyan"


@pytest.mark.parametrize(
    "then", [("Amber", "Blue", "Denim"), ("Cyan", "Lime", "Mango", "Nut", "Olive"), (*COLOURS, "Cyan"), ()]
)
async def test_an_entry_that_is_gone_or_stands_among_others_is_refused(tmp_path: Path, then: tuple[str, ...]) -> None:
    assert "not there any more" in await _selected(tmp_path, then)
