from __future__ import annotations

import math
import random
from pathlib import Path

from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Document, Kind, Section
from ufo.knowledge.index.vectors import Asked, code_of, fused, packed, unpacked

_random = random.Random(1)


def _vector(like: tuple[float, ...] | None = None, noise: float = 0.3) -> tuple[float, ...]:
    if like is None:
        return tuple(_random.gauss(0, 1) for _ in range(128))
    return tuple(number + _random.gauss(0, noise) for number in like)


def _store(folder: Path, count: int = 200, application: str = "calc") -> KnowledgeStore:
    store = KnowledgeStore(folder / "index.sqlite")
    sections = tuple(Section((f"Part {index}",), f"text about thing{index}") for index in range(count))
    store.put(Document(Kind.GUIDE, application, "guide", f"/{application}", sections, "1"))
    return store


def _embed(store: KnowledgeStore, model: str = "m") -> dict[str, tuple[float, ...]]:
    known: dict[str, tuple[float, ...]] = {}
    while waiting := store.without_vector(model, 64):
        vectors = {row: known.setdefault(text.split("\n")[0], _vector()) for row, text in waiting}
        store.keep_vectors(model, vectors)
    return known


def test_what_lies_near_is_found_without_a_common_word(tmp_path: Path) -> None:
    store = _store(tmp_path)
    known = _embed(store)
    asked = Asked("m", _vector(like=known["Part 7"]))
    (first, *_) = store.search("something else", kinds=[Kind.GUIDE], application="calc", vector=asked)
    assert first.path == ("Part 7",) and first.score > 0.55
    far = store.search("something else", kinds=[Kind.GUIDE], application="calc", vector=Asked("m", _vector()))
    assert all(hit.score < 0.55 for hit in far)


def test_both_orders_count(tmp_path: Path) -> None:
    store = _store(tmp_path)
    known = _embed(store)
    asked = Asked("m", _vector(like=known["Part 7"]))
    found = store.search("thing9", kinds=[Kind.GUIDE], application="calc", vector=asked, top_k=2)
    assert {hit.path for hit in found} == {("Part 7",), ("Part 9",)}
    assert fused([1, 2, 3], [3, 4]) == [3, 1, 2, 4]


def test_vectors_of_another_model_or_length_or_application_are_passed_over(tmp_path: Path) -> None:
    store = _store(tmp_path)
    known = _embed(store)
    near = known["Part 7"]
    for asked in (Asked("other", near), Asked("m", near[:64])):
        assert store.search("something else", kinds=[Kind.GUIDE], application="calc", vector=asked) == []
    assert store.search("something else", kinds=[Kind.GUIDE], application="writer", vector=Asked("m", near)) == []


def test_a_document_that_changes_or_goes_takes_its_vectors_with_it(tmp_path: Path) -> None:
    store = _store(tmp_path, 5)
    known = _embed(store)
    asked = Asked("m", known["Part 3"])
    assert store.search("x", kinds=[Kind.GUIDE], application="calc", vector=asked)
    store.put(Document(Kind.GUIDE, "calc", "guide", "/calc", (Section(("New",), "text"),), "2"))
    assert len(store.without_vector("m", 10)) == 1
    assert store.search("x", kinds=[Kind.GUIDE], application="calc", vector=asked) == []


def test_another_process_that_adds_vectors_is_noticed(tmp_path: Path) -> None:
    store = _store(tmp_path)
    asked = Asked("m", _vector())
    assert store.search("x", kinds=[Kind.GUIDE], application="calc", vector=asked) == []
    other = KnowledgeStore(tmp_path / "index.sqlite")
    known = _embed(other)
    other.close()
    asked = Asked("m", known["Part 9"])
    (first, *_) = store.search("x", kinds=[Kind.GUIDE], application="calc", vector=asked)
    assert first.path == ("Part 9",)


def test_a_vector_is_kept_with_length_one() -> None:
    kept = unpacked(packed([3.0, -4.0]))
    assert [round(number, 6) for number in kept] == [0.6, -0.8] and math.isclose(math.hypot(*kept), 1.0, rel_tol=1e-6)
    assert list(unpacked(packed([0.0, 0.0]))) == [0.0, 0.0]
    assert code_of([1.0, -1.0, 0.5]) == 0b101
