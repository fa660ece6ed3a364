"""Finds entries of menus by the words of a task, and tells a turn of those that it probably needs. The entry's own label counts
most, then its description and the menus above.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from ufo.knowledge.menus.shelf import key_of_menus, line_of, title_of
from ufo.knowledge.menus.whole_map import menu_map
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.menus import MenuEntry, Menus
from ufo.schema.quotations import without_quotations
from ufo.text.near import in_menus, in_other_words
from ufo.text.stem import stems

_LABEL, _COMMAND, _DESCRIPTION, _ABOVE = 3.0, 2.0, 1.2, 1.2
"""What a word counts that stands in the label, the command's name, the description, and a menu above."""
_BEGINS_ALIKE, _MEANS_THE_SAME = 0.8, 0.7
"""What a word counts that only begins alike, or only means the same, as a share of the word itself."""
_SHORTEST, _COMMON_SHARE, _LEAST_LEFT = 5, 0.8, 2
_WEAK = 0.6
"""What a word counts that tells what to do or how much of it, beside one that tells with what."""
_WITHOUT_MENU, _COMMAND_ALONE = 0.9, 0.65
"""What an entry counts that stands in no menu: one with a shortcut, and a command that only its name runs."""
LIKELY = 0.34
"""The share of what was asked for from which an entry probably is what was meant."""
_LEAST = 0.1
_SURE = 0.5
"""The share of what was asked for, and of the entry's label, from which one of several parts means that entry."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]{2,}")
_EMPTY = frozenset(
    stems(
        "a an and any are as at be but by can could current currently do does every for from get give given have her his how i"
        " in into is it its let make me my of off on one or our out over please set so some than that the their them then there"
        " these they thing this those to under up use using want was what when where which will with would you your"
    )
)


_WEAK_WORDS = frozenset(
    stems(
        "activate add all apply bring change choose clear close create define delete disable do edit enable find go hide insert"
        " keep look make manage move new open pick place play print put remove reset run save see select show stop store"
        " switch take turn write work"
    )
)

_FEW = 2
"""Of a text of so many parts each must share a telling word with its entry; of more parts each must surely mean it."""
_LOOKED_AT = 12
"""So many entries of each part are looked at for those that are meant surely."""
_PARTS = re.compile(r"[,;:.!?\n]\s+|[，、；：。！？،؛؟।]")
_MOST_WORDS = 6
_MAP_CHARS, _OFFICE = 1_500, "libreoffice"
"""How long the map of all menus is at most."""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry with its place among all, and the share of what was asked for that it answers, from 0 to 1. `named`: the share of
    its label that was asked for; `met`: how many of the label's words were that tell with what something is done, and not only
    words like them or of the same meaning.
    """

    entry: MenuEntry
    place: int
    fit: float
    named: float
    met: int

    @property
    def is_sure(self) -> bool:
        """Whether one part of a longer text means this entry, and does not only share a word with it."""
        return self.fit >= _SURE and self.met > 0 and (self.named == 1.0 or (self.named >= _SURE and self.met > 1))


@dataclass(frozen=True, slots=True)
class _Words:
    """What each word of an entry counts, and how many words its label has."""

    weights: Mapping[str, float]
    label: frozenset[str]


class MenuSearch:
    """The entries of one application, ready to be searched."""

    def __init__(self, entries: Sequence[MenuEntry]) -> None:
        self._entries = tuple(entries)
        self._words = [_weighed(entry) for entry in self._entries]
        counted = Counter(word for words in self._words for word in words.weights)
        self._rarity = {word: log(1 + len(entries) / count) for word, count in counted.items()}
        self._known = tuple(counted)
        self._unknown = log(1 + max(1, len(entries)))

    def best(self, text: str, count: int, least: float = _LEAST) -> list[FoundEntry]:
        """Return the entries that fit best, the best first. `least`: the share of what was asked for that they answer."""
        sought = self._asked(text)
        literal = set(_words(text))
        asked = [self._forms(word) for word in sought]
        if not asked:
            return []
        whole = sum(weight for _, weight in asked)
        scored = []
        for place, (entry, words) in enumerate(zip(self._entries, self._words, strict=True)):
            score, held, met = _score(asked, words)
            fit = held / whole
            if score and fit >= least:
                order = score * (0.4 + 0.6 * fit) * _place_weight(entry)
                own = met & words.label
                telling = sum(not word.isdecimal() for word in own & literal - _WEAK_WORDS)
                found = FoundEntry(entry, place, fit, len(own) / max(1, len(words.label)), telling)
                scored.append((order, -len(entry.path), -place, found))
        scored.sort(key=lambda entry: entry[:3], reverse=True)
        return [entry[3] for entry in scored[:count]]

    def _asked(self, text: str) -> list[str]:
        """Return the words of a query. Two that an entry writes as one, such as "upper case", are one here too."""
        found = list(_words(in_other_words(text)))
        joined = [a + b for a, b in pairwise(found) if a + b in self._rarity]
        apart = {word for a, b in pairwise(found) if a + b in joined for word in (a, b)}
        kept = [word for word in found if word not in apart and not (word.isdecimal() and word not in self._rarity)]
        return list(dict.fromkeys([*joined, *kept]))

    def _forms(self, word: str) -> tuple[dict[str, float], float]:
        """Return the words of the entries that a word may stand for, each with its share, and what the word weighs."""
        forms = {other: _MEANS_THE_SAME for other in in_menus(word) if other in self._rarity}
        forms |= {other: _BEGINS_ALIKE for other in self._known if _begin_alike(word, other)}
        if word in self._rarity:
            forms[word] = 1.0
        telling = _WEAK if word in _WEAK_WORDS else 1.0
        weight = max((self._rarity[item] * share for item, share in forms.items()), default=self._unknown * 0.5)
        return {item: share * self._rarity[item] * telling for item, share in forms.items()}, weight * telling


