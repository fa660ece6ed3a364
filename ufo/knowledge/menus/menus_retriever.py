"""The menus of the running application as a source of knowledge."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from ufo.knowledge.menus.search import LIKELY, FoundEntry, MenuSearch
from ufo.knowledge.menus.shelf import key_of_menus, line_of, title_of
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.menus import Menus
from ufo.schema.quotations import without_quotations

Known = Callable[[str, float], Awaitable[tuple[Menus, MenuSearch] | None]]
"""Called with an application root and a moment on the clock of `time.monotonic`: returns what that application offers, None
where it offers nothing, or nothing that is known by then.
"""
_FEW = 2
"""A text of so many parts is about one thing; of more parts each must surely mean its entry."""
_LOOKED_AT = 12
"""So many entries of each part are looked at for those that are meant surely."""
_PARTS = re.compile(r"[,;:.!?\n]\s+|[，、；：。！？،؛؟।]")
_MOST_WORDS = 6


class MenusRetriever:
    """Tells the entries of menus that a sub-task probably needs, at most `top_k` of them."""

    def __init__(self, known: Known, top_k: int) -> None:
        self._known = known
        self._top_k = top_k

    async def retrieve(self, query: Query) -> Knowledge:
        known = await self._known(query.application, query.until) if query.application else None
        if known is None:
            return Knowledge()
        menus, search = known
        found = _best(search, query.text, self._top_k)
        if not found:
            return Knowledge()
        more = f"(find_commands(words) searches all {len(menus.entries)} entries)"
        text = "\n".join([*(line_of(one.entry) for one in found), more])
        return Knowledge(offline_docs=(Passage(text, title_of(menus), key_of_menus(menus)),))


def _best(search: MenuSearch, text: str, count: int) -> list[FoundEntry]:
    """Return the entries for a task of several parts: the best of each part first, then the second best. One part of several
    must mean its entry surely: most parts of a longer task need no menu, and share words with many.
    """
    parts = [part for clause in _PARTS.split(without_quotations(text)) for part in _pieces(clause.split())]
    likely = [search.best(part, _LOOKED_AT, LIKELY) for part in parts]
    each = [[found for found in one if found.is_sure or len(parts) <= _FEW][:count] for one in likely]
    ranked = sorted(
        ((rank, -found.fit, place, found) for place, one in enumerate(each) for rank, found in enumerate(one)),
        key=lambda one: one[:3],
    )
    return list({one[3].place: one[3] for one in ranked}.values())[:count]


def _pieces(words: list[str]) -> list[str]:
    """Return the words of a clause in halves, as long as they are too many for one thing that is done with one entry."""
    if len(words) <= _MOST_WORDS:
        return [" ".join(words)] if words else []
    half = len(words) // 2
    return _pieces(words[:half]) + _pieces(words[half:])
