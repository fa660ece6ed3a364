"""Reads a rule for what cells take from its words: "list a, b", "list from A1:A9", "whole number between 1 10", "any"."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..refusals import Refused


@dataclass(frozen=True)
class Rule:
    """`first`, `second`: the values of the sign, or for a list without `entries` the cells that hold them in `first`."""

    kind: str
    sign: str = "="
    entries: tuple[str, ...] = ()
    first: str = ""
    second: str = ""


def rule_in(wanted: Mapping[str, str], kinds: Iterable[str], signs: Iterable[str]) -> Rule:
    """Return the rule that these properties state. Raises Refused."""
    text = wanted.get("validation", "")
    kind = next((kind for kind in (*kinds, "on", "off", "none") if re.match(rf"{kind}\b", text.casefold())), "")
    rest = text.strip()[len(kind) :].strip()
    if kind in ("off", "none", "any"):
        return Rule("any")
    if kind == "list":
        if rest.startswith("from "):
            return Rule(kind, first=rest.removeprefix("from ").strip())
        entries = _entries(rest)
        if not entries:
            raise Refused("a list needs entries (list a, b), or the cells that hold them (list from A1:A9)")
        return Rule(kind, entries=tuple(entries))
    if kind not in kinds:
        raise Refused(f"{text!r} is no validation; begin it with one of {', '.join(kinds)}")
    sign = next((sign for sign in sorted(signs, key=len, reverse=True) if rest.startswith(sign)), "")
    first, second = rest[len(sign) :].strip(), ""
    if sign.endswith("between"):
        first, _, second = (
            part.strip() for part in re.sub(r"\s+(?:and|to)\s+|\s+", "\t", first, count=1).partition("\t")
        )
    first, second = first or wanted.get("validation value", ""), second or wanted.get("validation upper", "")
    if not first:
        raise Refused(f"a validation of the kind {kind!r} needs a value")
    if sign.endswith("between") and not second:
        raise Refused(f"{sign!r} needs two values")
    return Rule(kind, sign or "=", (), first, second)


def _entries(text: str) -> list[str]:
    """Return the entries of a list: by commas, or as JSON where one of them holds a comma."""
    if text.startswith("["):
        return [str(entry) for entry in json.loads(text)]
    return [part.strip() for part in text.split(",") if part.strip()]
