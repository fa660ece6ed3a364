"""All menus of an application in a few lines, for whoever does not know it: what is there, and where to look further."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.schema.menus import MenuEntry

_ENDS = "…."
Drawn = Mapping[str, Sequence[str]]
"""What stands in each menu of the menu bar."""


def menu_map(entries: Sequence[MenuEntry], most_chars: int) -> str:
    """Return a line for each menu with the labels of its entries. Where there is no room for all, submenus are told by their
    names alone, and then by the first ones and the count of the others. "" where not even half of that has room, or no entry
    stands in a menu.
    """
    whole = _labels(entries, deep=True)
    shallow = _labels(entries, deep=False)
    for drawn in (whole, shallow):
        if drawn and len(text := _lines(drawn)) <= most_chars:
            return text
    longest = max(map(len, shallow.values()), default=0)
    count = next((most for most in range(longest, 0, -1) if len(_lines(shallow, most)) <= most_chars), 0)
    is_half = 2 * sum(min(count, len(labels)) for labels in shallow.values()) >= sum(map(len, shallow.values())) > 0
    return _lines(shallow, count) if is_half else ""


def _labels(entries: Sequence[MenuEntry], *, deep: bool) -> Drawn:
    menus: dict[str, dict[str, None]] = {}
    for entry in entries:
        if entry.in_menu and len(entry.path) > 1:
            parts = [part.rstrip(_ENDS) for part in entry.path[1:]]
            label = " > ".join(parts) if deep else f"{parts[0]}{' >' if len(parts) > 1 else ''}"
            menus.setdefault(entry.path[0], {})[label] = None
    return {name: list(labels) for name, labels in menus.items()}


def _lines(drawn: Drawn, most: int | None = None) -> str:
    lines = []
    for name, labels in drawn.items():
        kept = labels if most is None else labels[:most]
        more = f", and {len(labels) - len(kept)} more" if len(labels) > len(kept) else ""
        lines.append(f"{name}: {', '.join(kept)}{more}")
    return "\n".join(lines)
