"""Recognises what is to be done to whole files, and texts that are to be replaced, in the languages of common desktops."""

from __future__ import annotations

import re

from ufo.proof.request import clause_words as say
from ufo.proof.request.clauses import Clause, Rule
from ufo.proof.request.deed_words import A_COPY, OF_FILE
from ufo.proof.request.model import Kind, Role
from ufo.schema.patterns import any_case, regex

_GO = (
    r"delete|remove|erase|trash|bin|discard|shred|drop|throw\s+away|get\s+rid\s+of|"
    r"l(?:\u00f6|oe)sch(?:e|en|t)?|entfern(?:e|en|t)?|vernicht(?:e|en)|borr(?:a|ar|e|ad)|elimin(?:a|ar|e|are|er|ez)|"
    r"suprim(?:e|ir)|supprime[rz]?|efface[rz]?|enl[e\u00e8]ve[rz]?|cancella(?:re)?|rimuov(?:i|ere)"
)
_GO_LAST = r"l(?:\u00f6|oe)schen|entfernen|vernichten"
_RENAME = r"(?:um)?benenn(?:e|en|t)|renombr(?:a|ar|e)|renomme[rz]?|rinomina(?:re)?"
_MOVE = r"verschieb(?:e|en|t)|muev(?:e|a)|mover|d\u00e9place[rz]?|sposta(?:re)?"
_COPY = r"kopier(?:e|en|t)|duplizier(?:e|en)|copi(?:a|ar|e|er|ez|are)"
_LIST = rf"{say.PLACE}(?:\s*(?:,\s*(?:and|und|y|et|e)?|\b(?:and|und|y|et|e)\b|&)\s*{OF_FILE}{say.PLACE}){{0,60}}"
_END = r"(?=\s*(?:[,;!?)]|\.(?!\w)|$|\b(?:and|or|und|y|et|e|from|in|aus|im|von|de|then|dann|please|bitte|now)\b))"

_FILES_GO = any_case(
    rf"\b(?:{_GO})\s+(?:(?:the|die|los|las|les)\s+(?:two\s+|both\s+)?(?:files|dateien|archivos|fichiers)\s+|{OF_FILE})(?P<files>{_LIST}){_END}"
    rf"|{OF_FILE}(?P<path>{_LIST})\s+(?:{_GO_LAST})\b"
)
_TO_TRASH = any_case(
    rf"\b(?:move|put|throw|send|drag|verschiebe|wirf|mueve|d\u00e9place|sposta)\s+{OF_FILE}(?P<files>{_LIST})\s+"
    r"(?:to|in|into|en|a|\u00e0|dans|nel)\s*(?:the|den|la|nel)?\s*(?:trash(?:\s+can)?|(?:recycle\s+)?bin|wastebasket|papierkorb|papelera|"
    r"corbeille|cestino)\b"
)
_FILE_BECOMES = any_case(
    rf"\b(?:(?P<verb>{_RENAME}|{_MOVE})|(?P<name>{_COPY}))\s+{OF_FILE}(?P<old>{say.FILE})\s+[^,;]{{1,30}}?(?P<new>{say.FILE})"
)
_FILE_BECOMES_LAST = any_case(
    rf"{OF_FILE}(?P<old>{say.FILE})\s+(?:in|nach|zu|als)\s+(?P<new>{say.FILE})\s+"
    r"(?:(?P<verb>umbenennen|verschieben)|(?P<name>kopieren|duplizieren))\b"
)
_COPY_CALLED = any_case(
    rf"{A_COPY.pattern}{OF_FILE}(?P<old>{say.FILE})\s+[^,;]{{0,40}}?\b(?:called|named|as|to|into|under|namens|als|llamada|nommée?)\s+"
    rf"(?:the\s+name\s+)?(?P<new>{say.FILE})"
)
_WORD = r"(?:(?:das|den|die)\s+(?:wort|text)\s+|la\s+palabra\s+|le\s+mot\s+|la\s+parola\s+)?"
_REPLACED = any_case(
    r"\b(?:ersetz(?:e|en|t)|(?:aus|ver)?tausch(?:e|en|t)|reemplaz(?:a|ar)|sustitu(?:ye|ir)|cambia(?:r)?|remplace[rz]?|sostitui(?:sci|re))\s+"
    rf"{_WORD}(?P<old>{say.VALUE})\s+(?:durch|mit|gegen|por|con|par)\s+{_WORD}(?P<new>{say.VALUE})"
    r"(?=\s*(?:[,;!?)]|\.(?!\w)|$|\b(?:in|im|en|dans|nel|nella|und|y|et|e|aus)\b))"
)
_SIGN = regex(say.PLACE)


def _gone(clause: Clause, match: re.Match[str]) -> None:
    group = "files" if match["files"] else "path"
    clause.take(match, group)
    for one in _SIGN.finditer(match[group]):
        text, kind, _, quoted = clause.meaning(one.group())
        clause.add(Role.GONE, text, match, group, kind=kind, quoted=quoted)


def _becomes(clause: Clause, match: re.Match[str]) -> None:
    new, _, _, quoted = clause.meaning(match["new"])
    clause.take(match, "old", "new")
    role = Role.RENAMED if match.groupdict().get("verb") else Role.COPIED
    clause.add(role, new, match, "new", kind=Kind.FILE, instead_of=clause.meaning(match["old"])[0], quoted=quoted)


def _replaced(clause: Clause, match: re.Match[str]) -> None:
    old, new = clause.meaning(match["old"]), clause.meaning(match["new"])
    if {old[1], new[1]} & {Kind.FILE, Kind.FOLDER, Kind.CELL}:
        return
    clause.take(match, "old", "new")
    clause.add(Role.GONE, old[0], match, "old", kind=old[1], firm=old[2], quoted=old[3], instead_of=new[0])
    clause.add(Role.NEW, new[0], match, "new", kind=new[1], firm=new[2], quoted=new[3], instead_of=old[0])


FILE_WORDS: tuple[tuple[re.Pattern[str], Rule, bool], ...] = (
    (_TO_TRASH, _gone, False),
    (_FILES_GO, _gone, False),
    (_COPY_CALLED, _becomes, False),
    (_FILE_BECOMES, _becomes, False),
    (_FILE_BECOMES_LAST, _becomes, False),
    (_REPLACED, _replaced, False),
)
"""The rules in their order, as those of `ufo.proof.request.relations`."""
