"""MailExecutor: reads the mail that a mail program keeps in files, and lays a new mail before the person."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime
from email.message import Message
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.desktop.values import Application, Launch, Window
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.text_pages import page_of
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.mail.compose import NewMail, address_of, thunderbird_arguments
from ufo.tools.mail.folders import MailFolder, folder_meant, is_read, mail_folders, messages_in
from ufo.tools.mail.messages import attachments, header, text_of, written_at
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.server import ToolServer
from ufo.tools.services.default_applications import opener_of
from ufo.tools.system.launch_arguments import resolve_path
from ufo.tools.system.write_file import write_new

_READ_WORDS = ("mail", "e-mail", "email", "inbox", "message from", "mails", "attachment", "sender", "thunderbird")
_WRITE_WORDS = ("write a mail", "mail", "e-mail", "email", "mails", "reply", "recipient")
_SHOWN = 25
_OPENS_S, _TICK_S = 15.0, 0.2
_FAR_PAST = datetime.min.replace(tzinfo=datetime.now().astimezone().tzinfo)
Folder = Annotated[
    str, Field(min_length=1, description='"Inbox", or the path of an mbox file, a Maildir or an .eml file')
]
Number = Annotated[int, Field(ge=1, description="as find_mail tells it")]
Day = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description='"2026-11-03"')]
Addresses = Annotated[list[str], Field(max_length=100)]


def mail(scope: ToolScope) -> MCPServer:
    server = ToolServer(
        "MailExecutor", "The person's mail, read from its files; new mail in the mail program's window."
    )
    _add_reading(server, scope)
    _add_attachments(server, scope)
    _add_composing(server, scope)
    return server


def _add_reading(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.READ_MAIL, words=_READ_WORDS))
    async def find_mail(
        folder: Annotated[str, Field(description='"" lists the folders')] = "",
        words: Annotated[str, Field(description="that all stand in sender, subject or text")] = "",
        sender: str = "",
        since: Day = "",
        before: Day = "",
        unread: bool = False,
    ) -> dict[str, Any]:
        """List a folder's mail, newest first: all, or that with these words, sender or dates; without a folder: the folders."""
        home = scope.home or Path.home()
        if not folder.strip():
            known = await asyncio.to_thread(mail_folders, home)
            if not known:
                raise ToolError(
                    "no mail of Thunderbird or in a Maildir is here; give the path of a file of mail, or work its window"
                )
            return {"folders": [mail_folder.name for mail_folder in known]}
        place = await _folder(scope, folder)
        wanted = _Wanted(words.casefold().split(), sender.casefold(), since, before, unread)
        return await asyncio.to_thread(_listed, place, wanted)

    @server.observes(ToolFacts(kind=ActionKind.READ_MAIL, words=_READ_WORDS))
    async def read_mail(folder: Folder, number: Number, offset: Annotated[int, Field(ge=0)] = 0) -> dict[str, Any]:
        """Read one mail: who wrote it to whom and when, its text, and what is attached."""
        message = await _message(scope, folder, number)
        told = {name: header(message, name) for name in ("From", "To", "Cc", "Subject") if message[name] is not None}
        moment = written_at(message)
        held = [
            f"{attachment.name} ({attachment.kind}, {len(attachment.data):,} bytes)"
            for attachment in attachments(message)
        ]
        told |= {"Date": moment.strftime("%Y-%m-%d %H:%M")} if moment else {}
        return told | page_of(text_of(message), offset) | ({"attachments": held} if held else {})


def _add_attachments(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.SAVE_ATTACHED, words=("attachment", "attached", "enclosed")))
    async def save_attachments(
        folder: Folder, number: Number, target: Annotated[str, Field(description="a folder that is there")],
        only: Annotated[list[str] | None, Field(description="their names; without: all")] = None,
    ) -> ActionReport:  # fmt: skip
        """Save what is attached to a mail into a folder. What is there already stays, and this is refused."""
        into = resolve_path(target, scope.working_folder)
        if not into.is_dir():
            raise ToolError(f"there is no folder {readable(into)!r}; make it first")
        held = attachments(await _message(scope, folder, number))
        chosen = [item for item in held if not only or item.name in only]
        if not chosen or (only and len({item.name for item in chosen}) < len(set(only))):
            names = ", ".join(item.name for item in held) or "nothing"
            raise ToolError(f"this mail has no such attachment; attached are: {names}")
        ends = [new_file(scope, str(into / item.name)) for item in chosen]
        if len(set(ends)) < len(ends):
            raise ToolError("two attachments have the same name; name one of them, and rename it before the next")
        for attachment, end in zip(chosen, ends, strict=True):
            await asyncio.to_thread(write_new, end, attachment.data)
        return ActionReport(
            value={"paths": [named(ending) for ending in ends]},
            effect=Effect.CONFIRMED,
            route=Route.NATIVE,
            evidence=(f"{len(ends)} files are in {named(into)}",),
        )


