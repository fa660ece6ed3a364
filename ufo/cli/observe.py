"""`ufo observe`: what the agent would see of a window."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ufo.assembly import ServerToolbox, open_desktop
from ufo.cli.options import given
from ufo.cli.output import print_json
from ufo.cli.windows import choose
from ufo.commands.dispatcher import BasicCommandDispatcher
from ufo.config.loading import load_settings
from ufo.desktop.backend import Window
from ufo.errors import ToolError
from ufo.schema.command import Command
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.vision.photographer import PhotographerFacade

_MOST_TEXT = 60


def observe(app_name: str | None, window: str | None, where: str | None, image: Path | None, as_json: bool) -> int:
    """Prints the controls of a window; with `image` writes its annotated picture."""
    return asyncio.run(_observe(app_name, window, where, image, as_json))


async def _observe(
    app_name: str | None, window_id: str | None, where: str | None, image: Path | None, as_json: bool
) -> int:
    settings = load_settings(**given({"desktop": {"where": where}}))
    async with open_desktop(settings) as in_use:
        toolbox = ServerToolbox(in_use.desktop, settings, Path.cwd())
        try:
            tools = toolbox.open("AppAgent", "default")
            window = choose(await in_use.desktop.windows(), app_name, window_id)
            tools.selection.window = window
            rows = await _value(tools.dispatcher, "get_app_window_controls_target_info")
            controls = [TargetInfo.model_validate(row) for row in rows]
            degraded = tools.selection.snapshot.degraded if tools.selection.snapshot else None
            if image is not None:
                url = await _value(tools.dispatcher, "capture_window_screenshot")
                annotated = PhotographerFacade().capture_with_target_list(Picture.from_data_url(url), controls)
                await asyncio.to_thread(image.write_bytes, annotated.data)
        finally:
            await toolbox.close()
    if as_json:
        _print_json(window, controls, degraded)
    else:
        _print_table(window, controls, degraded)
    return 0


async def _value(dispatcher: BasicCommandDispatcher, tool: str) -> str:
    (result,) = await dispatcher.execute_commands([Command(tool_name=tool, tool_type="data_collection")])
    if not result.ok:
        raise ToolError(result.error or f"{tool} gave nothing")
    value: str = result.result
    return value


def _print_json(window: Window, controls: list[TargetInfo], degraded: str | None) -> None:
    out = {
        "window": {
            "id": window.id,
            "title": window.title,
            "app_root": window.app_root,
            "rect": window.rect.as_ltrb(),
        },
        "degraded": degraded,
        "controls": [control.model_dump(mode="json", exclude_none=True) for control in controls],
    }
    print_json(out)


def _print_table(window: Window, controls: list[TargetInfo], degraded: str | None) -> None:
    console = Console(emoji=False)
    console.print(f"{window.title} ({window.app_root}, window {window.id})", style="bold", markup=False)
    if degraded:
        console.print(f"degraded: {degraded}", style="yellow", markup=False)
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "type", "name", "value", "states", "rect", "source"):
        table.add_column(heading, overflow="fold")
    for one in controls:
        rect = "" if one.rect is None else ",".join(map(str, one.rect))
        cells = (one.id, one.type, one.name or one.label, one.value, " ".join(one.states), rect, one.source)
        table.add_row(*(escape(_short(cell)) for cell in cells))
    console.print(table)
    console.print(f"{len(controls)} controls", markup=False)


def _short(text: str | None) -> str:
    line = " ".join((text or "").split())
    return line if len(line) <= _MOST_TEXT else f"{line[: _MOST_TEXT - 1]}…"
