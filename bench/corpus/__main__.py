"""Measures the proof on the corpus of requests, works and truths (docs/proof.md).

python -m bench.corpus                         by the recorded readings, and by a reader that agrees to everything
python -m bench.corpus --reader agreeing       by that one alone
python -m bench.corpus --model openai:gpt-4o   by a model that is asked now; --save records what it read
python -m bench.corpus --export FOLDER         write the prompts for whoever reads them by hand
python -m bench.corpus --import FOLDER --by NAME   record the answers
python -m bench.corpus --show de-014           one item: its facts, its reading, its account
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.corpus.exchange import export_prompts, read_by_model
from bench.corpus.items import CORPUS, Item, load_corpus
from bench.corpus.judge import Work, by_agreeing, by_recorded, works_of
from bench.corpus.rates import Judged, by_fault, by_language, rates, rates_by, told_rates
from bench.corpus.readings import load_readings, read_answers, record, save_readings, unknown_ids
from ufo.prompts.fact_lines import fact_lines
from ufo.schema.reading import Reading


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    try:
        corpus = load_corpus(options.corpus, options.language)
        works = works_of(item for item in corpus.items if options.show in ("", item.id))
        if options.export:
            print(f"{export_prompts(works, options.export)} prompts are in {options.export}")
            return 0
        if options.answers:
            return _import(works, options.answers, options.by, options.corpus)
        return _measure(works, options)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder with the items")
    parser.add_argument("--language", nargs="*", default=[], help="only these, such as de fr")
    parser.add_argument("--reader", choices=("recorded", "agreeing", "both"), default="both")
    parser.add_argument("--model", default="", help="ask this model, as `model.name` in the settings")
    parser.add_argument("--save", action="store_true", help="record what the model read")
    parser.add_argument("--export", type=Path, metavar="FOLDER")
    parser.add_argument("--import", dest="answers", type=Path, metavar="FOLDER")
    parser.add_argument("--by", default="by hand", help="who gave the answers")
    parser.add_argument("--show", default="", metavar="ID")
    parser.add_argument("--json", action="store_true", help="print the rates as one JSON object")
    return parser


def _import(works: Sequence[Work], folder: Path, by: str, corpus: Path) -> int:
    answers = read_answers(folder)
    if strange := unknown_ids(answers, [work.item for work in works]):
        print(f"no item has the id {', '.join(strange)}", file=sys.stderr)
    _save(works, answers, by, corpus)
    return 0


def _save(works: Sequence[Work], answers: dict[str, Reading], by: str, corpus: Path) -> None:
    recorded = {
        work.item.id: record(work.item, work.facts, answers[work.item.id], by)
        for work in works
        if work.item.id in answers
    }
    save_readings(corpus, recorded)
    print(f"{len(recorded)} readings are recorded")


def _measure(works: Sequence[Work], options: argparse.Namespace) -> int:
    by_reader: dict[str, list[Judged]] = {}
    stale: list[str] = []
    readings = load_readings(options.corpus)
    if options.model:
        answers = read_by_model(works, options.model)
        readings = {
            work.item.id: record(work.item, work.facts, answers[work.item.id], options.model)
            for work in works
            if work.item.id in answers
        }
        if options.save:
            _save(works, answers, options.model, options.corpus)
    if options.reader != "agreeing":

        def on_stale(item: Item, why: str) -> None:
            stale.append(f"{item.id}: {why}")

        by_reader["recorded" if not options.model else options.model] = by_recorded(works, readings, on_stale)
    if options.reader != "recorded":
        by_reader["agreeing"] = by_agreeing(works)
    if options.show:
        _show(works, by_reader)
    elif options.json:
        print(json.dumps({name: _as_json(found) for name, found in by_reader.items()} | {"stale": stale}, indent=1))
    else:
        for name, found in by_reader.items():
            print(
                told_rates("the reader that agrees to everything" if name == "agreeing" else f"read by {name}", found)
            )
        print("\n".join((f"{len(stale)} recorded readings are stale and counted nowhere", *stale)) if stale else "")
    return int(any(judged.is_false for name, found in by_reader.items() if name != "agreeing" for judged in found))


def _as_json(found: Sequence[Judged]) -> dict[str, object]:
    return {
        "all": dataclasses.asdict(rates(found)),
        "languages": {name: dataclasses.asdict(item) for name, item in rates_by(found, by_language).items()},
        "faults": {name: dataclasses.asdict(item) for name, item in rates_by(found, by_fault).items()},
        "items": {
            judged.item.id: {"truth": judged.item.truth, "outcome": judged.outcome.value, "reason": judged.reason}
            for judged in found
        },
    }


def _show(works: Sequence[Work], by_reader: dict[str, list[Judged]]) -> None:
    for work in works:
        print(
            f"{work.item.id} ({work.item.truth}{f', {work.item.fault}' if work.item.fault else ''}): {work.item.request}"
        )
        print(f"answer: {work.item.answer}\nnote: {work.item.note}\nfacts:")
        for line in fact_lines(work.facts.facts):
            print(f"  {line.text}")
    for name, found in by_reader.items():
        for judged in found:
            print(f"{name}: {judged.outcome.value}, {judged.reason}")
            for part in judged.account.parts:
                print(f"  part {part.quote!r}: {part.verdict.value}{f', open: {part.open}' if part.open else ''}")
            for change in judged.account.changes:
                print(
                    f"  change {change.line!r}: asked by {change.asked_by!r}{f', open: {change.open}' if change.open else ''}"
                )


if __name__ == "__main__":
    sys.exit(main())
