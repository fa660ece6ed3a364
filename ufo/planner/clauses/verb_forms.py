"""Forms of the verbs that ask for something, such as "saving" and "saved" of "save"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ufo.schema.patterns import regex

_REGULAR = (
    "open|rename|move|copy|delete|remove|save|export|close|sort|replace|insert|add|append|type|tick|untick|check|uncheck|click|"
    "press|select|scale|rotate|resize|crop|convert|print|fill|centre|center|underline|highlight|format|enter|extract|colour|color|"
    "enable|disable|duplicate|italicise|italicize|clear|change"
)


def _participle(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("py"):
        return f"{verb[:-1]}ied"
    return f"{verb}ped" if verb == "crop" else f"{verb}ed"


_VERB_OF_DOING: Mapping[str, str] = MappingProxyType(
    {f"{verb.removesuffix('e')}{'p' if verb == 'crop' else ''}ing": verb for verb in _REGULAR.split("|")}
    | {
        "making": "make", "writing": "write", "putting": "put", "setting": "set", "choosing": "choose",
        "turning": "turn",
    }
)  # fmt: skip
_DOING = regex(
    rf"^(?P<doing>{'|'.join(_VERB_OF_DOING)})(?P<rest>\s+(?!(?:is|are|was)\b)\S.*)$", re.IGNORECASE | re.DOTALL
)
_DONE = {*map(_participle, _REGULAR.split("|")), "written", "chosen", "set", "put", "made", "turned", "drawn"}
DONE = "|".join(sorted(_DONE, key=len, reverse=True))
"""A pattern that matches participles."""


def verb_of_doing(doing: str) -> str:
    """Return "save" for "saving"; for unknown verbs the stem without "ing"."""
    known = _VERB_OF_DOING.get(doing.casefold())
    stem = doing.casefold().removesuffix("ing")
    doubled = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "sl"
    return (
        known
        or {"stor": "store", "clos": "close", "purchas": "purchase", "shar": "share", "eras": "erase"}.get(stem)
        or (stem[:-1] if doubled else stem)
    )


def active(words: str) -> str:
    """Return "save it as x.txt" for "saving it as x.txt", and other words unchanged."""
    if found := _DOING.match(words):
        return f"{_VERB_OF_DOING[found['doing'].casefold()]}{found['rest']}"
    return words