def _place_weight(entry: MenuEntry) -> float:
    if entry.in_menu:
        return 1.0
    return _COMMAND_ALONE if entry.command and not entry.shortcut else _WITHOUT_MENU


def _score(asked: Iterable[tuple[Mapping[str, float], float]], words: _Words) -> tuple[float, float, set[str]]:
    """Return what the words of a query count in an entry, the weight of those that it answers, and the entry's own words."""
    score = held = 0.0
    met: set[str] = set()
    for forms, weight in asked:
        best, share, by = 0.0, 0.0, ""
        for form, counts in forms.items():
            if form in words.weights and counts * words.weights[form] > best:
                best, share, by = counts * words.weights[form], min(1.0, counts / weight if weight else 0.0), form
        met |= {by} - {""}
        score += best
        held += weight * share
    # A label of which little was asked for is about something else.
    told = len(met & words.label) / max(1, len(words.label))
    return score * (0.6 + 0.4 * told), held, met


def _weighed(entry: MenuEntry) -> _Words:
    weights: dict[str, float] = {}
    parts = (
        (" ".join(entry.path[:-1]), _ABOVE),
        (entry.description, _DESCRIPTION),
        (_CAMEL.sub(" ", entry.command), _COMMAND),
        (entry.label, _LABEL),
    )
    for text, weight in parts:
        weights.update((word, max(weight, weights.get(word, 0.0))) for word in _words(in_other_words(text)))
    return _Words(weights, frozenset(_words(in_other_words(entry.label))))


def _words(text: str) -> Iterator[str]:
    """Yield the stems that tell something. Where no spaces part the words, as in Chinese, pairs of signs stand for them."""
    for word in stems(_WIDE.sub(lambda run: " ".join(map("".join, pairwise(run[0]))), text)):
        if word not in _EMPTY:
            yield word


def _begin_alike(text: str, other: str) -> bool:
    """Tell whether two words seem to be forms of one: "rotate" and "rotation"."""
    shorter, longer = sorted((text, other), key=len)
    if text == other or len(shorter) < _SHORTEST or len(longer) - len(shorter) > len(shorter) - _LEAST_LEFT:
        return False
    alike = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return alike >= max(_SHORTEST, _COMMON_SHARE * len(shorter))


Known = Callable[[str, float], Awaitable[tuple[Menus, MenuSearch] | None]]
"""Called with an application root and a moment on the clock of `time.monotonic`: returns what that application offers, None
where it offers nothing, or nothing that is known by then.
"""


class MenusRetriever:
    """Tells the entries of menus that a sub-task probably needs, at most `top_k`, and once in a run the map of all menus."""

    def __init__(self, known: Known, top_k: int) -> None:
        self._known = known
        self._top_k = top_k
        self._mapped: set[str] = set()

    async def retrieve(self, query: Query) -> Knowledge:
        known = await self._known(query.application, query.until) if query.application else None
        if known is None:
            return Knowledge()
        menus, search = known
        source, key = title_of(menus), key_of_menus(menus)
        told = self._entries(menus, search, query.text)
        drawn = "" if query.application in self._mapped else _map(menus)
        self._mapped.add(query.application)
        texts = [text for text in (told, f"all of its menus:\n{drawn}" if drawn else "") if text]
        return Knowledge(offline_docs=tuple(Passage(text, source, key) for text in texts))

    def _entries(self, menus: Menus, search: MenuSearch, text: str) -> str:
        found = _best(search, text, self._top_k)
        more = f"(find_commands(words) searches all {len(menus.entries)} entries)"
        return "\n".join([*(line_of(entry.entry) for entry in found), more]) if found else ""


def _map(menus: Menus) -> str:
    """Return all menus in a few lines; "" for an office, which models know."""
    return "" if menus.application.startswith(_OFFICE) else menu_map(menus.entries, _MAP_CHARS)


def _best(search: MenuSearch, text: str, count: int) -> list[FoundEntry]:
    """Return the entries for a task of several parts: the best of each part first, then the second best. One part of several
    must mean its entry surely: most parts of a longer task need no menu, and share words with many.
    """
    parts = [part for clause in _PARTS.split(without_quotations(text)) for part in _pieces(clause.split())]
    likely = [search.best(part, _LOOKED_AT, LIKELY) for part in parts]
    is_one, are_few = len(parts) == 1, len(parts) <= _FEW
    each = [[found for found in item if found.is_sure or is_one or (are_few and found.met)][:count] for item in likely]
    ranked = sorted(
        ((rank, -found.fit, place, found) for place, item in enumerate(each) for rank, found in enumerate(item)),
        key=lambda entry: entry[:3],
    )
    return list({entry[3].place: entry[3] for entry in ranked}.values())[:count]


def _pieces(words: list[str]) -> list[str]:
    """Return the words of a clause in halves, as long as they are too many for one thing that is done with one entry."""
    if len(words) <= _MOST_WORDS:
        return [" ".join(words)] if words else []
    half = len(words) // 2
    return _pieces(words[:half]) + _pieces(words[half:])
