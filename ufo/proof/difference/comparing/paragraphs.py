"""Compares texts of paragraphs or lines: new, gone, changed, in another order, and how they are formatted."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from ufo.conditions.readers.blocks import runs_in
from ufo.proof.difference.comparing.alignment import align, moves
from ufo.proof.difference.comparing.grid import numbered
from ufo.proof.difference.comparing.placed import cells_of, numbers_of, placed, rows_of
from ufo.proof.difference.comparing.properties import numbers_in
from ufo.proof.difference.comparing.runs import changed_looks
from ufo.proof.difference.content import Paragraph
from ufo.proof.difference.line_words import counted, listed, quoted, shortened, shown, unique
from ufo.proof.difference.told import Telling
from ufo.schema.patterns import regex

_WORD = regex(r"\w+|\s+|[^\w\s]")
_MOST_WORDS = 4000
_ALIKE = 0.5
_MOST_OF_ROWS = 150
_MOST_LISTED, _LONGEST = 4, 60
_PAGE = "page"
_LEAST_MOVED = 3
"""So many texts that stand elsewhere are another order, and no texts that are gone and new."""


def compare_paragraphs(
    before: Sequence[Paragraph], after: Sequence[Paragraph], unit: str, where: str = ""
) -> list[Telling]:
    """Return the differences of two texts. `where`: what stands before the number of a paragraph, such as "slide 2"."""
    olds, news = [found.text for found in before], [found.text for found in after]
    comparison = _Comparison(before, after, unit, where)
    if olds != news and len(olds) > 1 and Counter(filter(None, olds)) == Counter(filter(None, news)):
        reordered = comparison.reordered()
        if reordered is not None:
            looks = [(new, before[old], after[new]) for old, new in moves(olds, news) if olds[old]]
            return [reordered, *changed_looks(looks, len(after), unit, where)]
    found = align(olds, news, comparison.alike)
    moved = moves(olds, news)
    stayed = sum(olds[old] == news[new] != "" for old, new in found.pairs)
    if sum(olds[old] != "" for old, _ in moved) >= stayed + _LEAST_MOVED:
        return list(comparison.rearranged(moved, before, after))
    changed = [(old, new) for old, new in found.pairs if olds[old] != news[new]]
    alone = _alone(changed)
    unlike = {
        pair
        for pair in changed
        if likeness(olds[pair[0]], news[pair[1]]) < _ALIKE and not (comparison.is_kept(pair) or pair in alone)
    }
    removed = sorted([*found.removed, *(old for old, _ in unlike)])
    inserted = sorted([*found.inserted, *(new for _, new in unlike)])
    kept = [pair for pair in found.pairs if pair not in unlike]
    told = [*comparison.gone(removed), *comparison.new(inserted)]
    told += comparison.changed([pair for pair in changed if pair not in unlike])
    told += changed_looks([(new, before[old], after[new]) for old, new in kept], len(after), unit, where)
    told += changed_looks([(new, None, after[new]) for new in inserted], len(after), unit, where)
    return told


def is_told_whole(texts: Sequence[str]) -> bool:
    """Tell whether the line that tells these new texts has all of them without gaps."""
    filled = [text for text in texts if text.strip()]
    return len(filled) <= _MOST_LISTED and all(len(shown(text)) <= _LONGEST for text in filled)


def _alone(changed: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the pairs beside which nothing was changed: there one text stands in the place of the other."""
    places = set(changed)
    return {(old, new) for old, new in changed if (old - 1, new - 1) not in places and (old + 1, new + 1) not in places}


