"""The rules: what the built-in planner understands, one family after the other."""

from __future__ import annotations

import re
from typing import Literal

from ufo.schema.arithmetic import tidy, value_of
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import BUTTONS_AND_LINKS
from ufo_planner import intents
from ufo_planner.grammar.controls import without_article
from ufo_planner.grammar.places import ENDING, FILE, has_ending, is_address, is_document
from ufo_planner.grammar.quotations import QUOTED, is_quotation
from ufo_planner.grammar.rule import Draft, NotLiteral, Rule, Said, rule
from ufo_planner.text.keys import chords_named
from ufo_planner.text.vocabulary import APPLICATION, APPLICATION_NOUN, ORDINAL, ROLE, ordinal_named

_NUMBER = r"\d+(?:\.\d+)?"
_GROUPED = regex(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (any_case(pattern), sign)
    for pattern, sign in (
        (rf"({_NUMBER})\s*(?:%|percent)\s*of\s+", r"\1/100*"),
        (r"\s*\b(?:multiplied\s+by|times)\b\s*|[\u00d7\u00b7]|(?<=[\d)])\s*x\s*(?=[\d(])", "*"),
        (r"\s*\b(?:divided\s+by|over)\b\s*|\u00f7", "/"),
        (r"\s*\bplus\b\s*", "+"),
        (r"\s*\bminus\b\s*|[\u2212\u2013]", "-"),
    )
)
_ONLY_SIGNS = regex(r"[\d\s.+\-*/^()]+")
_CALCULATES = regex(r"[\d)]\s*[-+*/^]")


def expression(words: str) -> str:
    """Return the calculation without spaces, or "" where the words are none."""
    text = _GROUPED.sub(lambda found: found.group().replace(",", ""), words.strip().rstrip("=?. "))
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    if not (_ONLY_SIGNS.fullmatch(text) and _CALCULATES.search(text)):
        return ""
    return tidy(text) if value_of(text) is not None else ""


_RANGE = r"\$?[A-Za-z]{1,3}\$?\d{1,7}\s*(?::|-|\u2013|\s+to\s+)\s*\$?[A-Za-z]{1,3}\$?\d{1,7}"
_SHEET = r"(?:\s+(?:of|in|on)\s+(?:the\s+)?sheet\s+\S.*)?"
CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_NEW = r"(?:(?:the|a|an|my)\s+)?(?:(?:new|empty|blank|fresh)\s+)*"
FILE_NOUN = (
    rf"(?:(?:(?:the|my|a)\s+)?(?:(?:{APPLICATION}|text)\s+)?(?:file|document|spreadsheet|workbook|page)"
    r"\s+(?:(?:called|named)\s+)?)?"
)
_IN_APP = rf"(?:\s+(?:in|with|using)\s+(?:the\s+)?(?P<app>{APPLICATION}|[\w.-]+)(?:\s+{APPLICATION_NOUN})?)?"
DOC = r"(?:\s+(?:document|spreadsheet|workbook|sheet|file))?"
_TYPE = r"(?:type(?:\s+in)?|enter|write(?:\s+down)?|input)"
_IT = r"(?:it|this|that|them|the\s+(?:extracted\s+|copied\s+)?(?:table|data))"
_RESULT = any_case(
    r"(?:it|that|this|(?:the|its|that)\s+(?:result|answer|value|total|sum|number|text|output))(?:\s+(?:there|here))?"
)
_PICK = r"(?:choose|select|pick)"
_CLICK = r"(?:click(?:\s+on)?|press|push|tap|hit)"
_ARROW = r"\s*(?:>+|\u2192|->|\u203a)\s*"
_Kind = Literal["bar", "column", "line", "pie"]
_KINDS: dict[str, _Kind] = {"bar": "bar", "column": "column", "line": "line", "pie": "pie"}
_A_QUESTION = any_case(r"(?:if|whether|how|why|when|where|which|who)\b")


def file_name(said: Said, group: str) -> str:
    """Return a file's name, whole. "The" before a single word is no part of it."""
    raw = said.raw(group)
    bare = without_article(raw)
    return said.masked.value(bare if is_quotation(bare) or " " not in bare else raw)


def _open(said: Said) -> Draft:
    what, app = file_name(said, "file") or said.text("address"), said.text("app")
    if said.raw("address") and not (is_address(what) or is_document(what)):
        return None
    if what:
        return intents.Open("", app, what, is_document=not is_address(what), is_address=is_address(what))
    name = said.name("what")
    if re.search(rf"\b(?:{ROLE})$|>", name, re.IGNORECASE) or len(name.split()) > 4 or has_ending(name):
        return None
    return intents.Open("", "", name)


