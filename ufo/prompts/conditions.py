"""Tells a model the conditions that it can state: each kind with its fields, and the properties of files.

The fields and properties of documents are told for the kinds of files that the turn is about. Where it is about none, they
are told in brief, so that a model knows that they can be stated; a wrong property comes back with those that there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ufo.schema.properties import SORTED_BY_LENGTH, in_prompt

_FORMS = """\
A condition is one of ("name"?: may be left out; "exists": false for what must be gone)
- {"on": "element", "name": N, "role"?, "value"?, "state"?}: a control; {"name": TITLE, "role": "Dialog"}: a dialog;
  {"name": "Terminal", "value": LINE}: a terminal's line
- {"on": "window", "title": PART}, {"on": "process", "name": PROGRAM}
- {"on": "file", "path": P, "contains"?: TEXT, "mode"?: "700", "target"?: P}"""
_PAGE = """\
- {"on": "page", "page": PART OF ADDRESS OR TITLE, "contains"?: TEXT, "field"?: LABEL, "value"?: V}: in a browser"""
_DOCUMENT = """\
- {"on": "document", "path": P, …}: its file, or with "open": true as the application has it, also by title; with
  - "key": "a.b[0]", "value": V in JSON, INI, settings (~/.config/…)"""
_OF_DOCUMENTS = """\
  - "cells": [["x", "=A1*2"]] from "start": "A1" in "sheet": S ("*": any); "sheets": [NAMES]; "chart":
    bar|column|line|pie|any, "chart_refers_to": "A1:B5"
  - "paragraph": TEXT in one ("nth": 2 that very one with text, -1 the last), "lacks": TEXT in none,
    "without": TEXT that none consists of; "page": N of slides or PDF, "pages": HOW MANY; "width", "height" of a picture
  - "property": NAME, "value": V; of cells "start" is "B2:D9", "B2:B" or "B", and "where": "> 100", "C = open" or "filled"
    picks every one that fits"""
_IN_BRIEF = """\
  - "cells": [["x"]] from "start" in "sheet", "sheets", "chart" with "chart_refers_to"; "paragraph" ("nth"), "lacks", "without",
    "page", "pages"; "width", "height"; "property": NAME, "value": V ("where")"""
_ENDING = re.compile(r"\.[a-z0-9]{2,5}(?:\.[a-z0-9]{2,3})?\b", re.IGNORECASE)
_OF_THE_WEB = re.compile(
    r"browser|chrom|firefox|https?:|html|www\.|\b(?:web|page|site|brave|edge|opera|vivaldi)", re.IGNORECASE
)


def conditions_in_brief() -> str:
    """Return the kinds of conditions with their fields, for a prompt that has no room for properties."""
    return "\n".join([_FORMS, _PAGE, _DOCUMENT, _IN_BRIEF])


def describe_conditions(about: Iterable[str], writes: Iterable[str] = (), *, plans: bool = False) -> str:
    """Return the conditions as text. `about`: the texts of the turn that may name files, and its application. `writes`: texts
    that name the formats which its tools write. `plans`: whoever plans a request that names no file needs all properties,
    since files will be found or made.
    """
    texts = tuple(about)
    endings = _endings((*texts, *writes))
    lines = in_prompt(None if plans and not endings else endings).splitlines()
    of_documents = _OF_DOCUMENTS if plans or endings else _IN_BRIEF
    pages = [_PAGE] if plans or any(_OF_THE_WEB.search(text) for text in texts) else []
    return "\n".join([_FORMS, *pages, _DOCUMENT, of_documents, *(f"    {line}" for line in lines)])


def _endings(texts: Iterable[str]) -> frozenset[str]:
    found = {match.casefold() for text in texts for match in _ENDING.findall(text)}
    return frozenset(
        ending for ending in SORTED_BY_LENGTH if any(one.endswith(ending) or one.startswith(ending) for one in found)
    )
