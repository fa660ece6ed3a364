"""MailExecutor: reads the mail that a mail program keeps in files, and lays a new mail before the person."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from email.message import Message
from email.utils import getaddresses
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.desktop.snapshot import Element
from ufo.desktop.values import Application, Launch, Window
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.text_pages import page_of
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.mail.answers import as_answer
from ufo.tools.mail.boxes import opened
from ufo.tools.mail.compose import NewMail, program_of
from ufo.tools.mail.folders import folder_meant, mail_folders
from ufo.tools.mail.mail_folder import MailFolder, Role
from ufo.tools.mail.messages import attachments, header, text_of, written_at
from ufo.tools.mail.search import Row, Search, Wanted, search
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.server import ToolServer
from ufo.tools.services.default_applications import opener_of
from ufo.tools.system.launch_arguments import resolve_path
from ufo.tools.system.write_file import write_new

_READ_WORDS = ("mail", "e-mail", "email", "inbox", "message from", "mails", "attachment", "sender", "thunderbird")
_WRITE_WORDS = ("write a mail", "mail", "e-mail", "email", "mails", "reply", "recipient")
_SHOWN = 25
_SEARCH_S = 20.0
_OPENS_S, _TICK_S, _SHOWN_S = 15.0, 0.2, 3.0
Folder = Annotated[
    str,
    Field(min_length=1, description='"Inbox", or the path of an mbox file, a Maildir, an MH folder or an .eml file'),
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
    async def find_mail(  # noqa: PLR0913 the tool's parameters are what models know
        folder: Annotated[str, Field(description='"" lists the folders')] = "",
        words: Annotated[str, Field(description="that all stand in sender, subject or text")] = "",
        sender: str = "",
        since: Day = "",
        before: Day = "",
        unread: bool = False,
        to: Annotated[str, Field(description="in To, Cc or Bcc")] = "",
        attachments: Annotated[bool, Field(description="only mail with files")] = False,
    ) -> dict[str, Any]:
        """List a folder's mail, newest first: all, or that with these words, persons or dates; without a folder: the folders."""
        home = scope.home or Path.home()
        if not folder.strip():
            known = await asyncio.to_thread(mail_folders, home)
            if not known:
                raise ToolError(
                    "no mail of Thunderbird, Claws Mail, Sylpheed, Evolution or in a Maildir is here; give the path of a file of "
                    "mail, or work its window"
                )
            told: dict[str, Any] = {"folders": [mail_folder.name for mail_folder in known]}
            roles = {mail_folder.name: mail_folder.role for mail_folder in known if mail_folder.role is not Role.OTHER}
            return told | ({"used_for": roles} if roles else {})
        place = await _folder(scope, folder)
        wanted = Wanted(words.casefold().split(), sender.casefold(), to.casefold(), since, before, unread, attachments)
        return _listed(place, await asyncio.to_thread(search, place, wanted, _SHOWN, _SEARCH_S))

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
        to: Addresses = [],  # noqa: B006 the schema needs a plain default
        subject: str = "",
        body: str = "",
        cc: Addresses = [],  # noqa: B006 the same
        bcc: Addresses = [],  # noqa: B006 the same
        attachments: Annotated[list[str], Field(max_length=50, description="paths")] = [],  # noqa: B006 the same
        folder: Annotated[str, Field(description="of the mail that this answers")] = "",
        number: Annotated[int, Field(ge=0, description="of the mail that this answers")] = 0,
    ) -> ActionReport:
        """Open a new mail with all this in the mail program's window. It is not sent: press its Send button for that. An answer
        takes `to` and `subject` from the mail in `folder` with that `number`, and quotes it.
        """
        files = tuple(existing(scope, attachment) for attachment in attachments)
        new = NewMail(tuple(to), subject, body, tuple(cc), tuple(bcc), files)
        if folder or number:
            new = as_answer(new, await _message(scope, folder, number))
        if not new.to or not new.subject:
            raise ToolError("say in `to` and `subject` whom the mail is for and what it is about")
        new.require_sound()
        program, arguments = _started_with(await _mail_program(scope), new)
        before = {window.id for window in await scope.desktop.windows()}
        opened_window = await scope.desktop.launch(Launch(program.id, arguments))
        window = await _composing(scope, before, new.subject)
        if window is None:
            said = (
                f"{program.name} shows no mail with that subject after {_OPENS_S:g} s; look at its window: without an account "
                "it asks for one first, and only the person can give that"
            )
            return ActionReport(
                value={"window": opened_window.title}, effect=Effect.PARTIAL, route=Route.NATIVE, evidence=(said,)
            )
        seen, hidden = await _recipients_seen(scope, window, new)
        said = f"{program.name}: window {window.title!r} opened; nothing is sent yet"
        unseen = f"not in sight in it: {', '.join(hidden)}; bring its recipients into sight before it is sent"
        return ActionReport(
            value={"window": window.title, "recipients": seen},
            effect=Effect.CONFIRMED,
            route=Route.NATIVE,
            evidence=(said, unseen) if hidden else (said,),
        )