def _save(said: Said) -> Draft:
    raw = said.raw("path")
    if not is_quotation(raw) and not re.search(rf"{ENDING}$", raw) and has_ending(said.text("path")):
        raise NotLiteral("put the file's name in quotation marks")
    return intents.Save("", "", said.text("path") if has_ending(said.text("path")) else said.name("path"))


def _extract(said: Said) -> Draft:
    number = ordinal_named(said.raw("ordinal")) if said.raw("ordinal") else int(said.raw("number") or 0)
    caption = said.name("caption") or said.name("named")
    source = file_name(said, "file")
    if number < 0:
        return None
    taken = intents.ExtractTable("", said.text("app"), caption, number, source)
    return (taken, intents.InsertTable(f"insert it in {said.text('to')}", said.text("to"))) if said.raw("to") else taken


def _chart(said: Said) -> Draft:
    ends = re.split(r"\s*(?:-|:|\u2013|to)\s*", said.raw("range").upper().replace("$", ""), flags=re.IGNORECASE)
    title = said.content("title") if said.raw("title") else ""
    return intents.MakeChart("", "", _KINDS[said.raw("kind").casefold()], ":".join(ends), title)


def _insert(said: Said) -> Draft:
    return intents.InsertTable("", said.text("app"), (said.raw("cell") or "A1").upper().replace("$", ""))


def _close(said: Said) -> Draft:
    is_it = re.fullmatch(rf"{_IT}|(?:the\s+)?(?:{APPLICATION_NOUN}|document|file)|", said.raw("what"), re.IGNORECASE)
    return intents.Close("", "", "" if is_it else said.name("what"))


def _go_to(said: Said) -> Draft:
    address = said.text("to") or said.text("visit")
    return intents.GoTo("", "", address) if is_address(address) or has_ending(address) or "/" in address else None


PLACED: tuple[Rule, ...] = (
    rule(rf"open\s+(?:(?:the\s+)?file\s+manager\s+(?:in|at|on|with)\s+)?(?:the\s+)?folder\s+(?!{ROLE}$)(?P<folder>{QUOTED}|\S+)",
         lambda said: intents.Open("", "", re.sub(r"^(?![/~.])", "./", said.text("folder").rstrip("/")) + "/", is_document=True)),
    rule(rf"(?:open|start|launch|load)\s+{FILE_NOUN}(?:(?P<address>\S+)|(?P<file>{FILE})){_IN_APP}", _open),
    rule(rf"(?:open|start|launch|run)\s+(?:up\s+)?{_NEW}(?P<what>\S.*?)(?:\s+{APPLICATION_NOUN}|\s+document)?", _open),
    rule(rf"(?:create|in|use|using)\s+(?:a\s+)?(?:new|empty|blank)\s+(?P<what>{APPLICATION}){DOC}", _open),
    rule(rf"(?:switch|go|change)\s+(?:back\s+)?to\s+(?:the\s+)?(?P<app>{APPLICATION})(?:\s+{APPLICATION_NOUN})?",
         lambda said: intents.Open("", "", said.text("app"))),
    rule(rf"switch\s+to\s+{FILE_NOUN}(?P<file>{FILE})", _open),
    rule(r"(?:go|navigate|browse)\s+to\s+(?:the\s+(?:page|address|site|website)\s+)?(?P<to>\S+)|visit\s+(?P<visit>\S+)",
         _go_to),
    rule(rf"(?:close|quit|exit)(?:\s+(?:the\s+)?(?P<what>\S.*?)(?:\s+{APPLICATION_NOUN})?)?", _close),
    rule(rf"save\s+(?:\S+\s+){{0,4}}?(?:as|under)\s+(?:the\s+name\s+|the\s+file\s+)?(?P<path>{QUOTED}|\S.*)", _save),
    rule(r"save(?:\s+(?:it|this|that|everything|(?:the|my|this)\s+(?:\w+\s+)?\w+))?", lambda said: intents.Save("", "")),
    rule(
        rf"(?:extract|copy|take|get|read)\s+(?:(?:the|a)\s+)?(?:(?P<ordinal>{ORDINAL})\s+)?"
        rf"(?P<caption>{QUOTED}|(?:(?!tables?\b)[\w-]+\s+){{0,3}}?(?!tables?\b)[\w-]+)?"
        rf"\s*\b(?:table|data)(?:\s+(?:number\s+)?(?P<number>\d{{1,4}}))?"
        rf"(?:\s+(?:called|named|titled|captioned)\s+(?P<named>{QUOTED}|\S+))?"
        rf"(?:\s+(?:from|in|of|out\s+of)\s+(?:{FILE_NOUN}(?P<file>{FILE})|(?:the\s+)?(?P<app>{APPLICATION})(?:\s+document)?))?"
        rf"(?:\s+(?:in|into|to)\s+{_NEW}(?P<to>{APPLICATION}){DOC})?",
        _extract,
    ),
    rule(
        rf"(?:insert|put|paste|add|copy)\s+{_IT}(?:\s+(?:in|into|to)\s+{_NEW}(?P<app>{APPLICATION}){DOC})?"
        rf"(?:\s+(?:in|into|at|from|starting\s+at)\s+(?:cell\s+)?(?P<cell>{CELL}))?",
        _insert,
    ),
)  # fmt: skip
"""Rules whose words include their own place: they are tried before words like "in Calc" at the end are taken off."""