class _Comparison:
    def __init__(self, before: Sequence[Paragraph], after: Sequence[Paragraph], unit: str, where: str) -> None:
        self.olds = [found.text for found in before]
        self.news = [found.text for found in after]
        self.cells = cells_of(after)
        self.unit = unit
        self.where = where

    def alike(self, old: int, new: int) -> float:
        found = likeness(self.olds[old], self.news[new])
        return found if found >= _ALIKE else 0.0

    def is_kept(self, pair: tuple[int, int]) -> bool:
        """Tell whether what was there is still in the paragraph: something was added to it."""
        old, new = self.olds[pair[0]].strip(), self.news[pair[1]].strip()
        return bool(old) and bool(new) and (old in new or new in old)

    def gone(self, places: list[int], most: int = 4) -> Iterator[Telling]:
        filled = [place for place in places if self.olds[place].strip()]
        empty = [place for place in places if not self.olds[place].strip()]
        if empty and (self.unit == _PAGE or not filled):
            yield self._empty(empty, "less")
        if not filled:
            return
        texts = [self.olds[place] for place in filled]
        left = counted(sum(1 for text in self.news if text.strip()), self.unit)
        said = (
            f"{counted(len(filled), self.unit)} gone, {listed([quoted(text, 60) for text in texts], most)}; {left} left"
        )
        again = [text for text in texts if text in self.news]
        if again:
            said += f", {listed([quoted(text, 24) for text in again], 2)} among them still"
        yield Telling(self.where, said, gone=unique(texts), numbers=(str(len(filled)),), loss=True)

    def new(self, places: list[int]) -> Iterator[Telling]:
        """Tell what is new, one telling for each place where it stands together."""
        tables: dict[int, list[int]] = {}
        for place in places:
            if place in self.cells:
                tables.setdefault(self.cells[place].table, []).append(place)
        runs = [*runs_in(place for place in places if place not in self.cells), *tables.values()]
        runs = [run for run in sorted(runs, key=min) if any(self.news[place].strip() for place in run)]
        empty = [place for place in places if not self.news[place].strip()]
        if empty and (self.unit == _PAGE or not runs):
            yield self._empty(empty, "more")
        yield from map(self._new, runs)

    def _empty(self, places: list[int], how: str) -> Telling:
        said = f"{counted(len(places), f'empty {self.unit}')} {how}"
        if self.unit != _PAGE:
            is_in_cells = how == "more" and all(place in self.cells for place in places)
            return Telling(self._placed(places) if is_in_cells else self.where, said)
        numbers = tuple(str(place + 1) for place in places)
        return Telling(self.where, f"{said} ({numbered(_PAGE, places)})", numbers=(*numbers, str(len(places))))

    def _new(self, run: Sequence[int]) -> Telling:
        texts = [self.news[place] for place in run]
        filled = [text for text in texts if text.strip()]
        if run[0] in self.cells:
            rows = "; ".join(" | ".join(map(shown, row)) for row in rows_of(run, self.cells, self.news))
            # A paragraph that was put into a cell beside what is there makes no new cell.
            beside = [place for place, cell in self.cells.items() if cell == self.cells[run[0]]]
            is_alone = len({self.cells[place] for place in run}) == 1 and set(beside) > set(run)
            said = (
                f"{counted(len(filled), 'new paragraph' if is_alone else 'new cell')}: {shortened(rows, _MOST_OF_ROWS)}"
            )
        else:
            what = counted(len(filled), f"new {self.unit}")
            said = f"{what} {listed([quoted(text, _LONGEST) for text in filled], _MOST_LISTED)}"
        if run[-1] - run[0] + 1 == len(run):
            said += self._position(range(run[0], run[-1] + 1))
        again = [text for text in filled if text in self.olds]
        if again:
            said += f"; {listed([quoted(text, 24) for text in again], 2)} stood there before too"
        numbers = [number for text in texts for number in numbers_in(text)]
        numbers = [*numbers, str(len(filled)), *numbers_of(run, self.cells)]
        return Telling(self._placed(run), said, unique(filled), numbers=unique(numbers))

    def _placed(self, places: Iterable[int]) -> str:
        return placed(self.unit, places, self.cells, self.where)

    def _position(self, run: range) -> str:
        if len(run) == len(self.news):
            return ", and nothing else is in it"
        if run.stop == len(self.news):
            return f", as the last of {len(self.news)}, after {quoted(self.news[run[0] - 1], 24)}"
        if run[0] == 0:
            return f", as the first of {len(self.news)}, before {quoted(self.news[run.stop], 24)}"
        between = f"{quoted(self.news[run[0] - 1], 24)} and {quoted(self.news[run.stop], 24)}"
        return f", between {between}, of {len(self.news)}"

    def changed(self, pairs: list[tuple[int, int]]) -> Iterator[Telling]:
        """Tell changed paragraphs: the same replacement in several of them is one."""
        ways: dict[tuple[Replacement, ...], list[tuple[int, int]]] = {}
        for old, new in pairs:
            found = replacements(self.olds[old], self.news[new])
            key = found if len(set(found)) > 1 else found[:1]
            ways.setdefault(key, []).append((old, new))
        return itertools.starmap(self._changed, ways.items())

    def _changed(self, way: tuple[Replacement, ...], pairs: list[tuple[int, int]]) -> Telling:
        said = listed([_written(found) for found in way], 5)
        times = sum(
            1 for old, new in pairs for found in replacements(self.olds[old], self.news[new]) if found == way[0]
        )
        if len(way) == 1 and way[0].old.strip():
            left = sum(text.count(way[0].old) for text in self.news) - way[0].new.count(way[0].old) * times
            said += f", {counted(times, 'time')}; {quoted(way[0].old, 30)} is left {counted(max(0, left), 'time')}"
        context = self.news[pairs[0][1]]
        said += f"; now {quoted(context, 90)}" if len(pairs) == 1 else f"; first: {quoted(context, 60)}"
        texts = unique([*(found.new.strip() for found in way), *(self.news[new] for _, new in pairs)])
        gone = unique([*(found.old.strip() for found in way), *(self.olds[old] for old, _ in pairs)])
        places = [new for _, new in pairs]
        numbers = [number for found in way for number in numbers_in(found.new)]
        numbers = [*numbers, str(times), *numbers_of(places, self.cells)]
        loss = any(found.old.strip() for found in way)
        return Telling(self._placed(places), said, texts, gone, unique(numbers), loss=loss)

    def rearranged(
        self, moved: list[tuple[int, int]], before: Sequence[Paragraph], after: Sequence[Paragraph]
    ) -> Iterator[Telling]:
        """Tell of texts in another order among which some are gone or new, each as often as it is."""
        kept, stands = {old for old, _ in moved}, {new for _, new in moved}
        order = self.reordered(f"{counted(len(moved), self.unit)} in another order")
        if order is not None:
            yield order
        yield from self.gone([place for place in range(len(self.olds)) if place not in kept], most=12)
        yield from self.new([place for place in range(len(self.news)) if place not in stands])
        looks = [(new, before[old], after[new]) for old, new in moved if self.olds[old]]
        yield from changed_looks(looks, len(after), self.unit, self.where)

    def reordered(self, what: str = "") -> Telling | None:
        """Tell that the same texts stand in another order; None where only empty ones moved."""
        olds, news = ([text for text in texts if text] for texts in (self.olds, self.news))
        if olds == news:
            return None
        keys = [text.casefold() for text in news]
        order = ""
        if keys == sorted(keys):
            order = ", ascending now"
        elif keys == sorted(keys, reverse=True):
            order = ", descending now"
        what = what or f"the same {counted(len(news), self.unit)} in another order"
        said = f"{what}{order}: {listed([quoted(t, 30) for t in news], 6)}"
        return Telling(self.where, said, unique(news), numbers=(str(len(news)),))


