"""Reads OmniParser's answers as targets. Its versions write them in several forms; items that make no sense are left out."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ufo.errors import ToolError
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo, TargetKind

SOURCE = "omniparser"
_MOST_ITEMS = 2000
_LONGEST_LINE = 20_000
_LONGEST_NAME = 200
_LEAST_EDGE = 2
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")


def targets_of(parsed: Any, shown: Rect) -> list[TargetInfo]:
    """Return the targets in an answer. Raises ToolError where the answer is not empty but none of it is a usable item.

    `parsed`: an object with `parsed_content_list`, or the page's text (JSON, or one item per line). `shown`: the picture's
    rectangle in screen coordinates.
    """
    items = list(_items(parsed))[:_MOST_ITEMS]
    targets = [target for item in items if (target := _target(item, shown)) is not None]
    said_something = parsed.strip() if isinstance(parsed, str) else items
    if not targets and said_something and parsed not in ("[]", "{}"):
        if isinstance(parsed, str) and not items:
            raise ToolError(f"OmniParser's list cannot be read: {parsed.strip()[:80]!r}")
        if items:
            raise ToolError(f"OmniParser gave {len(items)} items, none with a usable place in the picture")
    return targets


def _items(parsed: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(parsed, str):
        yield from _of_text(parsed)
    elif isinstance(parsed, Mapping):
        content = parsed.get("parsed_content_list")
        places = parsed.get("label_coordinates")
        if isinstance(content, list):
            yield from _of_list(content, places if isinstance(places, Mapping) else {})
    elif isinstance(parsed, list):
        yield from _of_list(parsed, {})


def _of_text(text: str) -> Iterator[Mapping[str, Any]]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, (Mapping, list)):
        yield from [whole] if isinstance(whole, Mapping) and "bbox" in whole else _items(whole)
        return
    for line in text.splitlines():
        item = _of_line(line[:_LONGEST_LINE])
        if item is not None:
            yield item


def _of_line(line: str) -> Mapping[str, Any] | None:
    """Parse a line such as `icon 3: {'type': 'icon', 'bbox': [...], ...}`, in Python's or in JSON's syntax."""
    start, end = line.find("{"), line.rfind("}")
    if start < 0 or end < start:
        return None
    for read in (json.loads, ast.literal_eval):
        try:
            item = read(line[start : end + 1])
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(item, Mapping):
            return item
    return None


def _of_list(content: Iterable[Any], places: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Iterate over items. The first version gave captions instead, with their places in a table of [x, y, width, height]."""
    for number, item in enumerate(content):
        if isinstance(item, Mapping):
            yield item
        elif isinstance(item, str) and isinstance(place := places.get(str(number)), list) and len(place) == 4:
            kind = "text" if item.casefold().startswith("text") else "icon"
            corner = _numbers(place)
            if corner:
                left, top, width, height = corner
                box = [left, top, left + width, top + height]
                yield {"type": kind, "bbox": box, "content": item.partition(":")[2], "interactivity": kind == "icon"}


def _target(item: Mapping[str, Any], shown: Rect) -> TargetInfo | None:
    rect = _rect(item.get("bbox"), shown)
    if rect is None:
        return None
    pressable = item.get("interactivity") is not False
    is_text = item.get("type") == "text"
    role = ("Text" if is_text else "Image") if not pressable else "Button"
    name = " ".join(_UNPRINTED.sub(" ", str(item.get("content") or "")).split())[:_LONGEST_NAME]
    return TargetInfo(
        kind=TargetKind.CONTROL,
        name=name or f"unnamed {'text' if is_text else 'icon'}",
        type=role,
        rect=rect.as_ltrb(),
        source=SOURCE,
        actions=() if role == "Text" else ("press",),
    )


def _rect(box: Any, shown: Rect) -> Rect | None:
    """Return [left, top, right, bottom] in screen coordinates. Numbers are shares of the picture; over 1, its pixels."""
    numbers = _numbers(box)
    if numbers is None:
        return None
    scale = (1.0, 1.0) if max(numbers) > 1.5 else (shown.width, shown.height)
    left, top, right, bottom = (number * scale[place % 2] for place, number in enumerate(numbers))
    if not (left < right and top < bottom) or max(map(abs, (left, top, right, bottom))) > 1e6:
        return None
    rect = Rect.from_ltrb(round(left), round(top), round(right), round(bottom))
    inside = rect.moved(shown.x, shown.y).intersection(shown)
    return inside if min(inside.width, inside.height) >= _LEAST_EDGE else None


def _numbers(box: Any) -> list[float] | None:
    if not isinstance(box, (list, tuple)) or len(box) != 4:
        return None
    if not all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in box):
        return None
    try:
        numbers = [float(number) for number in box]
    except OverflowError:
        return None
    return numbers if all(map(math.isfinite, numbers)) else None
