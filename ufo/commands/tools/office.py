"""Tools for whatever LibreOffice document the selected window shows: its commands by their names, and LibreOffice's options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.office_passwords import add_password_tools
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.reports import report
from ufo.commands.uno.shown_document import ShownDocument
from ufo.desktop.values import Window
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts

_RUN_S = 4.0
"""How long a command may run before its dialog is looked for."""
_TIMEOUT_S = 30.0
_COMMAND_WORDS = ("command", "menu entry", "any function")
_OPTION_WORDS = (
    "options", "autosave", "auto save", "preferences", "settings", "user data", "default font",
    "measurement unit", "initials", "centimetres inches", "save automatically",
)  # fmt: skip
_NAME_OF = "by its name or path (org.openoffice.Office.Recovery/AutoSave/TimeIntervall)"
_PLACE_OF_OPTIONS = "the options of LibreOffice"
OptionValue = str | int | float | bool | None


def office_uno(scope: ToolScope) -> MCPServer:
    bridge = OfficeBridge()
    server = ToolServer("OfficeUnoExecutor", lifespan=bridge.lifespan)
    shown = ShownDocument(scope, bridge)
    _add_commands(server, shown)
    _add_options(server, shown)
    add_password_tools(server, shown)
    return server


def _add_commands(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(kind=ActionKind.OFFICE_COMMAND, words=_COMMAND_WORDS))
    async def run_command(
        command: Annotated[str, Field(min_length=2, max_length=200, description='its name, such as "SuperScript"')],
        arguments: Annotated[
            dict[str, Any] | None,
            Field(
                description='by name, such as {"FontHeight.Height": 20}; {"type": "short", "value": 1} fixes the type'
            ),
        ] = None,
    ) -> ActionReport:
        """Run a command of LibreOffice on what is selected; without arguments many open a dialog, which the screen then shows."""
        before = await shown.scope.desktop.windows()
        value = await shown.change(
            "commands.run", _TIMEOUT_S, command=command, arguments=arguments or {}, wait_s=_RUN_S
        )
        return _told(value, _new(before, await shown.scope.desktop.windows()))


def _new(before: Sequence[Window], after: Sequence[Window]) -> list[str]:
    there = {one.id for one in before}
    return [one.title for one in after if one.id not in there]


def _told(value: dict[str, Any], opened: list[str]) -> ActionReport:
    """Return the report of a command. Only an undo step or a new window shows that it did something."""
    facts = [f"opened the window {title!r}; work it on the screen" for title in opened]
    if value["waiting"]:
        facts.append("the command waits for an answer in a dialog; work it on the screen")
    if value.get("closed"):
        facts.append("the document is closed")
    if value.get("undone"):
        facts.append("the last step was undone")
    facts += [f"new undo step: {title!r}" for title in value.get("undo", ())]
    effect = Effect.CONFIRMED if value.get("undo") or value.get("undone") else Effect.UNVERIFIABLE
    if opened or value["waiting"]:
        effect = Effect.PARTIAL
    elif not value["changed"]:
        effect = Effect.SUSPECTED_NOOP
        facts.append("nothing changed in the document; it may need a selection, or arguments")
    shown = {key: part for key, part in value.items() if key in ("undo", "modified")}
    return ActionReport(
        value={**shown, **({"opened": opened} if opened else {})},
        effect=effect,
        route=Route.NATIVE,
        evidence=tuple(facts) or ("the document is changed",),
    )


def _add_options(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(keeps=Keeps.ALL, words=_OPTION_WORDS))
    async def read_options(
        option: Annotated[str, Field(max_length=300, description=f'{_NAME_OF}; "" tells the named ones')] = "",
    ) -> ActionReport:
        """Read options of LibreOffice."""
        value = await shown.ask("options.read", _TIMEOUT_S, name=option)
        return ActionReport(value=dict(value), effect=Effect.CONFIRMED, place=_PLACE_OF_OPTIONS)

    @server.acts(ToolFacts(kind=ActionKind.OFFICE_COMMAND, ends=("value",), keeps=Keeps.ALL, words=_OPTION_WORDS))
    async def set_option(
        option: Annotated[str, Field(min_length=2, max_length=300, description=_NAME_OF)],
        value: Annotated[OptionValue, Field(description="null empties it")],
    ) -> ActionReport:
        """Set an option of LibreOffice; what it was before is told, and setting that takes it back."""
        told = await shown.ask("options.set", _TIMEOUT_S, name=option, value=value)
        done = report(told, f"{told['path']} was {told['before']!r} and is {told['after']!r}")
        return done.model_copy(update={"place": _PLACE_OF_OPTIONS})