def _click(said: Said) -> Draft:
    what = said.raw("what")
    is_pressed = re.match(r"(?:press|hit|push)\b", said.match.string, re.IGNORECASE)
    chords = chords_named(what) if is_pressed and len(what) > 1 and not said.is_quoted("what") else None
    if chords:
        return intents.PressKeys("", "", chords)
    if _RESULT.fullmatch(what):
        return None
    return intents.ClickControl(
        "", "", said.control("what"), "right" if said.raw("right") else "left", bool(said.raw("double"))
    )


def _menu(said: Said) -> Draft:
    path = [said.masked.value(without_article(part)) for part in re.split(_ARROW, said.raw("path"))]
    return intents.ChooseMenu("", "", tuple(path))


def _select(said: Said) -> Draft:
    control = said.control("what")
    if control.ordinal or control.role in BUTTONS_AND_LINKS | {"TabItem"} or control.role == "Cell":
        return intents.ClickControl("", "", control)
    inside = intents.ControlPhrase(control.inside) if control.inside else None
    holder = said.control("holder") if said.raw("holder") else inside
    return intents.SelectItem("", "", control.name, holder) if control.name else None


def _check(said: Said) -> Draft:
    asks = _A_QUESTION.match(said.raw("what"))
    return None if asks else intents.SetChecked("", "", said.control("what"), bool(said.raw("on")))


def _write(said: Said) -> Draft:
    """Write into a field, or into a cell; "it" is what was read or computed before."""
    content = intents.RESULT if _RESULT.fullmatch(said.raw("content")) else said.content("content")
    field = said.raw("field")
    if not field or re.fullmatch(
        r"it|there|(?:the|a|my)\s+(?:new\s+)?(?:document|file|editor|text)", field, re.IGNORECASE
    ):
        return intents.TypeInto("", "", content)
    if cell := re.fullmatch(
        rf"(?:cell\s+)?(?P<cell>{CELL})(?:\s+(?:of|in|on)\s+(?:the\s+)?sheet\s+(?P<sheet>\S.*))?", field, re.IGNORECASE
    ):
        return intents.WriteCell(
            "", "", cell["cell"].upper().replace("$", ""), content, said.masked.value(cell["sheet"] or "")
        )
    return intents.TypeInto("", "", content, said.control("field"), replace=bool(said.raw("sets")))


def _read(said: Said) -> Draft:
    what = said.raw("what")
    if _A_QUESTION.match(what) or expression(what):
        return None
    if not what or _WHOLE.fullmatch(what) or _RESULT.fullmatch(what):
        return intents.ReadValue("", "")
    return intents.ReadValue("", "", said.control("what"))


def _compute(said: Said) -> Draft:
    worked_out = expression(said.text("what"))
    return intents.Compute("", "", worked_out) if worked_out else None


_WHOLE = any_case(
    r"(?:(?:the|its|all(?:\s+the)?|whole)\s+)*(?:text|page|window|screen|document|contents?)"
    r"|(?:it|the\s+(?:page|window|document|screen))\s+(?:says|shows)|what\s+is\s+(?:in\s+it|shown)"
)
_TURN = r"(?:turn|switch)"
_ON = r"(?:on|checked|ticked|enabled|selected)"
_OFF = r"(?:off|unchecked|unticked|disabled)"
_STEP = r"[^>\u2192\u203a\s](?:[^>\u2192\u203a]{0,60}[^>\u2192\u203a\s])?"
_WHAT = r"what(?:['\u2019]s|\s+is)"
_TELL = r"(?:read(?:\s+out)?|tell\s+me|show\s+me|report|give\s+me)"

RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:make|create|draw|insert|add|build)\s+(?:(?:a|an|the)\s+)?(?P<kind>bar|column|line|pie)\s+(?:chart|graph|diagram)"
        rf"(?:\s+(?:of|from|for|with)\s+(?:(?:the\s+)?(?:cells?\s+|range\s+)?(?P<range>{_RANGE})|{_IT}|the\s+(?:\w+\s+)?(?:table|data)))?"
        r"(?:,?\s+(?:titled|called|with\s+the\s+title)\s+(?P<title>\S.*))?",
        _chart,
    ),
    rule(rf"(?:set|change)\s+(?:cell\s+)?(?P<field>{CELL})\s+to\s+(?P<content>\S.*)", _write),
    rule(rf"put\s+(?P<content>\S.*?)\s+(?:in|into|to)\s+(?P<field>(?:cell\s+)?{CELL}{_SHEET})", _write),
    rule(rf"{_TYPE}\s+(?P<content>\S.*?)\s+(?:in|into|to)\s+(?P<field>(?:cell\s+)?{CELL}{_SHEET})", _write),
    rule(r"(?P<sets>set)\s+(?P<field>\S.*?)\s+to\s+(?P<content>\S.*)", _write),
    rule(r"(?P<sets>fill)(?:\s+(?:in|out))?\s+(?P<field>\S.*?)\s+with\s+(?P<content>\S.*)", _write),
    rule(r"(?P<sets>fill)\s+in\s+(?P<content>\S.*?)\s+(?:for|as|in|into)\s+(?P<field>\S.*)", _write),
    rule(
        rf"(?:add|append|{_TYPE})\s+(?:the\s+)?(?:new\s+)?line\s*:?\s+(?P<content>{QUOTED}|\S.*?)(?:\s+(?:at|to)\s+the\s+end)?",
        lambda said: intents.TypeInto("", "", "\n" + said.content("content")),
    ),
    rule(
        rf"(?:add|append|{_TYPE})\s+(?:the\s+(?:text|words?)\s+)?(?P<content>{QUOTED})\s+(?:at|to)\s+(?:the|its)\s+end"
        r"(?:\s+of\s+(?P<field>(?:it|the\s+(?:document|file|text))))?",
        _write,
    ),
    rule(rf"{_TYPE}\s+(?:the\s+(?:text|words?|number)\s+)?(?P<content>\S.*?)\s+(?:in|into|on)\s+(?P<field>\S.*)", _write),
    rule(r"(?P<sets>put|enter)\s+(?P<content>\S.*?)\s+(?:in|into|as|for)\s+(?P<field>\S.*)", _write),
    rule(rf"{_TYPE}\s+(?:the\s+(?:text|words?|number)\s+)?(?P<content>\S.*)", _write),
    rule(rf"(?:add|insert)\s+(?:the\s+(?:text|words?)\s+)?(?P<content>{QUOTED})", _write),
    rule(r"(?:compute|calculate|work\s+out|evaluate)\s+(?P<what>\S.*)", _compute),
    rule(r"(?:(?:tell\s+me\s+)?what(?:['\u2019]s|\s+is)|how\s+much\s+is)\s+(?P<what>\S.*)", _compute),
    rule(rf"(?:{_WHAT}|{_TELL}(?:\s+what\s+is)?)\s+(?:(?:the\s+(?:value|text)\s+)?(?:in|of)\s+)?(?:cell\s+)?(?P<cell>{CELL})",
         lambda said: intents.ReadValue("", "", intents.ControlPhrase(said.raw("cell").upper(), "Cell"))),
    rule(rf"(?:{_TELL}\s+)?what\s+(?:does\s+)?(?P<what>\S.*?)\s+(?:says?|shows?|contains?)", _read),
    rule(r"what(?:['\u2019]s|\s+is)\s+(?P<what>\S.*)", _read),
    rule(rf"{_TELL}(?:\s+(?P<what>\S.*))?", _read),
    rule(rf"(?:{_PICK}|{_CLICK}|open|go\s+to)?\s*(?:the\s+menu\s+)?(?P<path>{_STEP}(?:{_ARROW}{_STEP})+)", _menu),
    rule(rf"(?:{_PICK}|click)\s+(?P<item>\S.*?)\s+(?:in|from)\s+the\s+(?P<menu>\S.*?)\s+menu",
         lambda said: intents.ChooseMenu("", "", (said.name("menu"), said.name("item")))),
    rule(r"open\s+the\s+(?P<what>\S.*\s(?:menu|tab|link|list))", _click),
    rule(r"(?:(?P<double>double)[- ]?)?(?:left[- ]?|(?P<right>right)[- ]?)?click(?:\s+on)?\s+(?P<what>\S.*)", _click),
    rule(r"(?:press|push|tap|hit)(?:\s+on)?\s+(?P<what>\S.*)", _click),
    rule(rf"(?:(?P<on>tick|check|enable|{_TURN}\s+on)|untick|uncheck|disable|{_TURN}\s+off)\s+(?P<what>\S.*)", _check),
    rule(rf"{_TURN}\s+(?P<what>\S.*?)\s+(?:(?P<on>{_ON})|{_OFF})", _check),
    rule(rf"{_PICK}\s+(?P<what>\S.*?)\s+(?:in|from|as|for)\s+(?P<holder>\S.*)", _select),
    rule(rf"{_PICK}\s+(?P<what>\S.*)", _select),
)  # fmt: skip