def _written(found: Replacement) -> str:
    if not found.old.strip() and not found.new.strip():
        return f"{counted(len(found.new), 'space')} for {len(found.old)}"
    if not found.old.strip():
        return f"added {quoted(found.new.strip(), 70)}"
    if not found.new.strip():
        return f"taken out {quoted(found.old.strip(), 70)}"
    return f"{quoted(found.old, 60)} → {quoted(found.new, 60)}"


@dataclass(frozen=True)
class Replacement:
    """`old` became `new`; either is "" for what was only added or only taken away. `start`: where in the text from before."""

    old: str
    new: str
    start: int = field(default=0, compare=False)


def replacements(before: str, after: str) -> tuple[Replacement, ...]:
    """Return what turns one text into the other, in order. Words are whole."""
    olds, news = words_of(before), words_of(after)
    if len(olds) + len(news) > _MOST_WORDS:
        return (Replacement(before, after),)
    found: list[list[int]] = []
    for kind, first, last, start, end in SequenceMatcher(None, olds, news, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if found and _is_space(olds[found[-1][1] : first]):
            found[-1][1], found[-1][3] = last, end
        else:
            found.append([first, last, start, end])
    return tuple(
        Replacement("".join(olds[first:last]), "".join(news[start:end]), len("".join(olds[:first])))
        for first, last, start, end in found
    )


def words_of(text: str) -> list[str]:
    return list(_WORD.findall(text))


def _is_space(between: list[str]) -> bool:
    return len(between) <= 1 and "".join(between).strip() == ""


def likeness(before: str, after: str) -> float:
    """Return how much of the two texts is the same, from 0 to 1."""
    if before == after:
        return 1.0
    matcher = SequenceMatcher(None, before[:2000], after[:2000], autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > 0.3 and matcher.quick_ratio() > 0.3 else 0.0
