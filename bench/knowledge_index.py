"""The index of what was learned, filled with 100,000 sections: how long a search takes, and how long a guide takes to be added.

    python -m bench.knowledge_index [--sections 100000] [--words 90] [--pages 500] [--dimensions 384]

The words of the sections are drawn as a language draws them (Zipf's law), so that some stand in nearly every section.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measure import Row, print_rows
from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, Section
from ufo.knowledge.index.vectors import Asked

SEARCH_GOAL_MS, GUIDE_GOAL_S = 20.0, 20.0
_VOCABULARY, _EXPONENT = 40_000, 1.1
_SECTIONS_A_DOCUMENT, _SECTIONS_A_PAGE = 100, 3
_APPLICATIONS = 8
_REPEAT = 20
_COMMON, _RARE = 5, 20_000
_SYLLABLES = [a + b for a in "bcdfghjklmnprstvwz" for b in "aeiou"]
_ALL_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Sizes:
    sections: int = 100_000
    words: int = 90
    pages: int = 500
    dimensions: int = 384


class _Language:
    """Words and texts that are the same in every run."""

    def __init__(self) -> None:
        self._random = random.Random(1)
        spelled = ("".join(pair) for pair in itertools.product(_SYLLABLES, repeat=3))
        self.words = list(itertools.islice(spelled, 0, _VOCABULARY * 15, 15))
        self._random.shuffle(self.words)
        self._weights = list(itertools.accumulate(1 / (rank + 1) ** _EXPONENT for rank in range(len(self.words))))

    def text(self, count: int) -> str:
        return " ".join(self._random.choices(self.words, cum_weights=self._weights, k=count))

    def vector(self, dimensions: int) -> list[float]:
        return [self._random.gauss(0, 1) for _ in range(dimensions)]

    def document(self, number: int, application: str, sizes: Sizes, sections: int) -> Document:
        made = [Section((self.text(3), self.text(3)), self.text(sizes.words)) for _ in range(sections)]
        return Document(Kind.GUIDE, application, self.text(3), f"/guide/{number}", tuple(made), "1")


def rows(sizes: Sizes = Sizes()) -> list[Row]:
    language = _Language()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite"
        store = KnowledgeStore(path)
        spent = _filled(store, language, sizes)
        size = sum(os.path.getsize(path) for path in Path(folder).iterdir()) / 1e6  # noqa: PTH202 a sum of sizes
        guide = [language.document(-page, "gimp", sizes, _SECTIONS_A_PAGE) for page in range(1, sizes.pages + 1)]
        measured = [
            Row(f"{sizes.sections:,} sections of {sizes.words} words, the first time", spent, "s"),
            Row("the index of these", size, "MB"),
            Row(
                f"a guide of {sizes.pages} pages in {_SECTIONS_A_PAGE} sections each",
                _seconds(store, guide),
                "s",
                GUIDE_GOAL_S,
            ),
            Row("the same guide again, nothing changed", _seconds(store, guide), "s"),
        ]
        for what, question in _questions(language).items():
            for application in ("app0", ""):
                times = _times(store, question, application)
                where = "in one application" if application else "in all"
                measured.append(_row(f"search: {what}, {where}", times, SEARCH_GOAL_MS))
        measured += _by_vectors(store, language, sizes) if sizes.dimensions else []
        store.close()
    return measured


def _by_vectors(store: KnowledgeStore, language: _Language, sizes: Sizes) -> Iterator[Row]:
    """Yield the times of searches with a vector, where every section has one of so many numbers."""
    began = time.perf_counter()
    while waiting := store.without_vector("bench", 2_000):
        store.keep_vectors("bench", {row: language.vector(sizes.dimensions) for row, _ in waiting})
    yield Row(f"vectors of {sizes.dimensions} numbers for all sections", time.perf_counter() - began, "s")
    asked = Asked("bench", tuple(language.vector(sizes.dimensions)))
    question = " ".join(language.words[_RARE : _RARE + 3])
    for what, application in (("in one application", "app0"), ("in all", "")):
        times = _times(store, question, application, asked)
        yield _row(f"search by words and vector, {what}, the first time", times[:1])
        yield _row(f"search by words and vector, {what}, again", times[1:])


def _questions(language: _Language) -> dict[str, str]:
    common, rare, middle = language.words[:_COMMON], language.words[_RARE : _RARE + 3], language.words[300:303]
    return {
        "three rare words": " ".join(rare),
        "three words of middling frequency": " ".join(middle),
        "five words that are nearly everywhere": " ".join(common),
        "a sentence of twelve words": " ".join([*common, *middle, *rare[:2], *language.words[50:52]]),
        "a word that stands nowhere": "qqqxxyy",
        "a part of a word": language.words[_RARE][1:],
    }


def _filled(store: KnowledgeStore, language: _Language, sizes: Sizes) -> float:
    documents = [
        language.document(number, f"app{number % _APPLICATIONS}", sizes, _SECTIONS_A_DOCUMENT)
        for number in range(sizes.sections // _SECTIONS_A_DOCUMENT)
    ]
    return _seconds(store, documents)


def _seconds(store: KnowledgeStore, documents: Sequence[Document]) -> float:
    began = time.perf_counter()
    for document in documents:
        store.put(document)
    return time.perf_counter() - began


@dataclass(frozen=True, slots=True)
class _Time:
    """Of one search, in ms: what it took of the processor, and how long it was waited for."""

    worked: float
    waited: float


def _times(store: KnowledgeStore, question: str, application: str, vector: Asked | None = None) -> list[_Time]:
    found = []
    for _ in range(_REPEAT):
        worked, waited = time.thread_time(), time.perf_counter()
        store.search(question, kinds=[Kind.GUIDE], application=application, vector=vector)
        found.append(_Time((time.thread_time() - worked) * 1000, (time.perf_counter() - waited) * 1000))
    return found


def _row(what: str, times: Sequence[_Time], goal: float | None = None) -> Row:
    """Return a row of the time that 95 of 100 searches do not exceed: of the processor, since others may work beside this."""
    waited = f"waited {_slow([item.waited for item in times]):.1f} ms at a load of {os.getloadavg()[0]:.1f}"
    return Row(what, _slow([item.worked for item in times]), "ms", goal, against=waited)


def _slow(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=100)[int(_ALL_SHARE * 100) - 1] if len(times) > 1 else times[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("sections", 100_000), ("words", 90), ("pages", 500), ("dimensions", 384)):
        parser.add_argument(f"--{name}", type=int, default=value)
    print_rows(
        "The index of what was learned: processor time of 95 of 100 searches", rows(Sizes(**vars(parser.parse_args())))
    )


if __name__ == "__main__":
    main()
