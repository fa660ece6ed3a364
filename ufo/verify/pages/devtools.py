"""Pages of a Chromium browser, over its DevTools protocol: another way in than the accessibility interface that acts.

What a page says is read by a script in a world of its own in that page, so that the page's own scripts cannot answer.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any
from urllib.parse import urlsplit

from ufo.verify.pages.model import Field, Page
from ufo.verify.pages.websocket import WebSocket, WebSocketError

_TIMEOUT_S = 5.0
_MOST_PAGES = 50
_MOST_BYTES = 4 * 1024 * 1024
_READ = """
(() => {
  const named = e => [
    ...(e.labels ? [...e.labels].map(l => { const c = l.cloneNode(true);
      c.querySelectorAll('input,select,textarea,button').forEach(i => i.remove()); return c.textContent; }) : []),
    e.getAttribute('aria-label') || '',
    ...(e.getAttribute('aria-labelledby') || '').split(/\\s+/).map(i => (document.getElementById(i) || {}).textContent || ''),
    e.name || '', e.id || '', e.placeholder || '', e.title || ''].map(t => String(t).trim()).filter(Boolean);
  const value = e => e.type === 'password' ? '' : e.tagName === 'SELECT'
    ? [...e.selectedOptions].map(o => o.label).join(', ') : e.isContentEditable ? e.innerText : String(e.value ?? '');
  const boxes = ['checkbox', 'radio'];
  const fields = [...document.querySelectorAll('input,select,textarea,[contenteditable]')].slice(0, 2000).map(e => ({
    names: named(e), value: value(e).slice(0, 100000), checked: boxes.includes(e.type) ? e.checked : null}));
  return JSON.stringify({address: location.href, title: document.title, fields,
    text: (document.body ? document.body.innerText : '').slice(0, 1000000)});
})()
"""


class PagesUnreadable(Exception):
    """The browser does not tell."""


async def pages_on(port: int) -> tuple[Page, ...]:
    """The pages of the browser that listens there. Raises PagesUnreadable."""
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            listed = json.loads(await _get(port, "/json/list"))
            wanted = [one for one in listed if one.get("type") == "page"][:_MOST_PAGES]
            return tuple([await _read(port, str(one["webSocketDebuggerUrl"])) for one in wanted])
    except (TimeoutError, OSError, ValueError, KeyError, TypeError, AttributeError, WebSocketError) as error:
        raise PagesUnreadable(f"the browser does not tell ({type(error).__name__}: {error})") from error


async def _get(port: int, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode("ascii"))
        answer = await reader.read(_MOST_BYTES)
        # The browser keeps the connection open where it says how long the answer is.
        head, _, body = answer.partition(b"\r\n\r\n")
        length = next(
            (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")), 0
        )
        while len(body) < min(length, _MOST_BYTES):
            more = await reader.read(_MOST_BYTES)
            if not more:
                break
            body += more
        return body.decode("utf-8", errors="replace")
    finally:
        writer.close()


async def _read(port: int, url: str) -> Page:
    async with WebSocket(port, urlsplit(url).path) as socket:
        asker = _Asker(socket)
        tree = await asker.ask("Page.getFrameTree")
        frame = tree["frameTree"]["frame"]["id"]
        world = await asker.ask("Page.createIsolatedWorld", frameId=frame, worldName="verify")
        answer = await asker.ask(
            "Runtime.evaluate", expression=_READ, contextId=world["executionContextId"], returnByValue=True
        )
    told = json.loads(answer["result"]["value"])
    fields = tuple(Field(tuple(one["names"]), str(one["value"]), one["checked"]) for one in told["fields"])
    return Page(str(told["address"]), str(told["title"]), str(told["text"]), fields)


class _Asker:
    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(await self._socket.receive())
            if answer.get("id") == number:
                return answer["result"]
