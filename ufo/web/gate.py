"""The gate: every request and every WebSocket passes it before anything else looks at it.

It asks whose program calls, under which name the page was called (Host: a foreign name that was pointed at this machine is
refused), which page calls (Origin), and for the cookie. It bounds the body, and gives each answer the headers that keep a browser
strict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ufo.platform.peers import is_of_another_user
from ufo.web.entrance import Entrance

MOST_BODY = 256 * 1024
MOST_UPLOAD = 512 * 1024 * 1024
BODY_S, UPLOAD_S = 20.0, 600.0
UPLOADS = frozenset({"/ask"})
_OPEN_TO_ALL = frozenset({"/enter", "/link"})
_STATIC = "/static/"
_LAST = {"connection": "close"}
_READS = frozenset({"GET", "HEAD"})
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Gate:
    """The outermost layer. `port`: where the server listens."""

    def __init__(self, app: ASGIApp, entrance: Entrance, port: int) -> None:
        self._app = app
        self._entrance = entrance
        self._port = port
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        strict = _strict(send)
        refusal = self._refusal(scope)
        if refusal is not None and scope["type"] == "websocket":
            # Before it is accepted, a close is an answer of 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif refusal is not None:
            await refusal(scope, receive, strict)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._bounded(scope, receive, strict)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        peer = scope.get("client")
        if peer is not None and is_of_another_user((peer[0], peer[1]), self._port):
            return _told(403, "this page belongs to another user of the machine")
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return _told(421, f"this page is at http://127.0.0.1:{self._port}/")
        if not self._is_own_page(scope, headers, hosts[0].lower()):
            return _told(403, "this call comes from another page")
        if scope["path"] in _OPEN_TO_ALL or scope["path"].startswith(_STATIC) or self._is_in(headers):
            return None
        if scope["type"] == "http" and scope["method"] in _READS and "text/html" in headers.get("accept", ""):
            return RedirectResponse("/enter", 303)
        return JSONResponse({"error": "come in by a new link: ufo serve --link"}, 401)

    def _is_own_page(self, scope: Scope, headers: Headers, host: str) -> bool:
        """Tell whether our own page calls, or a person who typed the address: a browser says which page calls, in what changes
        something always.
        """
        origin = headers.get("origin")
        if origin is not None:
            return origin.lower() == f"http://{host}"
        if scope["type"] == "websocket" or scope["method"] not in _READS:
            return False
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "navigate")
        return site in ("none", "same-origin") or mode == "navigate"

    def _is_in(self, headers: Headers) -> bool:
        return self._entrance.knows(cookie_of(headers, self._entrance.cookie))

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_upload = scope["path"] in UPLOADS
        most, within_s = (MOST_UPLOAD, UPLOAD_S) if is_upload else (MOST_BODY, BODY_S)
        told = Headers(scope=scope).get("content-length", "0")
        if not told.isascii() or not told.isdigit() or int(told) > most:
            await _told(413, f"at most {most} bytes fit")(scope, receive, send)
            return
        deadline = asyncio.get_running_loop().time() + within_s
        read = 0
        is_whole = False

        async def bounded() -> Message:
            nonlocal read, is_whole
            if is_whole:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "what was sent came too slowly", _LAST) from None
            read += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if read > most:
                raise HTTPException(413, f"at most {most} bytes fit", _LAST)
            return message

        await self._app(scope, bounded, send)


def cookie_of(headers: Mapping[str, str], name: str) -> str:
    """Return the value of a cookie; "" where there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def _told(code: int, text: str) -> Response:
    return PlainTextResponse(f"ufo: {text}\n", code)


def _strict(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
