"""The corpus: its items make what they say, and the proof decides on them as `docs/proof.md` tells."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.corpus.__main__ import main
from bench.corpus.exchange import RULES
from bench.corpus.items import Corpus, Item, load_corpus
from bench.corpus.judge import Work, by_agreeing, by_recorded, works_of
from bench.corpus.rates import by_language, rates, rates_by
from bench.corpus.readings import Stale, for_today, load_readings, record, save_readings
from ufo.schema.fact import Fact, FactKind
from ufo.schema.reading import Reading

RECORDED_AT_LEAST = 332
"""How many items have a recorded reading. It may only go up; the rates of recorded readings are held from the first one on."""
HELD_BY_CODE_AT_LEAST = 0.70
"""The share of wrong works that code alone holds against a reader that agrees with everything."""


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus()


def test_the_corpus_has_right_and_wrong_works_in_eight_languages(corpus: Corpus) -> None:
    truths = Counter(item.truth for item in corpus.items)
    assert truths["right"] >= 150 and truths["wrong"] >= 150
    assert {item.language for item in corpus.items} == {"en", "de", "fr", "es", "pl", "ar", "zh", "ja"}
    assert len({item.fault for item in corpus.items}) == 15


def test_the_proof_decides_rightly_on_the_corpus(corpus: Corpus) -> None:
    """One test, since making the files of all items takes ten seconds."""
    works = works_of(corpus.items)
    assert [work.item.id for work in works if not work.facts.facts] == []
    assert rates(by_agreeing(works)).holds >= HELD_BY_CODE_AT_LEAST

    stale: list[str] = []
    recorded = by_recorded(works, load_readings(corpus.folder), lambda item, why: stale.append(f"{item.id}: {why}"))
    assert not stale, "read these anew: " + "; ".join(stale)
    assert len(recorded) >= RECORDED_AT_LEAST
    assert [judged.item.id for judged in recorded if judged.is_false] == []
    assert rates(recorded).right_failed == 0
    assert rates(recorded).verified >= 0.92
    languages = rates_by(recorded, by_language)
    english = languages["en"].verified if "en" in languages else 0.0
    # One work of twenty is five points.
    assert [name for name, item in languages.items() if item.verified < english - 0.051] == []


_ITEM: dict[str, Any] = {
    "id": "en-901",
    "request": "Rename a.txt to b.txt and put 42 in B2 of s.xlsx.",
    "answer": "Done.",
    "truth": "right",
    "before": {"a.txt": "milk\n", "s.xlsx": {"S": {"rows": [["n"], [1]]}}},
    "after": {"a.txt": None, "b.txt": "milk\n", "s.xlsx": {"S": {"rows": [["n"], [1, 42]]}}},
}


def _work(**changed: Any) -> Work:
    return works_of([Item.model_validate(_ITEM | changed)])[0]


def _reading(work: Work) -> Reading:
    moved = next(fact.id for fact in work.facts.facts if "renamed" in fact.line)
    put = next(fact.id for fact in work.facts.facts if "42" in fact.line)
    return Reading.model_validate(
        {
            "parts": [
                {"quote": "Rename a.txt to b.txt", "verdict": "shown", "shown_by": [moved]},
                {"quote": "and put 42 in B2 of s.xlsx.", "verdict": "shown", "shown_by": [put]},
            ],
            "changes": [
                {"fact": moved, "asked_by": "Rename a.txt to b.txt"},
                {"fact": put, "asked_by": "put 42 in B2 of s.xlsx"},
            ],
        }
    )


def test_a_recorded_reading_survives_a_renumbering_and_nothing_else(tmp_path: Path) -> None:
    work = _work()
    save_readings(tmp_path, {work.item.id: record(work.item, work.facts, _reading(work), "a person")})
    kept = load_readings(tmp_path)[work.item.id]
    assert kept.by == "a person" and for_today(kept, work.item, work.facts) == _reading(work)

    turned = work.facts.model_copy(update={"facts": work.facts.facts[::-1]}).numbered()
    part = kept.reading.parts[0].model_copy(update={"compared_with": ["a.txt"], "sure": "it is"})
    kept = kept.model_copy(update={"reading": kept.reading.model_copy(update={"parts": [part, kept.reading.parts[1]]})})
    again = for_today(kept, work.item, turned)
    assert (again.parts[0].compared_with, again.parts[0].sure) == (["a.txt"], "it is")
    lines = {fact.id: fact.line for fact in turned.facts}
    assert ["renamed" in lines[part.shown_by[0]] for part in again.parts] == [True, False]

    more = work.facts.model_copy(update={"facts": (*work.facts.facts, Fact(kind=FactKind.CHANGE, line="c.txt: gone"))})
    with pytest.raises(Stale, match="a fact is new: c.txt: gone"):
        for_today(kept, work.item, more.numbered())
    less = work.facts.model_copy(update={"facts": work.facts.facts[1:]})
    with pytest.raises(Stale, match="no fact says any more"):
        for_today(kept, work.item, less.numbered())
    with pytest.raises(Stale, match="another one"):
        for_today(kept, Item.model_validate(_ITEM | {"answer": "No."}), work.facts)


def test_prompts_go_out_and_readings_come_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, prompts = tmp_path / "corpus", tmp_path / "prompts"
    folder.mkdir()
    work = _work()
    (folder / "en.json").write_text(f"[{work.item.model_dump_json()}]", encoding="utf-8")
    here = ["--corpus", str(folder)]
    assert main([*here, "--export", str(prompts)]) == 0
    assert _ITEM["request"] in (prompts / "en-901.txt").read_text(encoding="utf-8")
    assert "letter for letter" in (prompts / RULES).read_text(encoding="utf-8")

    (prompts / "answers.json").write_text(f'{{"en-901": {_reading(work).model_dump_json()}}}', encoding="utf-8")
    assert main([*here, "--import", str(prompts), "--by", "a person"]) == 0
    assert main([*here, "--reader", "recorded"]) == 0
    assert "1 of 1 VERIFIED" in capsys.readouterr().out
    assert main([*here, "--show", "en-901"]) == 0
    assert "asked by 'Rename a.txt to b.txt'" in capsys.readouterr().out


def test_a_wrong_work_that_is_verified_makes_the_command_fail(tmp_path: Path) -> None:
    work = _work(truth="wrong", fault="half_done")
    (tmp_path / "en.json").write_text(f"[{work.item.model_dump_json()}]", encoding="utf-8")
    save_readings(tmp_path, {work.item.id: record(work.item, work.facts, _reading(work), "a person")})
    assert main(["--corpus", str(tmp_path), "--json"]) == 1


def test_a_corpus_that_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "en.json").write_text('[{"id": "en-1", "request": "x", "truth": "wrong"}]', encoding="utf-8")
    assert main(["--corpus", str(tmp_path)]) == 2
    assert "a wrong work has a fault" in capsys.readouterr().err
