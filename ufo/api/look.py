"""Looks at one window from a program: returns its controls as the agent sees them, and the text that a model reads."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict, Unpack

from ufo.agents.services import Tools
from ufo.api.windows import choose, desktop_for
from ufo.config.load import load_settings
from ufo.config.sections import ToolboxSections
from ufo.config.settings import Settings
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Window
from ufo.errors import ToolError
from ufo.prompts.outline import outline
from ufo.runs.toolbox import ServerToolbox
from ufo.schema.command import Command
from ufo.schema.picture import Picture
from ufo.schema.selector import Selector
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.vision.photographer import PhotographerFacade


@dataclass(frozen=True, slots=True)
class Look:
    """A look at one window. `outline`: the controls as compact text. `more`: what the look left out. `degraded`: why it
    reports less than the window shows, None where it does not.

    `selectors` (by the controls' ids), the annotated `picture` and the `native` tree, in the words of the system, are set only
    where they were asked for.
    """

    window: Window
    controls: tuple[TargetInfo, ...]
    outline: str
    more: tuple[str, ...] = ()
    degraded: str | None = None
    selectors: Mapping[str, Selector] = field(default_factory=dict)
    picture: Picture | None = None
    native: tuple[Mapping[str, object], ...] = ()


class LookOptions(TypedDict, total=False):
    """Options of a look. Each may be left out."""

    window: str
    """The id of the window, in place of an application."""
    settings: Settings
    """The settings. Without them, the person's own."""
    desktop: Desktop | str
    """A connected desktop, or `here`, `private` or the name of one that runs. Without it, the settings decide."""
    selectors: bool
    """Make for each control the selector that finds it again in another run."""
    picture: bool
    """Take the annotated picture."""
    native: bool
    """Have the system tell of the window in its own words as well (on Windows: UI Automation's)."""


def observe(app: str | None = None, **options: Unpack[LookOptions]) -> Look:
    """Look at the window of an application, named by any part of its name, or else at the active or topmost one.

    Raises UfoError, and RuntimeError inside a running event loop.
    """
    return asyncio.run(observe_async(app, **options))


async def observe_async(app: str | None = None, **options: Unpack[LookOptions]) -> Look:
    """Look as `observe` does, in the event loop of the caller."""
    settings = options.get("settings") or load_settings()
    async with desktop_for(settings.desktop, options.get("desktop")) as place:
        # Whoever calls this looks at their own screen themselves.
        toolbox = ServerToolbox(replace(place, is_own=False), ToolboxSections.of(settings), Path.cwd())
        try:
            tools = toolbox.open("AppAgent", "default")
            tools.selection.window = await choose(
                await toolbox.bounded.desktop.windows(), app, options.get("window"), toolbox.documents
            )
            with_selectors, with_picture = options.get("selectors", False), options.get("picture", False)
            most = settings.system.max_control_chars
            look = await look_at(tools, most, selectors=with_selectors, picture=with_picture)
            if options.get("native", False):
                look = replace(look, native=await tools.scope.desktop.native_tree(look.window.id))
            return look
        finally:
            await toolbox.close()


async def look_at(tools: Tools, max_characters: int, *, selectors: bool = False, picture: bool = False) -> Look:
    """Look at the window that these tools have selected; the outline has at most `max_characters`. Raises UfoError."""
    window = tools.selection.require_window()
    rows = await _value(tools.dispatcher, "get_app_window_controls_target_info")
    controls = tuple(TargetInfo.model_validate(row) for row in rows)
    snapshot = tools.selection.snapshot
    made = await tools.scope.selectors(tools.selection.controls) if selectors else {}
    taken = None
    if picture:
        url = await _value(tools.dispatcher, "capture_window_screenshot")
        taken = PhotographerFacade().capture_with_target_list(Picture.from_data_url(url), controls)
    more = () if snapshot is None else (*snapshot.more, *([snapshot.cut] if snapshot.cut else []))
    return Look(
        window=window,
        controls=controls,
        outline=outline(controls, max_characters, more),
        more=more,
        degraded=snapshot.degraded if snapshot else None,
        selectors=made,
        picture=taken,
    )


async def _value(dispatcher: BasicCommandDispatcher, tool: str) -> str:
    (result,) = await dispatcher.execute_commands([Command(tool_name=tool, tool_type="data_collection")])
    if not result.ok:
        raise ToolError(result.error or f"{tool} gave nothing")
    value: str = result.result
    return value
