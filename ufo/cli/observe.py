"""`ufo observe`: what the agent would see of a window, and what differs from an earlier look."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Set
from pathlib import Path

from ufo.cli.look import Look, Shown, print_table, report
from ufo.cli.options import given
from ufo.cli.output import print_json
from ufo.cli.settings import command_settings
from ufo.cli.surroundings import working_folder
from ufo.cli.windows import choose
from ufo.commands.dispatch.protocol import BasicCommandDispatcher
from ufo.desktops import open_desktop
from ufo.errors import ConfigError, ToolError
from ufo.prompts.outline import outline
from ufo.schema.command import Command
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.secrets import files
from ufo.toolbox import ServerToolbox
from ufo.vision.photographer import PhotographerFacade


def observe(
    app_name: str | None,
    window: str | None,
    where: str | None,
    image: Path | None,
    since: Path | None,
    shown: Set[Shown],
) -> int:
    """Prints the controls of a window; with `image` writes its annotated picture.

    `since`: a file that an earlier `--json` wrote; what differs from it is told too.
    """
    earlier = None if since is None else _earlier(since)
    look = asyncio.run(_look(app_name, window, where, image, "selectors" in shown))
    if "json" in shown:
        print_json(report(look, earlier))
    else:
        print_table(look, earlier, as_outline="outline" in shown)
    return 0


def _earlier(file: Path) -> tuple[TargetInfo, ...]:
    """Raises ConfigError for what is no earlier look."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["controls"]
        return tuple(TargetInfo.model_validate(row) for row in rows)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{str(file)!r} is no look at a window ({type(error).__name__}); write one with: ufo observe --json > FILE"
        ) from error


async def _look(
    app_name: str | None, window_id: str | None, where: str | None, image: Path | None, with_selectors: bool
) -> Look:
    settings = command_settings(**given({"desktop": {"where": where}}))
    async with open_desktop(settings) as in_use:
        toolbox = ServerToolbox(in_use, settings, working_folder())
        try:
            tools = toolbox.open("AppAgent", "default")
            window = choose(await in_use.desktop.windows(), app_name, window_id)
            tools.selection.window = window
            rows = await _value(tools.dispatcher, "get_app_window_controls_target_info")
            controls = tuple(TargetInfo.model_validate(row) for row in rows)
            snapshot = tools.selection.snapshot
            made = await tools.scope.selectors(tools.selection.controls) if with_selectors else {}
            if image is not None:
                url = await _value(tools.dispatcher, "capture_window_screenshot")
                annotated = PhotographerFacade().capture_with_target_list(Picture.from_data_url(url), controls)
                await asyncio.to_thread(files.write, image, annotated.data)
        finally:
            await toolbox.close()
    more = () if snapshot is None else (*snapshot.more, *([snapshot.cut] if snapshot.cut else []))
    return Look(
        window=window,
        controls=controls,
        degraded=snapshot.degraded if snapshot else None,
        more=more,
        selectors=made,
        outline=outline(controls, settings.system.max_control_chars, more),
    )


async def _value(dispatcher: BasicCommandDispatcher, tool: str) -> str:
    (result,) = await dispatcher.execute_commands([Command(tool_name=tool, tool_type="data_collection")])
    if not result.ok:
        raise ToolError(result.error or f"{tool} gave nothing")
    value: str = result.result
    return value
