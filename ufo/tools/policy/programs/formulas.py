"""Formulas that do more than calculate: they ask a server, read another file, or start a program.

A spreadsheet evaluates what is typed, pasted or opened. A formula that fetches an address sends what it puts into the
address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import regex
from ufo.schema.tool_facts import ActionKind
from ufo.text.fold import revealed
from ufo.tools.observe.read_texts import texts_in
from ufo.tools.policy.files.judge_contents import making
from ufo.tools.policy.files.judge_files import arranging, writing
from ufo.tools.policy.scene.scene import Judged, Scene
from ufo.tools.policy.words.action_words import worst

# Functions by what they reach, with their names in other languages of Calc, Excel and Google Sheets. "webs": Calc completes
# the beginning of a name when Enter or Tab is pressed.
_SENDING = (
    r"(?:webservice|webdienst|serviceweb|servicioweb|servizio\.?web|servi[cç]o\.?web|filterxml|xmlfiltern|xml\.?filtern"
    r"|filtre\.?xml|filtro\.?xml|filtraxml|importdata|importxml|importhtml|importfeed|importrange|importjson|image|googlefinance"
    r"|googletranslate|stockhistory|cube\w+|sql\.request|sql\.open|usługa\.internetowa|веб\.?служба|вебслужба|фильтр\.?xml)"
)
_RUNNING = r"(?:dde|ddeauto|rtd|call|register(?:\.id)?|aufrufen|appel\w*|exec|evaluate|fopen|fwrite|initiate|poke|py)"
_PREFIX = r"(?<![\w.])(?:_xlfn\.|_xlws\.|_xludf\.|com\.(?:microsoft|sun\.star)\.(?:\w+\.)*)*"
_REACHES = regex(rf"{_PREFIX}{_SENDING}\s*\(|[=+\-(&;]\s*webs(?:e(?:r(?:v(?:i(?:ce?)?)?)?)?)?(?!\w)")
_RUNS = regex(rf"{_PREFIX}{_RUNNING}\s*\(")
_PIPED = regex(r"[\w.'\"]+\s*\|\s*['\"]?[^|!]*['\"]?\s*!")
_LINKED = regex(rf"{_PREFIX}(?:hyperlink|lien_hypertexte|hiperv[ií]nculo|collegamento\.ipertestuale|hiperłącze)\s*\(")
_BUILT = regex(rf"{_PREFIX}(?:indirect|indirekt|indirecto|indiretto|indireto|adr\.pośr|двссыл)\w*\s*\(")
_BY_CODE = regex(
    rf"{_PREFIX}(?:uni)?(?:char|zeichen|car|caract|codice\.caratt)\s*\(|{_PREFIX}(?:base|hex2\w+|substitute)\s*\("
)
# Another file: 'file:///…'#Sheet.A1, [book.xlsx]Sheet!A1, 'C:\[b.xlsx]S'!A1, \\server\share.
_ELSEWHERE = regex(
    r"(?:file|https?|ftps?|smb|davs?|sftp|vnd\.[\w.]+):|#\s*\$|'\s*#|\[\s*\d+\s*\][^\[\]!]*!|\\\\[\w.]+\\|(?<!\w)[a-z]:\\"
    r"|\.(?:ods|fods|ots|xl[a-z]{1,3}|csv|tsv|dbf|mdb|txt|html?|xml|uos|sxc)\s*(?:\]|['\"]?\s*[#!]|['\"]?\s*\.\s*\$?\w+\.)"
)
_ADDRESS = regex(r"(?:https?|ftps?|file|smb|davs?|mailto|javascript|data|macro|vnd\.[\w.]+):")
_LITERAL = regex(r'"((?:[^"]|"")*)"')
# Where a cell begins: a text, a line of it, a field of a table in plain text.
_CELL_BEGINS = regex(r"(?:^|[\t\n\r,;|])[\s\"'{]*(?:of:|msoxl:|oooc:)?[=+\-@]")
_LINE_BEGINS = regex(r"(?:^|[\t\n\r])\s*=")
# Plain numbers and sums of cells contain none of these.
_REACHING = regex(r"[(\[|#!\\:\"]|webs")
_ANY = regex(
    "|".join(pattern.pattern for pattern in (_REACHES, _RUNS, _LINKED, _BUILT, _ELSEWHERE, _ADDRESS)) + r"|\|[^|!\n]*!"
)
_LONGEST_FORMULA = 8_192


def class_of_formula(text: str, *, in_sheet: bool = True) -> ActionClass:
    """Return RUN_PROGRAM or SEND for a text with a formula that does so, and EDIT for any other. `text` may be a table in plain
    text.

    `in_sheet`: the text goes into cells, where a formula may begin with "+", "-" or "@" too. Elsewhere such signs begin
    lists.
    """
    plain = revealed(text)
    if not _ANY.search(plain):
        return ActionClass.EDIT
    begins = _CELL_BEGINS if in_sheet else _LINE_BEGINS
    return max(
        (_of_line(part) for part in _pieces(plain, begins)),
        key=lambda action_class: action_class.severity,
        default=ActionClass.EDIT,
    )


def _pieces(plain: str, begins: re.Pattern[str]) -> list[str]:
    """Return the lines that hold a formula, from where it begins. A line break in quotation marks or brackets does not split
    one.
    """
    if not begins.search(plain):
        return []
    pieces: list[str] = []
    depth = 0
    for line in _LITERAL.sub(lambda found: re.sub(r"[\r\n]+", " ", found.group()), plain).splitlines():
        found = begins.search(line)
        if depth > 0 and len(pieces[-1]) < _LONGEST_FORMULA:
            pieces[-1] += f" {line}"
            depth += _depth(line)
        elif found and _REACHING.search(line):
            pieces.append(line[found.start() :])
            depth = _depth(pieces[-1])
        else:
            depth = 0
    return pieces


def _depth(part: str) -> int:
    bare = _LITERAL.sub("", part)
    return bare.count("(") - bare.count(")")


def _of_line(line: str) -> ActionClass:
    spoken = "".join(_LITERAL.findall(line))
    # Quotation marks enclose a text in a formula, but also a whole field of a table in plain text.
    bare = _LITERAL.sub('""', line)
    readings = (line, bare) if line.lstrip("\t\n\r,;|'{ ").startswith('"') else (bare,)
    if any(_RUNS.search(reading) or _PIPED.search(reading) for reading in readings):
        return ActionClass.RUN_PROGRAM
    if any(_REACHES.search(reading) or _ELSEWHERE.search(reading) for reading in readings):
        return ActionClass.SEND
    if any(_BUILT.search(reading) for reading in readings) and (_BY_CODE.search(bare) or _ELSEWHERE.search(spoken)):
        return ActionClass.SEND
    link = _LINKED.search(bare)
    if link is not None:
        return ActionClass.SEND if _is_put_together(bare[link.end() :], spoken) else ActionClass.EDIT
    return ActionClass.SEND if _ADDRESS.search(spoken) else ActionClass.EDIT


def _is_put_together(arguments: str, spoken: str) -> bool:
    """Return whether a link's address is computed. Following it then gives away the cells that it is computed from; a literal
    address gives nothing away.
    """
    address = re.split(r"[,;]", arguments, maxsplit=1)[0]
    return not re.fullmatch(r'\s*""\s*\)*\s*', address) or bool(
        re.search(r"(?:javascript|data|macro|vnd\.[\w.]+):", spoken)
    )


def making_file(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge by where the file goes, by what is read for it, and by the formulas that it is given."""
    judged = making(scene, arguments)
    for text in texts_in(arguments.get("sheets") or {}):
        formula = class_of_formula(text)
        if formula is not ActionClass.EDIT and formula.severity > judged.action_class.severity:
            what = f"Compute the formula {text[:200]!r}, which reaches a server, another file or a program"
            judged = Judged(formula, what, judged.paths)
    return judged


def keeping_changes(scene: Scene, _arguments: Mapping[str, Any]) -> Judged:
    """Judge the difference that a program made: each file as if a tool wrote it or put it in the bin. One question names all that
    needs one.
    """
    if scene.tried.is_empty:
        return Judged(ActionClass.EDIT)
    judged = [writing(scene, path, "what a program made") for path in (*scene.tried.made, *scene.tried.changed)]
    gone = {"paths": [str(path) for path in scene.tried.removed]}
    judged += [arranging(scene, ActionKind.REMOVE_FILE, gone)] if scene.tried.removed else []
    asked = [each for each in judged if each.action_class.severity >= ActionClass.OUTSIDE.severity] or judged
    paths = tuple(path for each in asked for path in each.paths)
    return Judged(worst(each.action_class for each in judged), "; ".join(each.question for each in asked), paths)
