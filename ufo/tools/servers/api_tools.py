"""What the server of records does with services that an OpenAPI document describes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, suppress
from typing import Annotated, Any
from urllib.parse import urljoin, urlsplit

import httpx2
from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.text_pages import page_of
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.data.ask_host import answered, ask, client_for, endpoint_of
from ufo.tools.data.openapi import READS, Api, Asked, Operation, read_api, request_of
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing
from ufo.tools.servers.given_passwords import Meant, password_of
from ufo.tools.servers.server import ToolServer

_WORDS = (
    "web API", "api", "openapi", "swagger", "rest", "endpoint", "http request", "web service", "json api",
    "operation of service",
)  # fmt: skip
_SHOWN = 30
Document = Annotated[str, Field(min_length=1, description="the OpenAPI document: a file, or its http(s) address")]
Arguments = Annotated[dict[str, Any], Field(description="by name, as find_operations tells them")]
Server = Annotated[str, Field(description="the base address to ask; without: where the document itself came from")]
Secret = Annotated[str, Field(description="the key, token or password: {{secret:NAME}}")]


def add_apis(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.READ_API, words=_WORDS))
    async def find_operations(
        api: Document, words: Annotated[str, Field(description="that all stand in an operation")] = ""
    ) -> dict[str, Any]:
        """Tell what a service offers that an OpenAPI document describes: its operations, with what they take, and its servers."""
        known = await _api(scope, api)
        wanted = words.casefold().split()
        found = [each for each in known.operations if all(word in each.words for word in wanted)]
        told: dict[str, Any] = {"title": known.title, "servers": list(known.servers), "count": len(found)}
        return told | {"operations": [each.told() for each in found[:_SHOWN]]}

    @server.observes(ToolFacts(kind=ActionKind.READ_API, words=_WORDS, secrets=("secret",)))
    async def ask_api(  # noqa: PLR0913 a call has these parts
        api: Document,
        operation: str,
        arguments: Arguments = {},  # noqa: B006 the schema needs a plain default
        server: Server = "",
        user: str = "",
        secret: Secret = "",
        offset: Annotated[int, Field(ge=0, description="in a long answer")] = 0,
    ) -> dict[str, Any]:
        """Ask a service by one of its GET operations."""
        known = await _api(scope, api)
        wanted = known.operation(operation)
        if wanted.method not in READS:
            raise ToolError(f"{operation!r} is a {wanted.method}, which may change something; use call_api")
        asked = request_of(wanted, _base(known, api, server), arguments)
        async with await _client(scope, known, wanted, asked, user, secret) as client:
            return _told(await ask(client, asked.method, asked.address, asked.headers), offset)

    @server.destroys(ToolFacts(kind=ActionKind.CALL_API, words=_WORDS, secrets=("secret",)))
    async def call_api(  # noqa: PLR0913 a call has these parts
        api: Document,
        operation: str,
        arguments: Arguments = {},  # noqa: B006 the schema needs a plain default
        body: Annotated[dict[str, Any] | list[Any] | str | None, Field(description="what is sent")] = None,
        server: Server = "",
        user: str = "",
        secret: Secret = "",
    ) -> ActionReport:
        """Call an operation of a service that changes something (POST, PUT, PATCH, DELETE). It is asked again what it holds then,
        where it has an operation for that."""
        known = await _api(scope, api)
        wanted = known.operation(operation)
        asked = request_of(wanted, _base(known, api, server), arguments, body)
        async with await _client(scope, known, wanted, asked, user, secret) as client:
            answer = await ask(client, asked.method, asked.address, asked.headers, asked.body)
            holds = await _held_afterwards(client, known, wanted, asked, answer, body)
        said = f"{wanted.method} {wanted.path} was answered {answer.status_code}"
        return ActionReport(
            value=_told(answer, 0),
            effect=Effect.CONFIRMED if holds else Effect.UNVERIFIABLE,
            route=Route.NATIVE,
            evidence=(said, *holds),
            read_back=bool(holds),
        )


async def _api(scope: ToolScope, api: str) -> Api:
    if "://" not in api:
        file = existing(scope, api)
        return await asyncio.to_thread(lambda: read_api(file.name, file.read_bytes()))
    async with client_for(api) as client:
        answer = await ask(client, "GET", api)
    return await asyncio.to_thread(read_api, api, answer.content, api)


def _base(known: Api, api: str, server: str) -> str:
    """Return the base address that is asked: the one that the call names, else the document's server on the document's own host.
    The document alone does not send anything to another host.
    """
    if server:
        return server
    own = [each for each in known.servers if "://" in api and urlsplit(each)[:2] == urlsplit(api)[:2]]
    if not own:
        raise ToolError(
            f"name the `server` that is to be asked; the document tells: {', '.join(known.servers) or 'none'}"
        )
    return own[0]


async def _client(  # noqa: PLR0913 whom to ask, and as whom
    scope: ToolScope, known: Api, wanted: Operation, asked: Asked, user: str, secret: str
) -> AbstractAsyncContextManager[httpx2.AsyncClient]:
    endpoint_of(asked.address, known.login(wanted, user, secret))
    parts = urlsplit(asked.address)
    meant = await password_of(scope, secret, Meant.for_host(parts.netloc.casefold(), parts.hostname or ""))
    base = f"{parts.scheme}://{parts.netloc}/"
    return client_for(base, known.login(wanted, user, meant))


def _told(answer: httpx2.Response, offset: int) -> dict[str, Any]:
    kind = answer.headers.get("content-type", "").partition(";")[0]
    text = (
        answer.text
        if not kind.startswith(("image/", "audio/", "video/"))
        else f"{len(answer.content):,} bytes of {kind}"
    )
    if kind.endswith("json"):
        with suppress(ValueError, RecursionError):
            text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    return {"status": answer.status_code, **page_of(text, offset)}


async def _held_afterwards(  # noqa: PLR0913 what was asked, and what came of it
    client: httpx2.AsyncClient, known: Api, wanted: Operation, asked: Asked, answer: httpx2.Response, body: Any
) -> tuple[str, ...]:
    """Return what the service holds after the call, in words: nothing where it has no operation that tells, or holds something
    else than was sent.
    """
    address = _address_of_made(known, wanted, asked, answer)
    if not address:
        return ()
    try:
        again = await answered(client, "GET", address)
    except ToolError:
        return ()
    if wanted.method == "DELETE":
        return (f"asked again, it has nothing at {urlsplit(address).path}",) if again.status_code in (404, 410) else ()
    held = _json(again) if again.is_success else None
    if not isinstance(body, Mapping) or not isinstance(held, Mapping):
        return ()
    if any(held.get(name) != value for name, value in body.items()):
        return ()
    said = ", ".join(f"{name} {value!r}" for name, value in body.items())
    return (f"asked again, it has at {urlsplit(address).path}: {said}",)


def _address_of_made(known: Api, wanted: Operation, asked: Asked, answer: httpx2.Response) -> str:
    """Return the address at which a GET operation tells what the call changed or made; "" for none."""
    told = {each.path for each in known.operations if each.method == "GET"}
    plain = asked.address.partition("?")[0]
    if wanted.method in ("PUT", "PATCH", "DELETE"):
        return plain if wanted.path in told else ""
    location = answer.headers.get("location", "")
    if location and urlsplit(urljoin(plain, location))[:2] == urlsplit(plain)[:2]:
        return urljoin(plain, location)
    made = _json(answer)
    key = made.get("id") if isinstance(made, Mapping) else None
    below = any(
        path.startswith(f"{wanted.path.rstrip('/')}/{{") and path.count("/") == wanted.path.rstrip("/").count("/") + 1
        for path in told
    )
    return f"{plain.rstrip('/')}/{key}" if below and isinstance(key, int | str) and "/" not in str(key) else ""


def _json(answer: httpx2.Response) -> Any:
    try:
        return json.loads(answer.text)
    except (ValueError, RecursionError):
        return None