def _started_with(program: Application, new: NewMail) -> tuple[Application, tuple[str, ...]]:
    """Return the program, and what it is started with. Raises ToolError for files that it does not take so."""
    known = program_of(program.id)
    if new.attachments and not (known.attaches_replies if new.answers else known.attaches):
        raise ToolError(
            f"{program.name} takes no attachments {'of an answer ' if new.answers else ''}this way; compose the mail without, "
            "and attach them in its window"
        )
    return program, known.arguments(new)


async def _recipients_seen(scope: ToolScope, window: Window, new: NewMail) -> tuple[list[str], list[str]]:
    """Return the addresses of the mail that its window shows, and those that it does not show."""
    wanted = [address for _, address in getaddresses([*new.to, *new.cc, *new.bcc])]
    over = asyncio.get_running_loop().time() + _SHOWN_S
    while True:
        began = asyncio.get_running_loop().time()
        elements = [it for it in await scope.desktop.snapshot(window.id) if not _is_text(it)]
        shown = [f"{it.name} {it.value or ''}".casefold() for it in elements]
        seen = [address for address in wanted if any(address.casefold() in text for text in shown)]
        if len(seen) == len(wanted) or not await scope.desktop.changed(window.id, began, max(0.0, over - began)):
            return seen, [address for address in wanted if address not in seen]


def _is_text(element: Element) -> bool:
    """Tell whether it is where the mail's own text stands, which may name anybody."""
    return element.role == "Document" or "multiline" in element.states or "\n" in (element.value or "")


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


def _listed(folder: MailFolder, found: Search) -> dict[str, Any]:
    told: dict[str, Any] = {"folder": folder.name, "of": found.looked + found.left, "count": found.count}
    told["mails"] = [_row(row) for row in found.rows]
    if found.left:
        day = f" with before={found.down_to.date().isoformat()}" if found.down_to else ", with a day in `before`"
        told["not_searched"] = f"{found.left:,} older mails, since {_SEARCH_S:g} s were over; go on{day}"
    return told


def _row(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {"number": row.number, "from": row.sender, "subject": row.subject}
    told |= {"date": row.moment.strftime("%Y-%m-%d %H:%M")} if row.moment else {}
    told |= {} if row.is_read else {"unread": True}
    return told | ({"attachments": row.attached} if row.attached else {})


async def _folder(scope: ToolScope, words: str) -> MailFolder:
    path = resolve_path(words, scope.working_folder)
    return await asyncio.to_thread(folder_meant, words, scope.home or Path.home(), path)


async def _message(scope: ToolScope, folder: str, number: int) -> Message:
    place = await _folder(scope, folder)

    def read() -> Message | None:
        with opened(place.path) as box:
            held = box.mail(number)
            return held.message() if held is not None else None

    found = await asyncio.to_thread(read)
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
