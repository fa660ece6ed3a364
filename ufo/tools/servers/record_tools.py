"""What the server of records does with calendars and address books, in files and on servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field

from ufo.dotted import load
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import readable
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.data.ask_host import Login, client_for, endpoint_of
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing
from ufo.tools.servers.given_passwords import Meant, password_of
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.launch_arguments import resolve_path

if TYPE_CHECKING:
    from ufo.tools.data.record_places import Place

_WORDS = (
    "calendar or contacts", "calendar", "appointment", "event", "meeting", "contact", "address book", "birthday", "ics",
    "vcf", "vcard", "icalendar", "caldav", "carddav", "to-do list", "todo", "reminder", "phone number", "schedule",
)  # fmt: skip
_PLACES, _DAV = "ufo.tools.data.record_places", "ufo.tools.data.dav"
_ENDINGS = (".ics", ".ical", ".vcf", ".vcard")
Where = Annotated[
    str, Field(min_length=1, description=".ics or .vcf file, or the http(s) address of a CalDAV or CardDAV server")
]
Day = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description='"2026-12-01"')]
Secret = Annotated[str, Field(description="of a server: {{secret:NAME}}")]
Row = dict[str, str | list[str]]
_ROW = (
    '{"kind": "event", "title", "start": "2026-12-01 09:30" or a day, "end", "place", "note", "repeats": "FREQ=WEEKLY;COUNT=4", '
    '"guests": []}; {"kind": "todo", "title", "due"}; {"kind": "contact", "name", "emails": [], "phones": [], "organization", '
    '"addresses": [], "birthday"}'
)


def add_records(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.READ_RECORDS, words=_WORDS, secrets=("password",)))
    async def find_records(  # noqa: PLR0913 a search has these bounds
        place: Where,
        words: Annotated[str, Field(description="that all stand in an entry")] = "",
        since: Day = "",
        before: Day = "",
        user: str = "",
        password: Secret = "",
    ) -> dict[str, Any]:
        """List events, to-dos or contacts of a file or a server, with ids: all, or by words; with days those of that time, each
        time of what repeats. At a server's own address: its calendars and address books."""
        wanted = load(f"{_PLACES}:Wanted")(words, since, before)
        if not _is_web(place):
            path = existing(scope, _require_ending(place)).resolve()
            return {"place": place, **await load(f"{_PLACES}:find")(load(f"{_PLACES}:FilePlace")(path), wanted)}
        async with client_for(place, await _login(scope, place, user, password)) as client:
            found = await load(f"{_DAV}:collections_at")(client, place)
            if not load(f"{_DAV}:is_one")(found, place):
                told = [{"name": each.name, "kind": each.kind, "place": each.address} for each in found]
                return {"collections": told}
            return {"place": place, **await load(f"{_PLACES}:find")(load(f"{_DAV}:DavPlace")(client, found[0]), wanted)}

    @server.destroys(ToolFacts(kind=ActionKind.CHANGE_RECORDS, words=_WORDS, secrets=("password",)))
    async def change_records(  # noqa: PLR0913 all that is done to one place at once
        place: Where,
        add: Annotated[list[Row], Field(max_length=200, description=_ROW)] = [],  # noqa: B006 the schema needs a plain default
        change: Annotated[
            list[Row],
            Field(
                max_length=200,
                description='{"id", "occurrence" for one time of what repeats, and new fields; "" takes one away}',
            ),
        ] = [],  # noqa: B006 the same
        remove: Annotated[
            list[dict[str, str]], Field(max_length=200, description='{"id", "occurrence" for one time}')
        ] = [],  # noqa: B006 the same
        user: str = "",
        password: Secret = "",
    ) -> ActionReport:
        """Add, change and remove events, to-dos and contacts of a file (a new one is made) or on a server."""
        if not add and not change and not remove:
            raise ToolError("say what to add, change or remove")
        async with _opened(scope, place, user, password) as opened:
            done = await load(f"{_PLACES}:change")(opened, load(f"{_PLACES}:Changes")(add, change, remove))
        so = Effect.CONFIRMED if done.holds else Effect.UNVERIFIABLE
        return ActionReport(
            value={"place": place, **({"ids": list(done.ids)} if done.ids else {})},
            effect=Effect.PARTIAL if done.failed else so,
            route=Route.NATIVE,
            evidence=done.said,
            read_back=_is_web(place) and done.holds,
            unfinished=done.failed,
        )


@asynccontextmanager
async def _opened(scope: ToolScope, place: str, user: str, password: str) -> AsyncIterator[Place]:
    if not _is_web(place):
        path = scope.judged.require(resolve_path(_require_ending(place), scope.working_folder).resolve())
        yield load(f"{_PLACES}:FilePlace")(path)
        return
    async with client_for(place, await _login(scope, place, user, password)) as client:
        yield await load(f"{_DAV}:collection_at")(client, place)


async def _login(scope: ToolScope, place: str, user: str, password: str) -> Login:
    """Return whom the server is asked for; the secret is given out only once its address is known to be fit for it."""
    endpoint_of(place, Login(user, password))
    parts = urlsplit(place)
    return Login(
        user, await password_of(scope, password, Meant.for_host(parts.netloc.casefold(), parts.hostname or ""))
    )


def _is_web(place: str) -> bool:
    return "://" in place


def _require_ending(place: str) -> str:
    if not place.casefold().endswith(_ENDINGS):
        raise ToolError(
            f"{readable(place)!r} is neither an address nor a calendar or address book ({', '.join(_ENDINGS)})"
        )
    return place
