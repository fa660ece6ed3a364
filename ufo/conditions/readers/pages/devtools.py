"""Reads pages of a Chromium browser over the DevTools protocol, which is independent of the accessibility interface that acts.

A script reads the page in an isolated world, so that the page's own scripts cannot forge the answer.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.conditions.readers.pages.connection import UNANSWERED, Connection

_TIMEOUT_S = 5.0
_MOST_PAGES = 50
_READ = """
(() => {
  const taking = 'input,select,textarea,[contenteditable]';
  const beside = e => {
    for (let around = e.parentElement, level = 0; around && level < 3; around = around.parentElement, level++) {
      if (around.querySelectorAll(taking).length !== 1) return '';
      const copy = around.cloneNode(true);
      copy.querySelectorAll(taking + ',button,script,style').forEach(i => i.remove());
      const said = copy.textContent.trim();
      if (said) return said.length <= 60 ? said : '';
    }
    return '';
  };
  const named = e => [
    ...(e.labels ? [...e.labels].map(l => { const c = l.cloneNode(true);
      c.querySelectorAll('input,select,textarea,button').forEach(i => i.remove()); return c.textContent; }) : []),
    e.getAttribute('aria-label') || '',
    ...(e.getAttribute('aria-labelledby') || '').split(/\\s+/)
      .map(i => (e.ownerDocument.getElementById(i) || {}).textContent || ''),
    e.name || '', e.id || '', e.placeholder || '', e.title || '', beside(e)].map(t => String(t).trim()).filter(Boolean);
  const value = e => e.type === 'password' ? '' : e.tagName === 'SELECT'
    ? [...e.selectedOptions].map(o => o.label).join(', ') : e.isContentEditable ? e.innerText : String(e.value ?? '');
  const boxes = ['checkbox', 'radio'];
  const documents = [document];
  let unread = 0;
  const enter = (root, depth) => {
    for (const frame of root.querySelectorAll('iframe, frame')) {
      if (frame.offsetWidth < 2 || frame.offsetHeight < 2) continue;
      let inner = null;
      try { inner = frame.contentDocument; } catch (error) { inner = null; }
      if (!inner || !inner.body || depth > 5) { unread++; continue; }
      documents.push(inner);
      enter(inner, depth + 1);
    }
  };
  enter(document, 0);
  const taken = documents.flatMap(one => [...one.querySelectorAll(taking)]);
  const fields = taken.slice(0, 2000).map(e => ({
    names: named(e), value: value(e).slice(0, 100000), checked: boxes.includes(e.type) ? e.checked : null}));
  const text = documents.map(one => one.body ? one.body.innerText : '').join('\\n');
  const kept = text.length > 1000000 ? ['more text than is read at once'] : [];
  if (document.readyState === 'loading') kept.push('parts that are still loading');
  if (taken.length > 2000) kept.push('more fields than are read at once');
  if (unread) kept.push('a frame of another origin');
  const told = JSON.stringify({address: location.href, title: document.title, fields, unread: kept.join(' and '),
    text: text.slice(0, 1000000)});
  if (told.length > 8000000) throw new Error('too much');
  return told;
})()
"""


@dataclass(frozen=True, slots=True)
class Field:
    """A form field. `names`: its label, name, id, placeholder and title, and the words beside it. `checked` is None where it
    cannot be ticked.
    """

    names: tuple[str, ...]
    value: str
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """`text` is what the page shows, that of frames from the same origin included; `fields` leave out what is typed into
    password fields. `unread`: what keeps part of the page from being read, "" where all was.
    """

    address: str
    title: str
    text: str
    fields: tuple[Field, ...] = ()
    unread: str = ""


class PagesUnreadable(Exception):
    """The browser does not report its pages."""


async def pages_at(place: Path) -> tuple[Page, ...]:
    """Return the pages of the browser behind that socket. Raises PagesUnreadable."""
    return tuple([_page(told) for told in await evaluated(place, _READ)])


async def evaluated(
    place: Path,
    script: str,
    is_meant: Callable[[Mapping[str, Any]], bool] = lambda target: target.get("type") == "page",
) -> list[Any]:
    """Run the script in each page that `is_meant` accepts, in an isolated world, and return its JSON answers. Raises
    PagesUnreadable.
    """
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            connection = await Connection.open(place)
            try:
                targets = (await connection.ask("Target.getTargets"))["targetInfos"]
                wanted = [target for target in targets if is_meant(target)][:_MOST_PAGES]
                return [await _evaluated(connection, str(item["targetId"]), script) for item in wanted]
            finally:
                await connection.close()
    except (*UNANSWERED, KeyError, TypeError, AttributeError) as error:
        raise PagesUnreadable(f"the browser does not report its pages ({type(error).__name__}: {error})") from error


async def _evaluated(asker: Connection, target: str, script: str) -> Any:
    session = (await asker.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
    tree = await asker.ask("Page.getFrameTree", session)
    frame = tree["frameTree"]["frame"]["id"]
    world = await asker.ask("Page.createIsolatedWorld", session, frameId=frame, worldName="verify")
    answer = await asker.ask(
        "Runtime.evaluate", session, expression=script, contextId=world["executionContextId"], returnByValue=True
    )
    return json.loads(answer["result"]["value"])


def _page(told: Any) -> Page:
    fields = tuple(Field(tuple(item["names"]), str(item["value"]), item["checked"]) for item in told["fields"])
    return Page(str(told["address"]), str(told["title"]), str(told["text"]), fields, str(told["unread"]))
