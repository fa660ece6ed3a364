"""Tools for whatever LibreOffice document the selected window shows: commands by their names, options, and passwords."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from pydantic import Field

from ufo.conditions.readers.read_document import read_document
from ufo.desktop.values import Window
from ufo.dotted import load
from ufo.errors import LockedDocument, ToolError, UfoError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.launch_arguments import resolve_path
from ufo_libreoffice.open_documents import OfficeDocuments
from ufo_libreoffice.reports import report, saved, target_path
from ufo_libreoffice.shown_document import ShownDocument, serve_document

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
    return serve_document(scope, "OfficeUnoExecutor", OfficeDocuments, _add_all)


def _add_all(server: ToolServer, shown: ShownDocument) -> None:
    _add_commands(server, shown)
    _add_options(server, shown)
    add_password_tools(server, shown)


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
    there = {window.id for window in before}
    return [window.title for window in after if window.id not in there]


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


_SECRET = 'best as "{{secret:NAME}}"'
_LOCK_WORDS = (
    "password", "encrypt", "encrypted", "passphrase", "protect document", "lock document", "nobody open", "nobody read",
    "without password", "secret document", "confidential file",
)  # fmt: skip
_PDF_WORDS = (
    "pdf password", "pdf permissions", "pdf printing", "pdf copying", "protected pdf", "encrypted pdf", "locked pdf",
    "restrict pdf", "pdf nobody",
)  # fmt: skip


def add_password_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_saving(server, shown)
    _add_opening(server, shown)
    _add_pdf(server, shown)


def _add_saving(server: ToolServer, shown: ShownDocument) -> None:
    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, keeps=Keeps.ALL, secrets=("password",), words=_LOCK_WORDS))
    async def protect_document(
        password: Annotated[str, Field(max_length=200, description=f'{_SECRET}; "" takes it away')],
        file_name: str = "",
        file_dir: str = "",
        file_ext: Annotated[str, Field(description=".odt .ods .odp .odg .docx .xlsx .pptx")] = "",
    ) -> ActionReport:
        """Save the document with a password, without which nobody opens the file; later saves keep it."""
        path = target_path(
            await shown.ask("document.describe"), shown.scope.working_folder, file_dir, file_name, file_ext
        )
        value = await shown.change("document.protect", path=str(path), password=await shown.password(password))
        is_locked = await asyncio.to_thread(_is_locked, path)
        if not value.pop("equal") or is_locked != bool(password):
            return report({"path": str(path), "equal": False}, "")
        said = "cannot be read without the password" if is_locked else "has no password"
        done = saved(value)
        return done.model_copy(update={"evidence": (*done.evidence, f"{path.name} {said}")})


def _is_locked(path: Path) -> bool:
    """Tell whether our own reader of files finds a password on it."""
    try:
        read_document(path)
    except LockedDocument:
        return True
    except (UfoError, OSError):
        return False
    return False


def _add_opening(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(takes="file", keeps=Keeps.ALL, secrets=("password",), words=(*_LOCK_WORDS, "open locked")))
    async def open_with_password(
        file: str, password: Annotated[str, Field(min_length=1, max_length=200, description=_SECRET)]
    ) -> ActionReport:
        """Open a document that has a password, in a window of the LibreOffice that is selected."""
        path = resolve_path(file, shown.scope.working_folder)
        if not path.is_file():
            raise ToolError(f"there is no file {str(path)!r}; list_folder tells what there is")
        value = await shown.change("document.open_locked", path=str(path), password=await shown.password(password))
        fact = f"{path.name} is open in the window {value['title']!r}; select that window to work in it"
        more = () if value["encrypted"] else ("the file has no password",)
        return ActionReport(value=value, effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(fact, *more))


def _add_pdf(server: ToolServer, shown: ShownDocument) -> None:
    @server.destroys(
        ToolFacts(
            kind=ActionKind.SAVE_AS, ending="pdf", keeps=Keeps.ALL,
            secrets=("open_password", "owner_password"), words=_PDF_WORDS,
        )
    )  # fmt: skip
    async def export_pdf(  # noqa: PLR0913 the options that a PDF has
        file_name: str,
        file_dir: str = "",
        open_password: Annotated[str, Field(max_length=200, description=f"to read it; {_SECRET}")] = "",
        owner_password: Annotated[str, Field(max_length=200, description="to change what it permits; the same")] = "",
        printing: Annotated[Literal["none", "low", "high"], Field(description="in which quality")] = "high",
        changes: Annotated[
            Literal["none", "pages", "forms", "comments", "all"], Field(description="each permits those before it too")
        ] = "all",
        copying: Annotated[bool, Field(description="of its contents")] = True,
        pages: Annotated[str, Field(pattern=r"^[\d,\- ]*$", description="1-3,5")] = "",
    ) -> ActionReport:
        """Export the document as a PDF with passwords and permissions; the document stays as it is."""
        if (printing, changes, copying) != ("high", "all", True) and not owner_password:
            raise ToolError("permissions hold only with an owner_password, which must be known to lift them; give one")
        if open_password and open_password == owner_password:
            raise ToolError("whoever opens it with the owner_password may do everything; give two different passwords")
        described = {**await shown.ask("document.describe"), "extensions": [".pdf"]}
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, "pdf")
        passwords = {"open": await shown.password(open_password), "owner": await shown.password(owner_password)}
        wanted = {"printing": printing, "changes": changes, "copying": copying, "pages": pages}
        value = await shown.ask("document.export_pdf", path=str(path), passwords=passwords, wanted=wanted)
        wrong = await asyncio.to_thread(_not_as_wanted, path, passwords, wanted)
        if wrong:
            return report({"path": str(path), "equal": False, "wrong": wrong}, "")
        done = saved(value)
        said = [f"{path.name} opens {'only with the password' if open_password else 'without a password'}"]
        said += [f"it permits printing: {printing}, changes: {changes}, copying: {'yes' if copying else 'no'}"]
        return done.model_copy(update={"evidence": (*done.evidence, *said)})


_MAY_PRINT, _MAY_PRINT_WELL, _MAY_CHANGE, _MAY_COPY = 1 << 2, 1 << 11, 1 << 3, 1 << 4
"""Bits of a PDF's permissions (ISO 32000-1, table 22)."""


def _not_as_wanted(path: Path, passwords: dict[str, str], wanted: dict[str, Any]) -> str:
    """Return what the file itself does not hold of what was wanted, "" where it is all there."""
    # The library is large, and few documents are exported so.
    reader, error_of_pdf = load("pypdf:PdfReader"), load("pypdf.errors:PyPdfError")
    try:
        file = reader(path)
        if file.is_encrypted != any(passwords.values()):
            return "it is not encrypted" if not file.is_encrypted else "it is encrypted"
        if not file.is_encrypted:
            return ""
        if passwords["open"] and file.decrypt(""):
            return "it opens without the password"
        if not file.decrypt(passwords["open"]):
            return "it does not open with the password"
        if not passwords["owner"]:
            return ""
        held = int(file.user_access_permissions or 0)
    except (error_of_pdf, OSError) as error:
        return f"it cannot be read ({type(error).__name__})"
    printing = "high" if held & _MAY_PRINT_WELL else "low" if held & _MAY_PRINT else "none"
    pairs = {
        "printing": (printing if held & _MAY_PRINT else "none", wanted["printing"]),
        "copying": (bool(held & _MAY_COPY), wanted["copying"]),
        "changes": (bool(held & _MAY_CHANGE), wanted["changes"] == "all"),
    }
    return ", ".join(f"{name} is {found}" for name, (found, asked) in pairs.items() if found != asked)
