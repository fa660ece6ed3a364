"""Searches all controls of a window, including those that a prompt has no room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ufo.commands.observe.selection import Selection
from ufo.commands.observe.targets import target_of
from ufo.desktop.backend import Desktop
from ufo.desktop.matching.same_words import fit, likeness, plain
from ufo.desktop.snapshot import Element
from ufo.schema.target import TargetInfo

_ALIKE = 0.75
_FURTHER_ON = "one more of that name is scrolled out of sight and has no id yet: scroll to this text"


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
    elements = (controls.get(str(target.id)) for target in best)
    selection.found = frozenset(element.handle.key for element in elements if element is not None)
    return best


async def out_of_sight(
    desktop: Desktop, controls: Iterable[Element], wanted: Wanted
) -> tuple[dict[str, str | list[str]], ...]:
    """Return, for each page that also has the text where it is scrolled out of sight, where that is and how to come there. What a
    page has in sight may only speak of it, as a heading or an instruction does.
    """
    if not wanted.text or wanted.role or wanted.state:
        return ()
    pages = [one for one in controls if one.role == "Document" and not one.by_sight]
    further_on = [page for page in pages if await desktop.out_of_sight(page.handle, wanted.text, scroll=False)]
    return tuple(
        {"name": wanted.text, "states": ["offscreen"], "path": [page.name], "description": _FURTHER_ON}
        for page in further_on
    )


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
