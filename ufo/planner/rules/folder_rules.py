"""Rules for whole files and folders: rename, move, copy, make, put in the bin."""

from __future__ import annotations

import re

from ufo.planner.intents import ManageFile, Unclear
from ufo.planner.phrases.controls import without_article
from ufo.planner.phrases.places import is_document, is_path
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import QUOTED, is_quotation
from ufo.planner.text.vocabulary import kind_of_application
from ufo.schema.patterns import any_case

_FOLDER = r"(?:folder|directory|subfolder|sub-folder)"
_KIND = rf"(?:(?P<kind>(?:text\s+)?file|document|picture|image|photo|{_FOLDER})\s+)?(?:(?:called|named)\s+)?"
_THE = r"(?:(?:the|my|a|an|this)\s+)?"
_SOURCE = rf"{_THE}{_KIND}(?P<source>{QUOTED}|\S.*?)(?P<after>\s+(?:file|{_FOLDER}))?"
_INTO = (
    rf"(?:in|to|into|inside|onto)\s+{_THE}(?P<place>{_FOLDER}\s+)?(?:(?:called|named)\s+)?"
    rf"(?P<target>{QUOTED}|\S.*?)(?P<noun>\s+{_FOLDER})?"
)
_CALLED = r"(?:called|named|with\s+the\s+name|by\s+the\s+name\s+of|as|under\s+the\s+name(?:\s+of)?|to|into)"
_NAME = rf"{_THE}(?:new\s+name\s+)?(?P<target>{QUOTED}|\S.*?)"
_BIN = r"(?:in|to|into)\s+the\s+(?:trash(?:\s+(?:can|bin))?|(?:recycle\s+)?bin|rubbish(?:\s+bin)?|wastebasket)"
_PREPOSITION = any_case(r"\s(?:from|in|of|off|out|to|with|on|at|after|before)\s")
_BETWEEN = any_case(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_ONE_BY_ONE = "name the files one by one; they are not moved, copied or removed as a group"
_MORE_THAN_ONE = any_case(r"^(?:everything|all|every|any|each|both)\b|[*?]")
_NOT_A_FILE = any_case(
    r"^(?:but|not|and|or|except|only|keep|without|instead|also|then)\s|[,;]\s*(?:and|or|but|then)?$|\s(?:and|or|but)$"
)


def _odd(said: Said, *groups: str) -> tuple[Unclear, ...]:
    """Return a question for words that say more than names. A quotation is one letter here, so it always counts as a name."""
    for raw in map(said.raw, groups):
        if odd := [one for one in (raw, *_BETWEEN.split(raw)) if _NOT_A_FILE.search(one)]:
            reason = f"{said.clause.value(odd[0])!r} is not the name of a file; say only which file is meant"
            return (Unclear("", "", reason),)
    return ()


def _is_file(said: Said) -> bool:
    """Tell whether a file or folder is meant: by noun, or by its path, with no words around it that say more."""
    raw = said.raw("source")
    if not is_quotation(raw) and _PREPOSITION.search(raw):
        return False
    return bool(said.raw("kind") or said.raw("after")) or is_path(_text(said, "source"))


def _text(said: Said, name: str) -> str:
    return said.clause.value(without_article(said.raw(name)))


def _sources(said: Said) -> list[str]:
    """Return each file that is named, or [] where the words only describe what the files have in common."""
    raw = said.raw("source")
    names = [_bare(without_article(part), said) for part in _BETWEEN.split(raw)]
    if _MORE_THAN_ONE.search(raw) or len(names) > 1 and not all(map(is_path, names)):
        return []
    return names


def _bare(raw: str, said: Said) -> str:
    """Return a name without "./" before it. A quotation stays as it is."""
    name = said.clause.value(raw)
    return name if is_quotation(raw) else name.removeprefix("./") or name


def _move(said: Said) -> Draft:
    if said.raw("place") or said.raw("noun"):
        return _put(said, "move", f"{_text(said, 'target').rstrip('/')}/")
    if kind_of_application(_text(said, "target")):
        return None
    return _put(said, "move", _text(said, "target")) if is_path(_text(said, "source")) or said.raw("kind") else None


def _rename(said: Said) -> Draft:
    return _put(said, "move", _beside(_text(said, "source"), _text(said, "target"), bool(_is_folder(said))))


def _copy(said: Said) -> Draft:
    target = _text(said, "target")
    if said.raw("place") or said.raw("noun"):
        return _put(said, "copy", f"{target.rstrip('/')}/")
    if kind_of_application(target) or not (is_document(target) or target.endswith("/")):
        return None
    return _put(said, "copy", target)


def _duplicate(said: Said) -> Draft:
    source, target = _text(said, "source"), _text(said, "target")
    if not target:
        folder, slash, name = source.rpartition("/")
        stem, dot, ending = name.rpartition(".")
        target = f"{folder}{slash}{stem or ending} copy{dot}{ending if stem else ''}"
    return _put(said, "copy", _beside(source, target, _is_folder(said)))


def _is_folder(said: Said) -> bool:
    return re.search(_FOLDER, f"{said.raw('kind')} {said.raw('after')}", re.IGNORECASE) is not None


def _put(said: Said, deed: str, target: str) -> Draft:
    if not _is_file(said):
        return None
    sources = _sources(said)
    if odd := _odd(said, "source", "target"):
        return odd
    if not sources or len(sources) > 1 and not target.endswith("/"):
        return Unclear("", "", _ONE_BY_ONE)
    if not target.strip("/ "):
        return Unclear("", "", "it does not say where to put it")
    return tuple(ManageFile("", "", "copy" if deed == "copy" else "move", one, target) for one in sources)


def _beside(source: str, target: str, is_folder: bool) -> str:
    """Return the new path: without a folder it stays in the old one's, and without an ending it keeps the old one's."""
    folder, slash, name = source.rpartition("/")
    _, dot, ending = name.lstrip(".").rpartition(".")
    if dot and not is_folder and "." not in target.rpartition("/")[2].lstrip("."):
        target = f"{target}.{ending}"
    return target if "/" in target else f"{folder}{slash}{target}"


def _make_several(said: Said) -> Draft:
    names = [said.clause.value(one) for one in _BETWEEN.split(said.raw("names"))]
    place = _text(said, "where").rstrip("/")
    each = [f"{place}/{name}" if place else name for name in names if name]
    return _odd(said, "names", "where") or tuple(ManageFile("", "", "make", one) for one in each)


def _many(said: Said) -> Draft:
    return Unclear("", "", _ONE_BY_ONE)


def _make(said: Said) -> Draft:
    name, place = said.text("target"), _text(said, "where")
    if not name or re.fullmatch(r"(?:in|inside|here|there|for)\b.*", said.raw("target"), re.IGNORECASE):
        return Unclear("", "", "it does not say what to call the folder")
    if re.search(r"\sand\s", f"{said.raw('target')} {said.raw('where')}"):
        return Unclear("", "", f"name one folder at a time, or put {name!r} between quotation marks if it is one")
    return _odd(said, "target", "where") or ManageFile("", "", "make", f"{place.rstrip('/')}/{name}" if place else name)


def _remove(said: Said) -> Draft:
    if not _is_file(said):
        return None
    removed = tuple(ManageFile("", "", "remove", one) for one in _sources(said))
    return _odd(said, "source") or removed or Unclear("", "", _ONE_BY_ONE)


def _said_so(said: Said) -> Draft:
    deed = said.raw("deed").casefold()
    return ManageFile("", "", "copy" if deed == "copy" else "move", said.text("source"), said.text("target"))


_NUMBER = r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|the|some)\s+)?"

RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:create|make|add|set\s+up)\s+(?:me\s+)?{_NUMBER}(?:new\s+|empty\s+)*(?:sub-?)?(?:folders|directories)\s*:?\s+(?:(?:called|named)\s*:?\s+)?"
        rf"(?P<names>\S.*?)(?:\s+(?:in|inside|within|under)\s+{_THE}(?:{_FOLDER}\s+)?(?P<where>{QUOTED}|\S+)(?:\s+{_FOLDER})?)?",
        _make_several,
    ),
    rule(
        r"(?:move|copy|rename|delete|remove|put|convert)\s+(?:all|every|each|any)\s+(?:of\s+)?(?:the\s+|my\s+)?(?:\S+\s+){0,2}?"
        r"(?:files?|folders?|pictures?|images?|photos?|documents?)\b.*",
        _many,
    ),
    rule(
        rf"(?P<deed>move|copy)\s+the\s+file\s+(?P<source>{QUOTED})\s+to\s+the\s+path\s+(?P<target>{QUOTED})", _said_so
    ),
    rule(
        rf"(?:create|make|add|set\s+up|start)\s+(?:(?:a|an|the|another|me\s+a)\s+)?(?:(?:new|empty)\s+)*{_FOLDER}\s+(?:(?:called|named|with\s+the\s+name)\s+)?"
        rf"(?P<target>{QUOTED}|\S.*?)(?:\s+(?:in|inside|within|under)\s+{_THE}(?:{_FOLDER}\s+)?(?P<where>{QUOTED}|\S.*?)(?:\s+{_FOLDER})?)?",
        _make,
    ),
    rule(rf"(?:move|put|throw|send|drag)\s+{_SOURCE}\s+{_BIN}", _remove),
    rule(rf"(?:delete|remove|erase|trash|bin|discard|get\s+rid\s+of|throw\s+away)\s+{_SOURCE}", _remove),
    rule(rf"(?:rename|retitle)\s+{_SOURCE}\s+(?:to|as|into)\s+{_NAME}", _rename),
    rule(rf"(?:rename|retitle)\s+{_THE}{_KIND}(?P<source>{QUOTED})(?P<after>\s+file)?\s+(?P<target>{QUOTED})", _rename),
    rule(rf"(?:change|set)\s+the\s+name\s+of\s+{_SOURCE}\s+to\s+{_NAME}", _rename),
    rule(rf"(?:move|put|transfer|place|shift|file)\s+{_SOURCE}\s+{_INTO}", _move),
    rule(
        rf"(?:make|create|save)\s+(?:a|another)\s+(?:copy|duplicate)\s+of\s+{_SOURCE}(?:\s+{_CALLED}\s+{_NAME})?",
        _duplicate,
    ),
    rule(rf"(?:duplicate|copy)\s+{_SOURCE}\s+(?:as|under\s+the\s+name(?:\s+of)?)\s+{_NAME}", _duplicate),
    rule(rf"duplicate\s+{_SOURCE}", _duplicate),
    rule(rf"copy\s+{_SOURCE}\s+{_INTO}", _copy),
)
