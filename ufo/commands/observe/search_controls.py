"""Searches all controls of a window, including those that a prompt has no room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ufo.commands.observe.selection import Selection
from ufo.commands.observe.targets import target_of
from ufo.desktop.snapshot import Element
from ufo.schema.target import TargetInfo
from ufo.text.alike import fit, likeness, plain

_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class Wanted:
    """The text, role and state to search for; "" matches anything. At least one of them is given."""

    text: str = ""
    role: str = ""
    state: str = ""


def search(selection: Selection, controls: Mapping[str, Element], wanted: Wanted, limit: int) -> tuple[TargetInfo, ...]:
    """Return at most `limit` matches among the controls, the best first, with their ids. The next look marks them as found."""
    ranked = sorted(_ranked(controls, wanted), key=lambda pair: pair[0])
    best = tuple(target for _, target in ranked[:limit])
    elements = [element for target in best if (element := controls.get(str(target.id))) is not None]
    selection.found = frozenset(element.handle.key for element in elements)
    return best


def _ranked(controls: Mapping[str, Element], wanted: Wanted) -> Iterator[tuple[float, TargetInfo]]:
    text, role, state = plain(wanted.text), wanted.role.casefold(), wanted.state.casefold()
    shown = (target_of(element, key) for key, element in controls.items())
    for target in shown:
        held = {"enabled"} if "disabled" not in target.states else set()
        if role and role != (target.type or "").casefold():
            continue
        if state and state not in held.union(target.states):
            continue
        rank = _rank(target, text)
        if rank is not None:
            yield rank, target


def _rank(target: TargetInfo, wanted: str) -> float | None:
    """Return the rank of a match, 0 for the exact name and more for weaker ones, or None where nothing matches."""
    name = plain(target.name)
    if not wanted or name == wanted:
        return 0.0
    found = fit(name, wanted)
    if found is not None:
        return float(found) + (0.0 if name.startswith(wanted) else 0.5)
    rest = plain(f"{target.value or ''} {target.label or ''} {target.description or ''}")
    if wanted in rest:
        return 3.0
    if all(word in f"{name} {rest} {plain(' '.join(target.path))}" for word in wanted.split()):
        return 4.0
    near = likeness(target.name, wanted)
    return 6.0 - near if near >= _ALIKE else None