def _add_composing(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.COMPOSE_MAIL, words=_WRITE_WORDS))
    async def compose_mail(  # noqa: PLR0913 the tool's parameters are what models know
        to: Addresses,
        subject: Annotated[str, Field(min_length=1)],
        body: str = "",
        cc: Addresses = [],  # noqa: B006 the schema needs a plain default
        bcc: Addresses = [],  # noqa: B006 the same
        attachments: Annotated[list[str], Field(max_length=50, description="paths")] = [],  # noqa: B006 the same
    ) -> ActionReport:
        """Open a new mail with all this in the mail program's window. It is not sent: press its Send button for that."""
        files = tuple(existing(scope, attachment) for attachment in attachments)
        new = NewMail(tuple(to), subject, body, tuple(cc), tuple(bcc), files)
        new.require_sound()
        program = await _mail_program(scope)
        is_thunderbird = "thunderbird" in program.id.casefold()
        if files and not is_thunderbird:
            raise ToolError(
                f"{program.name} takes no attachments this way; compose the mail without, and attach them in its window"
            )
        arguments = thunderbird_arguments(new) if is_thunderbird else (address_of(new),)
        before = {window.id for window in await scope.desktop.windows()}
        opened = await scope.desktop.launch(Launch(program.id, arguments))
        window = await _composing(scope, before, subject) or opened
        shows = window.id not in before and (not subject or subject.casefold() in window.title.casefold())
        said = f"{program.name}: window {window.title!r} opened; nothing is sent yet"
        if not shows:
            said = (
                f"{program.name} shows no mail with that subject after {_OPENS_S:g} s; look at its window: without an account "
                "it asks for one first, and only the person can give that"
            )
        return ActionReport(
            value={"window": window.title},
            effect=Effect.CONFIRMED if shows else Effect.PARTIAL,
            route=Route.NATIVE,
            evidence=(said,),
        )


async def _composing(scope: ToolScope, before: Collection[str], subject: str) -> Window | None:
    """Return the new window that has the subject for its title. A mail program that did not run opens its own window first."""
    over = asyncio.get_running_loop().time() + _OPENS_S
    while asyncio.get_running_loop().time() < over:
        fresh = [window for window in await scope.desktop.windows() if window.id not in before]
        found = [window for window in fresh if subject and subject.casefold() in window.title.casefold()]
        if found:
            await scope.desktop.settle(found[0].id, scope.settle_timeout_s)
            return found[0]
        await scope.desktop.settle(None, scope.settle_timeout_s)
        await asyncio.sleep(_TICK_S)
    return None


class _Wanted:
    def __init__(self, words: Sequence[str], sender: str, since: str, before: str, unread: bool) -> None:
        self._words, self._sender, self._since, self._before, self._unread = words, sender, since, before, unread

    def fits(self, message: Message) -> bool:
        day = moment.date().isoformat() if (moment := written_at(message)) else ""
        if (self._since and day < self._since) or (self._before and (not day or day >= self._before)):
            return False
        if (self._unread and is_read(message)) or self._sender not in header(message, "From").casefold():
            return False
        if not self._words:
            return True
        text = f"{header(message, 'From')} {header(message, 'Subject')} {text_of(message)}".casefold()
        return all(word in text for word in self._words)


def _listed(folder: MailFolder, wanted: _Wanted) -> dict[str, Any]:
    found: list[tuple[datetime, int, dict[str, Any]]] = []
    count = 0
    for number, message in messages_in(folder):
        count = number
        if wanted.fits(message):
            moment = written_at(message)
            found.append((moment or _FAR_PAST, number, _row(number, message, moment)))
    found.sort(key=lambda entry: (entry[0], entry[1]), reverse=True)
    rows = [row for _, _, row in found[:_SHOWN]]
    return {"folder": folder.name, "of": count, "count": len(found), "mails": rows}


def _row(number: int, message: Message, moment: datetime | None) -> dict[str, Any]:
    row: dict[str, Any] = {"number": number, "from": header(message, "From"), "subject": header(message, "Subject")}
    row |= {"date": moment.strftime("%Y-%m-%d %H:%M")} if moment else {}
    row |= {} if is_read(message) else {"unread": True}
    held = len(attachments(message))
    return row | ({"attachments": held} if held else {})


async def _folder(scope: ToolScope, words: str) -> MailFolder:
    path = resolve_path(words, scope.working_folder)
    return await asyncio.to_thread(folder_meant, words, scope.home or Path.home(), path)


async def _message(scope: ToolScope, folder: str, number: int) -> Message:
    place = await _folder(scope, folder)
    found = await asyncio.to_thread(lambda: next((message for at, message in messages_in(place) if at == number), None))
    if found is None:
        raise ToolError(f"{place.name} has no mail number {number}; list it again")
    return found


async def _mail_program(scope: ToolScope) -> Application:
    installed = {f"{application.id}.desktop": application for application in await scope.desktop.applications()}
    opener = await opener_of("x-scheme-handler/mailto", scope.environment)
    for name in (opener.default, *opener.others):
        if name in installed:
            return installed[name]
    clients = [application for application in installed.values() if "Email" in application.categories]
    if not clients:
        raise ToolError("no mail program is installed that could show a new mail")
    return clients[0]
