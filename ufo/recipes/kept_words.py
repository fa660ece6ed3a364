"""Decides which words of a run may be kept: what an application calls its own parts, and how a thing was done; not what was
written, to whom, or where it lies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ufo.recipes.recipe import LONGEST, Control
from ufo.recipes.templates import Binder, references
from ufo.schema.patterns import any_case, regex
from ufo.schema.quotations import replaced
from ufo.schema.roles import NAMED_BY_APPLICATION, OWN_CHOICES
from ufo.schema.selector import Selector
from ufo.secrets.masks import HIDDEN
from ufo.text.fold import shortened

LEFT_OUT = "…"
SECRET = "{{secret}}"
_SECRET_NAME = regex(r"\{\{\s*secret:[^}]*\}\}")
_PERSONAL = (
    (regex(r"https?://\S+"), "{{address}}"),
    (regex(r"[^\s<>()]+@[^\s<>()]+\.\w+"), "{{mail}}"),
    (regex(r"(?<![\w/])(?:~|\.{1,2})?/[^\s,;]+"), "{{file}}"),
    (regex(r"(?<![\w{.])[\w-]+\.[A-Za-z][A-Za-z0-9]{1,4}\b(?!\()"), "{{file}}"),
    (regex(r"\+?\d[\d ()/.-]{6,}\d"), "{{number}}"),
    (regex(r"\d{4,}"), "{{number}}"),
)
_CELLS = any_case(
    r"\$?[a-z]{1,3}\$?\d{1,7}(?::\$?[a-z]{1,3}\$?\d{1,7})?|[a-z]{1,3}:[a-z]{1,3}|=[a-z]{2,12}\([a-z0-9$:;,]*\)"
)
_HOW = frozenset(
    {
        "key", "option", "options", "button", "action", "what", "kind", "style", "chart_type", "orientation", "layout", "align",
        "edge", "function", "order", "view", "size", "file_ext", "font_name", "position", "family", "quality", "press",
    }
)  # fmt: skip
"""Arguments that say how a thing is done, by the names that an application or a tool gives."""
_COMMAND = any_case(r"\.uno:\w{1,60}")
_PRESSED = regex(r"(?:[+^%]*(?:\{[A-Za-z_]+(?: \d+)?\}|(?<=[+^%])\(?[a-z0-9]\)?))+(?:(?<=\})[a-z0-9])?", re.IGNORECASE)
"""Keys that are pressed to do something, in the notation of the tools, and not to write a text."""
_NOTATIONS = {
    "keys": _PRESSED,
    "command": _COMMAND,
    **dict.fromkeys(("cell", "cells", "data_range", "range", "target"), _CELLS),
}
"""Arguments that stay where they have a form that holds nothing personal."""
_TYPED = frozenset({"text", "value", "values", "content", "rows", "fields", "texts", "data", "message"})
_WHERE = frozenset({"id", "name"})
"""Arguments that name the control, which is told by its selector."""
_MOST = 60


@dataclass(frozen=True, slots=True)
class Words:
    """What may be kept of a run's words. `binder` gives names to what the request varies."""

    binder: Binder

    def text(self, text: str, shown: frozenset[str] = frozenset()) -> str:
        """Return a sentence with names for what varies. A quotation stays only where it is one of the names `shown`."""
        said = _SECRET_NAME.sub(SECRET, HIDDEN.sub(SECRET, " ".join(text.split())))
        said = self.binder.text(said)
        said = replaced(said, lambda it: said[it.start : it.end] if _may_stay(it.text, shown) else f"'{LEFT_OUT}'")
        for pattern, name in _PERSONAL:
            said = pattern.sub(partial(_named, name), said)
        return shortened(said, LONGEST)

    def arguments(
        self, arguments: Mapping[str, Any], selectors: Mapping[str, Selector], *, is_secret: bool = False
    ) -> dict[str, Any]:
        """Return how an action was done. What was typed stays only as the name of what varies. `selectors`: the controls that it
        names, by id.
        """
        on = selectors.get(str(arguments.get("id", "")))
        kept = {}
        for key, value in arguments.items():
            if key in _WHERE or value in (None, "", [], {}):
                continue
            is_own = _is_own(key, value, on.role if on is not None else "")
            kept[key] = SECRET if is_secret and key in _TYPED else self._value(key, value, is_own)
        fields = arguments.get("fields")
        if isinstance(fields, list | tuple) and isinstance(kept.get("fields"), list):
            kept["fields"] = [self._field(*pair, selectors) for pair in zip(fields, kept["fields"], strict=False)]
        return kept

    def _field(self, given: Any, kept: Any, selectors: Mapping[str, Selector]) -> Any:
        """Return what is kept of a field of a form with the application's own name of it."""
        selector = selectors.get(str(given.get("id", ""))) if isinstance(given, Mapping) else None
        name = self._own_name(selector.role, selector.words) if selector is not None else ""
        return {"name": name, **kept} if name and isinstance(kept, Mapping) else kept

    def control(self, selector: Selector) -> Control:
        return Control(
            role=selector.role[:_MOST],
            name=self._own_name(selector.role, selector.words),
            inside=tuple(name for step in selector.path if (name := self._own_name(step.role, step.name)))[-4:],
        )

    def _own_name(self, role: str, name: str) -> str:
        if role in NAMED_BY_APPLICATION:
            return shortened(self._plain(name), _MOST)
        bound = self.binder.text(name)
        return bound if references(bound) and len(bound) <= _MOST else ""

    def _plain(self, text: str) -> str:
        said = self.binder.text(HIDDEN.sub(SECRET, text))
        for pattern, name in _PERSONAL:
            said = pattern.sub(name, said)
        return said

    def _value(self, key: str, value: Any, is_own: bool = False) -> Any:
        if isinstance(value, bool):
            return value
        if isinstance(value, Mapping):
            return {inner: self._value(inner, item) for inner, item in value.items() if inner not in _WHERE}
        if isinstance(value, list | tuple):
            kept = [self._value(key, item, is_own) for item in value[:8]]
            return kept if any(item != LEFT_OUT for item in kept) else LEFT_OUT
        if HIDDEN.search(str(value)) or _SECRET_NAME.search(str(value)):
            return SECRET
        bound = self.binder.bind(value)
        if isinstance(bound, str) and references(bound) and _only_names(bound):
            return shortened(bound, _MOST)
        if isinstance(value, int | float):
            return LEFT_OUT if key in _TYPED else value
        text = str(value)
        if is_own or key in _HOW or (key in _NOTATIONS and _NOTATIONS[key].fullmatch(text)):
            return shortened(self._plain(text), _MOST)
        return LEFT_OUT


def _is_own(key: str, value: Any, role: str) -> bool:
    """Tell whether the value names parts of the application: a way through its menus, or an entry of one of its choices."""
    return (key == "path" and isinstance(value, list | tuple)) or (key in ("item", "items") and role in OWN_CHOICES)


def _named(name: str, found: re.Match[str]) -> str:
    return found[0] if references(found[0]) else name


def _only_names(bound: str) -> bool:
    """Tell whether nothing but names and signs is left of a text, so that no word of a letter stays around a name."""
    return not any(letter.isalpha() for letter in regex(r"\{\{[^}]*\}\}").sub("", bound))


def _may_stay(quoted: str, shown: frozenset[str]) -> bool:
    return quoted in shown or (references(quoted) and _only_names(quoted)) or quoted == LEFT_OUT
