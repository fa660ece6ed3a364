"""Readings of the corpus that were recorded: by which facts they were read, and whether these are still the same."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from bench.corpus.items import Item
from ufo.prompts.fact_lines import told_fact
from ufo.schema.fact import Facts
from ufo.schema.reading import Reading

FOLDER = "readings"


class Recorded(BaseModel):
    """A reading with what was read. `by`: who read it; `asked`: a digest of the request and the answer; `facts`: their lines in
    order, as the reader had them.
    """

    model_config = ConfigDict(frozen=True)

    by: str
    asked: str
    facts: tuple[str, ...]
    reading: Reading


class Stale(Exception):
    """What was read is not what there is now."""


def record(item: Item, facts: Facts, reading: Reading, by: str) -> Recorded:
    return Recorded(by=by, asked=_digest(item), facts=tuple(map(told_fact, facts.facts)), reading=reading)


def for_today(recorded: Recorded, item: Item, facts: Facts) -> Reading:
    """Return the reading with the numbers that the facts have now. Raises Stale where a line, the request or the answer is
    another one.
    """
    if recorded.asked != _digest(item):
        raise Stale("the request or the answer is another one")
    now: defaultdict[str, list[str]] = defaultdict(list)
    for fact in facts.facts:
        now[told_fact(fact)].append(fact.id)
    renumbered: dict[str, str] = {}
    for number, line in enumerate(recorded.facts, 1):
        if not now[line]:
            raise Stale(f"no fact says any more: {line}")
        renumbered[str(number)] = now[line].pop(0)
    if new := [line for line, ids in now.items() if ids]:
        raise Stale(f"a fact is new: {new[0]}")
    return _renumbered(recorded.reading, renumbered)


def _renumbered(reading: Reading, numbers: Mapping[str, str]) -> Reading:
    if all(old == new for old, new in numbers.items()):
        return reading

    def each(ids: Iterable[str]) -> list[str]:
        return [numbers.get(text, text) for cited in ids for text in _spread(cited)]

    parts = [part.model_copy(update={"shown_by": each(part.shown_by)}) for part in reading.parts]
    changes = [change.model_copy(update={"fact": fact}) for change in reading.changes for fact in each([change.fact])]
    return Reading(parts=parts, changes=changes)


def _spread(cited: str) -> list[str]:
    first, _, last = cited.partition("-")
    return (
        [str(number) for number in range(int(first), int(last) + 1)] if first.isdigit() and last.isdigit() else [cited]
    )


def _digest(item: Item) -> str:
    return hashlib.sha256(f"{item.request}\0{item.answer}".encode()).hexdigest()[:12]


def load_readings(corpus: Path) -> dict[str, Recorded]:
    """Read all recorded readings, by the id of their item."""
    read = TypeAdapter(dict[str, Recorded])
    found: dict[str, Recorded] = {}
    for path in sorted((corpus / FOLDER).glob("*.json")):
        found |= read.validate_json(path.read_bytes())
    return found


def save_readings(corpus: Path, readings: Mapping[str, Recorded]) -> None:
    """Write the readings, a file a language. Others that are there stay."""
    (corpus / FOLDER).mkdir(exist_ok=True)
    whole = load_readings(corpus) | dict(readings)
    for language in sorted({text.split("-")[0] for text in whole}):
        mine = sorted(id for id in whole if id.split("-")[0] == language)
        own = {id: whole[id].model_dump(mode="json", exclude_defaults=True) for id in mine}
        text = json.dumps(own, ensure_ascii=False, indent=1)
        (corpus / FOLDER / f"{language}.json").write_text(text + "\n", encoding="utf-8")


def read_answers(folder: Path) -> dict[str, Reading]:
    """Read what was answered by hand: `en-001.json` with one answer, or any file with answers by their items' ids. Raises
    ValueError with the file that cannot be read.
    """
    found: dict[str, Reading] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            answers = json.loads(path.read_text(encoding="utf-8"))
            by_id = {path.stem: answers} if "parts" in answers else answers
            found |= {item: Reading.model_validate(answer) for item, answer in by_id.items()}
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
    return found


def unknown_ids(answers: Mapping[str, Reading], items: Sequence[Item]) -> list[str]:
    return sorted(set(answers) - {item.id for item in items})
