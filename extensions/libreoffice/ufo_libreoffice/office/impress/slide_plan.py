"""What a slide gets of the texts that are asked for, and in which order slides come, in any program for slides."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..refusals import Refused


def layout_for(record: Mapping[str, Any], present: str, layouts: Collection[str]) -> str:
    """Return the layout that a slide gets: the one that was asked for, the present one where it has a place for every text, or
    else the one that has.
    """
    asked = str(record.get("layout") or "")
    if asked:
        if asked not in layouts:
            raise Refused(f"{asked!r} is no layout here; take one of {', '.join(layouts)}")
        return asked
    if record.get("right"):
        return "two content"
    if record.get("subtitle"):
        return "title"
    if present and (not record.get("bullets") or present in ("title and content", "two content", "title")):
        return present
    if record.get("bullets"):
        return "title and content"
    return "title only" if record.get("title") else "blank"


def is_as_asked(found: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
    """Tell whether all texts that were asked for stand on the slide as they were given."""
    shown = [str(found.get("title", "")), *str(found.get("subtitle", "")).split("\n"), *found.get("bullets", ())]
    shown += [*found.get("right", ()), *str(found.get("notes", "")).split("\n")]
    asked = [str(record[key]) for key in ("title", "subtitle", "notes") if record.get(key)]
    wanted = [line for text in asked for line in text.split("\n")]
    wanted += [*(record.get("bullets") or ()), *(record.get("right") or ())]
    plain = [line.lstrip("\t") for line in shown]
    return all(line in shown or line.lstrip("\t") in plain for line in wanted) and found["layout"] in (
        str(record.get("layout") or found["layout"]),
    )


def titles_after(titles: list[str], action: str, numbers: Sequence[int], to: int) -> list[str]:
    """Return the titles of all slides once they are moved, deleted or duplicated."""
    chosen = [titles[number - 1] for number in numbers]
    if action == "move":
        end = to or len(titles) + 1
        head = [title for number, title in enumerate(titles, 1) if number not in numbers and number < end]
        tail = [title for number, title in enumerate(titles, 1) if number not in numbers and number >= end]
        return [*head, *chosen, *tail]
    if action == "delete":
        return [title for number, title in enumerate(titles, 1) if number not in numbers]
    if action == "duplicate":
        return [text for number, title in enumerate(titles, 1) for text in [title] * (2 if number in numbers else 1)]
    return titles


def brief_of(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return of what a slide shows its number, layout and title, and how many bullets it has."""
    kept: dict[str, Any] = {key: found[key] for key in ("slide", "layout", "title", "hidden") if key in found}
    lines = [line for key in ("bullets", "right") for line in found.get(key, ()) if line.strip()]
    return {**kept, **({"bullets": len(lines)} if lines else {})}
