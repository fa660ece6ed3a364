"""What should be done to something, as the doing of it: "notes.txt should be renamed to x.txt" asks to rename it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ufo.planner.text.quotations import QUOTED

_REGULAR = (
    "open|rename|move|copy|delete|remove|save|export|close|sort|replace|insert|add|append|type|tick|untick|check|uncheck|click|"
    "press|select|scale|rotate|resize|crop|convert|print|fill|centre|center|underline|highlight|format|enter|extract|colour|color|"
    "enable|disable|duplicate|italicise|italicize|clear|change"
)
_IRREGULAR = {
    "written": "write",
    "chosen": "choose",
    "set": "set",
    "put": "put",
    "made": "make",
    "turned": "turn",
    "drawn": "draw",
}


def _participle(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("py"):
        return f"{verb[:-1]}ied"
    return f"{verb}ped" if verb == "crop" else f"{verb}ed"


_VERB_OF: Mapping[str, str] = MappingProxyType({_participle(verb): verb for verb in _REGULAR.split("|")} | _IRREGULAR)
_VERB_OF_DOING: Mapping[str, str] = MappingProxyType(
    {f"{verb.removesuffix('e')}{'p' if verb == 'crop' else ''}ing": verb for verb in _REGULAR.split("|")}
    | {
        "making": "make",
        "writing": "write",
        "putting": "put",
        "setting": "set",
        "choosing": "choose",
        "turning": "turn",
    }
)
_DOING = re.compile(
    rf"^(?P<doing>{'|'.join(_VERB_OF_DOING)})(?P<rest>\s+(?!(?:is|are|was)\b)\S.*)$", re.IGNORECASE | re.DOTALL
)
DONE = "|".join(sorted(_VERB_OF, key=len, reverse=True))
_MUST = r"(?:should|must|shall|needs?\s+to|ha(?:s|ve)\s+to|ought\s+to|(?:is|are)\s+to|can|could|may)"
_NAME = rf"(?:{QUOTED}|[^\s,]+\.[A-Za-z]\w{{0,6}})"
_FILE_NOUN = r"(?:(?:the|my|a)\s+)?(?:(?:text\s+)?(?:file|document|spreadsheet|workbook|letter|list)\s+)?"
_HAVE_DONE = re.compile(
    rf"^{_FILE_NOUN}(?P<document>{_NAME})\s+(?:should|must|shall|needs?\s+to|has\s+to|ought\s+to)\s+have\s+(?P<what>\S.*?)\s+(?P<done>{DONE})(?P<rest>\s+.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_BE_DONE = re.compile(
    rf"^(?:(?:in|on)\s+(?P<where>{_NAME}),?\s+)?(?P<what>\S.*?)\s+{_MUST}\s+be\s+(?:(?:then|also|now)\s+)?(?P<done>{DONE})(?P<rest>\s+(?!and\b).*)?$",
    re.IGNORECASE | re.DOTALL,
)
_BE_SO = re.compile(
    r"^(?P<what>\S.*?)\s+(?:should|must|needs?\s+to|ha(?:s|ve)\s+to|ought\s+to)\s+be\s+(?P<how>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_PLACED = re.compile(rf"^(?P<what>\S.*?)\s+(?:in|of)\s+{_FILE_NOUN}(?P<where>{_NAME})$", re.IGNORECASE | re.DOTALL)
_HAVE_IT = re.compile(
    rf"^(?:have|get|want|need|i(?:\s+would|['\u2019]d)?\s+(?:want|need|like)(?:\s+to\s+have)?)\s+(?P<what>\S.*?)\s+(?P<done>{DONE})(?P<rest>\s+.*)?$",
    re.IGNORECASE | re.DOTALL,
)


def verb_of_doing(doing: str) -> str:
    """ "Saving" is "save"; of other words what is left without their ending."""
    known = _VERB_OF_DOING.get(doing.casefold())
    stem = doing.casefold().removesuffix("ing")
    doubled = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "sl"
    return (
        known
        or {"stor": "store", "clos": "close", "purchas": "purchase", "shar": "share", "eras": "erase"}.get(stem)
        or (stem[:-1] if doubled else stem)
    )


def active(words: str) -> str:
    """The words as they are where they ask for nothing in this way."""
    if found := _DOING.match(words):
        return f"{_VERB_OF_DOING[found['doing'].casefold()]}{found['rest']}"
    if found := _HAVE_DONE.match(words):
        return f"{_VERB_OF[found['done'].casefold()]} {found['what']}{found['rest'] or ''} in {found['document']}"
    if found := _BE_DONE.match(words):
        where = f" in {found['where']}" if found["where"] else ""
        return f"{_VERB_OF[found['done'].casefold()]} {found['what']}{found['rest'] or ''}{where}"
    if found := _HAVE_IT.match(words):
        return f"{_VERB_OF[found['done'].casefold()]} {found['what']}{found['rest'] or ''}"
    if found := _BE_SO.match(words):
        place = _PLACED.match(found["what"])
        what, where = (place["what"], f" in {place['where']}") if place else (found["what"], "")
        return f"make {what} {found['how']}{where}"
    return words
