"""Tells whether what was found or done is related to something that a request names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

from pydantic import BaseModel

from ufo.errors import ToolError
from ufo.proof.independence import plain
from ufo.proof.request.model import Deed, Literal
from ufo.proof.request.moments import same_moment
from ufo.schema.predicate import DocumentPredicate, ElementPredicate, Finding, PagePredicate, Predicate
from ufo.schema.properties import Property, property_named, spelled_value
from ufo.verify.documents.model import Area
from ufo.verify.documents.numbers import currency_of, number_in
from ufo.verify.documents.references import area_name, parse_reference


def same_text(wanted: str, shown: str) -> bool:
    """Tell whether two texts are the same as a whole. Spaces do not count, and numbers, dates and times may be written in any
    form.
    """
    if " ".join(wanted.split()) == " ".join(shown.split()) or same_moment(wanted, shown):
        return True
    numbers = number_in(wanted), number_in(shown)
    signs = currency_of(wanted), currency_of(shown)
    return numbers[0] is not None and numbers[0] == numbers[1] and (not all(signs) or signs[0] == signs[1])


def holds_text(wanted: str, shown: str) -> bool:
    """Tell whether the text is there as whole words: "12" is no part of "112", and "Ada" none of "Adam"."""
    return re.search(rf"(?<![\w.,]){re.escape(_folded(wanted))}(?!\w|[.,]\d)", _folded(shown)) is not None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def same_label(place: str, name: str) -> bool:
    """Tell whether two labels may be the same, as "the name" and "Full name:": one has the words of the other."""
    one, other = plain(place), plain(name)
    return bool(one) and bool(other) and (one == other or holds_text(one, other) or holds_text(other, one))


def exact_label(place: str, names: Iterable[str]) -> bool:
    return plain(place) in {plain(name) for name in names}


def texts_in(value: object) -> Iterator[str]:
    """Return every text of a value, at any depth."""
    if isinstance(value, BaseModel):
        yield from texts_in(value.model_dump())
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from texts_in(one)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


_SHORTEST_NAME, _ALIKE = 6, 0.87
"""Letters, and how much of them must agree: one letter left out, doubled or changed."""


def squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def cells_of(predicate: Predicate) -> dict[str, str]:
    """Return what a condition states of each cell, by address."""
    if not isinstance(predicate, DocumentPredicate) or predicate.cells is None:
        if isinstance(predicate, ElementPredicate) and predicate.exists and predicate.value is not None:
            return {predicate.name: predicate.value} if parse_reference(predicate.name) is not None else {}
        return {}
    reference = parse_reference(predicate.start)
    if reference is None:
        return {}
    row, column = reference.area.row, reference.area.column
    return {
        area_name(Area(column + x, row + y, column + x, row + y)): text
        for y, line in enumerate(predicate.cells)
        for x, text in enumerate(line)
    }


def covers(predicate: Predicate, place: str) -> bool:
    """Tell whether a condition is about all the cells of that place."""
    wanted = parse_reference(place)
    if wanted is None or not isinstance(predicate, DocumentPredicate | ElementPredicate):
        return False
    if isinstance(predicate, DocumentPredicate):
        for told in (predicate.chart_refers_to, predicate.start if predicate.property is not None else None):
            reference = parse_reference(told) if told else None
            if reference is not None and reference.area.holds(wanted.area):
                return True
    stated = cells_of(predicate)
    area = wanted.area
    addresses = [
        area_name(Area(c, r, c, r))
        for r in range(area.row, area.end_row + 1)
        for c in range(area.column, area.end_column + 1)
    ][:1000]
    return all(one in stated for one in addresses)


def stated_texts(predicate: Predicate) -> tuple[str, ...]:
    """Return the texts that must be shown or stand there. For a control without a stated value that is its name."""
    if isinstance(predicate, ElementPredicate):
        if not predicate.exists:
            return ()
        return (predicate.value,) if predicate.value is not None else (predicate.name,)
    if isinstance(predicate, PagePredicate):
        if not predicate.exists:
            return ()
        return tuple(one for one in (predicate.contains, predicate.value) if one)
    if isinstance(predicate, DocumentPredicate):
        lines = [text for row in predicate.cells or () for text in row]
        return tuple(one for one in (predicate.paragraph, predicate.value, *lines) if one)
    if getattr(predicate, "exists", True):
        return tuple(one for one in (getattr(predicate, "contains", None), getattr(predicate, "title", None)) if one)
    return ()


def label_of(predicate: Predicate) -> str:
    """Return the label of the control or field that it is about."""
    if isinstance(predicate, ElementPredicate):
        return predicate.name
    if isinstance(predicate, DocumentPredicate):
        return predicate.property or ""
    return predicate.field or "" if isinstance(predicate, PagePredicate) else ""


def gives_look(words: str, predicate: Predicate) -> bool:
    """Tell whether a condition states a look as the request words it: "red" of a colour, "Heading 1" of a heading's level,
    "italics" of what is italic.
    """
    if not isinstance(predicate, DocumentPredicate):
        return False
    said = words.casefold()
    if predicate.chart is not None and "chart" in said:
        kind = re.sub(r"\bcharts?\b", "", said).strip(" -")
        return not kind or predicate.chart == kind
    if predicate.property is None or predicate.value in ("off", "none", None):
        return False
    known = property_named(predicate.property)
    if predicate.value == "on":
        return known.about == "text or cells" and re.search(rf"\b{re.escape(known.name[:4])}", said) is not None
    is_named = known.name.split()[0] in said
    return any(
        _is_value(part, predicate.value, known) for part in (said, *said.split()) if is_named or not part.isdecimal()
    )


def _is_value(text: str, value: str, known: Property) -> bool:
    try:
        return known.values.same(value, spelled_value(known, text))
    except (ToolError, ValueError):
        return False


def is_mentioned(literal: Literal, deeds: Iterable[Deed], findings: Iterable[Finding], answer: str = "") -> bool:
    """Tell whether anything that was done, found or answered contains it. Signs that were pressed one by one count together."""
    wanted = squeezed(literal.text)
    deeds = list(deeds)
    said = [one.said for one in deeds]
    stated = [text for one in findings for text in texts_in(one.predicate)]
    said += stated
    if any(holds_text(literal.text, text) for text in (*said, answer)):
        return True
    if any(same_moment(literal.text, text) for text in (*stated, *(text for one in deeds for text in one.texts))):
        return True
    if number_in(literal.text) is not None and len(literal.text) < 3:
        return any(wanted == squeezed(text) for text in said) or wanted in squeezed("".join(said))
    # An application may show a file without its ending.
    stem = squeezed(Path(literal.text).stem) if "." in literal.text else wanted
    return stem in squeezed("".join((*said, answer)))


def is_misspelt(text: str, said: Iterable[str]) -> bool:
    """Tell whether one of the texts has what the person must have meant by a name that is spelt nearly so. Figures must agree."""
    wanted = re.findall(r"[\w.-]+", Path(text).name.casefold())
    length = sum(map(len, wanted))
    if not wanted or length < _SHORTEST_NAME:
        return False
    figures = re.findall(r"\d+", text)
    for one in said:
        words = re.findall(r"[\w.-]+", one.casefold())
        for start in range(len(words) - len(wanted) + 1):
            near = " ".join(words[start : start + len(wanted)])
            same_start = near[0] == wanted[0][0]
            alike = same_start and SequenceMatcher(None, " ".join(wanted), near).ratio() >= _ALIKE
            if alike and re.findall(r"\d+", near) == figures:
                return True
    return False
