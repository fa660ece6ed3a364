"""Reads the identifiers that programs give to their own controls, only where a selector is made or resolved."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence

from ufo.desktop.backend import Desktop
from ufo.desktop.matching.resemblance import is_akin
from ufo.desktop.matching.selectors import is_steady
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import DesktopError
from ufo.schema.selector import Selector

_log = logging.getLogger(__name__)
_MOST = 250


async def own_identifiers(desktop: Desktop, snapshot: Snapshot, elements: Iterable[Element]) -> Mapping[str, str]:
    """Return, by key, the identifiers that no other element of the kind has. Costs one call where none exist."""
    wanted = list(elements)
    own = {key: name for key, name in (await _asked(desktop, wanted)).items() if is_steady(name)}
    if not own:
        return {}
    kinds = {element.role for element in wanted if element.handle.key in own}
    akin = [element for element in snapshot if any(is_akin(element.role, kind) for kind in kinds)]
    if len(akin) > _MOST:
        return {}
    known = {element.handle.key for element in wanted}
    others = await _asked(desktop, [element for element in akin if element.handle.key not in known])
    held = [*own.values(), *others.values()]
    return {key: name for key, name in own.items() if held.count(name) == 1}


async def identifiers_for(desktop: Desktop, selector: Selector, snapshot: Snapshot) -> Mapping[str, str]:
    """Return the identifiers of all elements that the selector may mean; empty where the selector has no identifier."""
    if not is_steady(selector.identifier):
        return {}
    akin = [element for element in snapshot if is_akin(element.role, selector.role)]
    return await _asked(desktop, akin[:_MOST])


async def _asked(desktop: Desktop, elements: Sequence[Element]) -> Mapping[str, str]:
    if not elements:
        return {}
    try:
        return await desktop.identifiers([element.handle for element in elements])
    except DesktopError as error:
        _log.debug("no identifiers: %s", error)
        return {}
