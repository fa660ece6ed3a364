"""The rules: what the built-in planner understands, one family after the other."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from ufo.planner.grammar.arithmetic import expression
from ufo.planner.grammar.controls import without_article
from ufo.planner.grammar.keys import chords_named
from ufo.planner.grammar.places import ENDING, FILE, has_ending, is_address, is_document
from ufo.planner.grammar.quotations import QUOTED, is_quotation
from ufo.planner.grammar.rule import Draft, NotLiteral, Rule, Said, rule
from ufo.planner.intents import (
    ChooseMenu,
    ClickControl,
    Close,
    Compute,
    ControlPhrase,
    ExtractTable,
    GoTo,
    InsertTable,
    MakeChart,
    Open,
    PressKeys,
    ReadValue,
    Save,
    SelectItem,
    SetChecked,
    SwitchTo,
    TypeInto,
    WaitFor,
    WriteCell,
)
from ufo.planner.text.vocabulary import APPLICATION, APPLICATION_NOUN, ORDINAL, ROLE, ordinal_named
from ufo.schema.patterns import any_case, regex

CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
RESULT = "the result"
_NEW = r"(?:(?:the|a|an|my)\s+)?(?:(?:new|empty|blank|fresh)\s+)*"
FILE_NOUN = (
    rf"(?:(?:(?:the|my|a)\s+)?(?:(?:{APPLICATION}|text|local)\s+)?(?:file|document|spreadsheet|workbook|page|sheet|report|letter|note)"
    r"\s+(?:(?:called|named)\s+)?)?"
)
_IN_APP = rf"(?:\s+(?:in|with|using)\s+(?:the\s+)?(?P<app>{APPLICATION}|[\w.-]+)(?:\s+{APPLICATION_NOUN})?)?"
_TYPE = r"(?:type(?:\s+in)?|enter|write(?:\s+down)?|input)"
_IT = r"(?:it|this|that|them|the\s+(?:extracted\s+|copied\s+)?(?:table|data))"
_RESULT = any_case(
    r"(?:it|that|this|(?:the|its|that)\s+(?:result|answer|value|total|sum|number|text|output))(?:\s+(?:there|here))?"
)
_PICK = r"(?:choose|select|pick)"
_CLICK = r"(?:click(?:\s+on)?|press|push|tap|hit)"
_ARROW = r"\s*(?:>+|\u2192|->|\u203a)\s*"
_KINDS: dict[str, Literal["bar", "column", "line", "pie"]] = {
    "bar": "bar",
    "column": "column",
    "line": "line",
    "pie": "pie",
}
_ROLE_AT_END = any_case(rf"\s{ROLE}$")
_A_QUESTION = any_case(r"(?:if|whether|how|why|when|where|which|who)\b")


def file_name(said: Said, group: str) -> str:
    """Return a file's name, whole. "The" before a single word is no part of it."""
    raw = said.raw(group)
    bare = without_article(raw)
    return said.masked.value(bare if is_quotation(bare) or " " not in bare else raw)


def _open(said: Said) -> Draft:
    what, app = file_name(said, "file") or said.text("address"), said.text("app")
    if what:
        return Open("", app, what, is_document=not is_address(what), is_address=is_address(what))
    name = said.name("what")
    if re.search(rf"\b(?:{ROLE})$|>", name, re.IGNORECASE) or len(name.split()) > 4 or has_ending(name):
        return None
    return Open("", "", name)


def _save(said: Said) -> Draft:
    raw = said.raw("path")
    if not is_quotation(raw) and not re.search(rf"{ENDING}$", raw) and has_ending(said.text("path")):
        raise NotLiteral("put the file's name in quotation marks")
    return Save("", "", said.text("path") if has_ending(said.text("path")) else said.name("path"))


def _extract(said: Said) -> Draft:
    number = ordinal_named(said.raw("ordinal")) if said.raw("ordinal") else int(said.raw("number") or 0)
    caption = said.name("caption") or said.name("named")
    source = file_name(said, "file")
    if number < 0:
        return None
    taken = ExtractTable("", said.text("app"), caption, number, source)
    return (taken, InsertTable(f"insert it in {said.text('to')}", said.text("to"))) if said.raw("to") else taken


def _chart(said: Said) -> Draft:
    source = re.sub(r"\s*(?:-|\u2013|to)\s*", ":", said.raw("range"), flags=re.IGNORECASE)
    title = said.content("title") if said.raw("title") else ""
    return MakeChart(
        "", "", _KINDS[said.raw("kind").casefold()], source.upper().replace("$", "").replace(" ", ""), title
    )


def _insert(said: Said) -> Draft:
    return InsertTable("", said.text("app"), (said.raw("cell") or "A1").upper().replace("$", ""))


def _close(said: Said) -> Draft:
    return Close(
        "",
        "",
        ""
        if re.fullmatch(rf"{_IT}|(?:the\s+)?(?:{APPLICATION_NOUN}|document|file)|", said.raw("what"), re.I)
        else said.name("what"),
    )


PLACED: tuple[Rule, ...] = (
    rule(rf"(?:open|start|launch|load)\s+{FILE_NOUN}(?:(?P<address>\S+)|(?P<file>{FILE})){_IN_APP}", lambda said: _address_first(said)),
    rule(rf"(?:open|start|launch|run)\s+(?:up\s+)?{_NEW}(?P<what>\S.*?)(?:\s+{APPLICATION_NOUN}|\s+document)?", _open),
    rule(rf"create\s+{_NEW}(?P<what>{APPLICATION})(?:\s+(?:document|file))?", _open),
    rule(rf"(?:switch|go|change)\s+(?:back\s+)?to\s+(?:the\s+)?(?P<app>{APPLICATION})(?:\s+{APPLICATION_NOUN})?",
         lambda said: SwitchTo("", said.text("app"))),
    rule(rf"switch\s+to\s+{FILE_NOUN}(?P<app>\S.*)", lambda said: SwitchTo("", said.name("app"))),
    rule(r"(?:go|navigate|browse)\s+to\s+(?:the\s+(?:page|address|site|website)\s+)?(?P<to>\S+)|visit\s+(?P<visit>\S+)",
         lambda said: _go_to(said)),
    rule(rf"(?:close|quit|exit)(?:\s+(?:the\s+)?(?P<what>\S.*?)(?:\s+{APPLICATION_NOUN})?)?", _close),
    rule(rf"save\s+(?:\S+\s+){{0,4}}?(?:as|under)\s+(?:the\s+name\s+|the\s+file\s+)?(?P<path>{QUOTED}|\S.*)", _save),
    rule(r"save(?:\s+(?:it|this|that|everything|(?:the|my|this)\s+(?:\w+\s+)?\w+))?", lambda said: Save("", "")),
    rule(
        rf"(?:extract|copy|take|get|read)\s+(?:(?:the|a)\s+)?(?:(?P<ordinal>{ORDINAL})\s+)?(?P<caption>{QUOTED}|(?:(?!tables?\b)[\w-]+\s+){{0,3}}?(?!tables?\b)[\w-]+)?"
        rf"\s*\b(?:table|data)(?:\s+(?:number\s+)?(?P<number>\d{{1,4}}))?(?:\s+(?:called|named|titled|captioned)\s+(?P<named>{QUOTED}|\S+))?"
        rf"(?:\s+(?:from|in|of|out\s+of)\s+(?:{FILE_NOUN}(?P<file>{FILE})|(?:the\s+)?(?P<app>{APPLICATION})(?:\s+document)?))?"
        rf"(?:\s+(?:in|into|to)\s+{_NEW}(?P<to>{APPLICATION})(?:\s+document)?)?",
        _extract,
    ),
    rule(
        rf"(?:insert|put|paste|add|copy)\s+{_IT}(?:\s+(?:in|into|to)\s+{_NEW}(?P<app>{APPLICATION})(?:\s+document)?)?"
        rf"(?:\s+(?:in|into|at|from|starting\s+at)\s+(?:cell\s+)?(?P<cell>{CELL}))?",
        _insert,
    ),
)  # fmt: skip
"""Rules whose words include their own place: they are tried before words like "in Calc" at the end are taken off."""


def _address_first(said: Said) -> Draft:
    address = said.raw("address")
    if address and not is_address(said.text("address")) and not is_document(said.text("address")):
        return None
    return _open(said)


def _go_to(said: Said) -> Draft:
    address = said.text("to") or said.text("visit")
    return GoTo("", "", address) if is_address(address) or has_ending(address) or "/" in address else None


def _click(said: Said) -> Draft:
    what = said.raw("what")
    button = said.raw("button").casefold()
    if not (button or said.raw("double") or said.is_quoted("what")) and (chords := chords_named(what)):
        is_pressed = re.match(r"(?:press|hit|push)\b", said.match.string, re.IGNORECASE)
        if is_pressed and not (len(chords) == 1 and len(chords[0]) == 1 and len(what) == 1):
            return PressKeys("", "", chords)
    if _RESULT.fullmatch(what):
        return None
    control = said.control("what")
    return ClickControl(
        "",
        "",
        control,
        "right" if button == "right" else "middle" if button == "middle" else "left",
        bool(said.raw("double")),
    )


def _menu(said: Said) -> Draft:
    return ChooseMenu(
        "", "", tuple(said.masked.value(without_article(part)) for part in re.split(_ARROW, said.raw("path")))
    )


def _select(said: Said) -> Draft:
    control = said.control("what")
    if control.role == "Cell" or control.ordinal or control.near or control.role in ("Button", "Hyperlink", "TabItem"):
        return ClickControl("", "", control)
    holder = said.control("holder") if said.raw("holder") else ControlPhrase(control.inside) if control.inside else None
    return SelectItem("", "", control.name, holder) if control.name else None


def _check(said: Said) -> Draft:
    if _A_QUESTION.match(said.raw("what")):
        return None
    return SetChecked("", "", said.control("what"), bool(said.raw("on")))


def _write(said: Said) -> Draft:
    """Write into a field, or into a cell; "it" is what was read or computed before."""
    content = RESULT if _RESULT.fullmatch(said.raw("content")) else said.content("content")
    field = said.raw("field")
    if not field:
        return TypeInto("", "", content)
    if cell := re.fullmatch(
        rf"(?:cell\s+)?(?P<cell>{CELL})(?:\s+(?:of|in|on)\s+(?:the\s+)?sheet\s+(?P<sheet>\S.*))?", field, re.IGNORECASE
    ):
        return WriteCell("", "", cell["cell"].upper().replace("$", ""), content, said.masked.value(cell["sheet"] or ""))
    if re.fullmatch(r"(?:it|there|(?:the|a|my)\s+(?:new\s+)?(?:document|file|editor|text))", field, re.IGNORECASE):
        return TypeInto("", "", content)
    return TypeInto("", "", content, said.control("field"), replace=bool(said.raw("sets")))


def _put(said: Said) -> Draft:
    """Put into a cell or a field: a place must be said."""
    written = _write(said)
    return written if isinstance(written, WriteCell | TypeInto) else None


def _read(said: Said) -> Draft:
    what = said.raw("what")
    if _A_QUESTION.match(what) or expression(what):
        return None
    if not what or _WHOLE.fullmatch(what) or _RESULT.fullmatch(what):
        return ReadValue("", "")
    return ReadValue("", "", said.control("what"))


def _compute(said: Said) -> Draft:
    worked_out = expression(said.text("what"))
    return Compute("", "", worked_out) if worked_out else None


_WHOLE = any_case(
    r"(?:(?:the|its|all(?:\s+the)?|whole)\s+)*(?:text|page|window|screen|document|contents?)|(?:it|the\s+(?:page|window|document|screen))\s+(?:says|shows)"
)
_ON = r"(?:on|checked|ticked|enabled|selected)"
_OFF = r"(?:off|unchecked|unticked|disabled)"
_STEP = r"[^>\u2192\u203a]{1,60}?"
_TELL = r"(?:read(?:\s+out)?|tell\s+me|show\s+me|report|give\s+me)"

RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:make|create|draw|insert|add|build)\s+(?:(?:a|an|the)\s+)?(?P<kind>bar|column|line|pie)\s+(?:chart|graph|diagram)"
        rf"(?:\s+(?:of|from|for|with)\s+(?:(?:the\s+)?(?:cells?\s+|range\s+)?(?P<range>{CELL}\s*(?::|-|\u2013|\s+to\s+)\s*{CELL})|{_IT}|the\s+(?:\w+\s+)?(?:table|data)))?"
        r"(?:,?\s+(?:titled|called|with\s+the\s+title)\s+(?P<title>\S.*))?",
        _chart,
    ),
    rule(rf"(?:set|change)\s+(?:cell\s+)?(?P<field>{CELL})\s+to\s+(?P<content>\S.*)", _write),
    rule(rf"put\s+(?P<content>\S.*?)\s+(?:in|into|to)\s+(?P<field>(?:cell\s+)?{CELL}(?:\s+(?:of|in|on)\s+(?:the\s+)?sheet\s+\S.*)?)", _write),
    rule(rf"{_TYPE}\s+(?P<content>\S.*?)\s+(?:in|into|to)\s+(?P<field>(?:cell\s+)?{CELL}(?:\s+(?:of|in|on)\s+(?:the\s+)?sheet\s+\S.*)?)", _write),
    rule(r"(?P<sets>set)\s+(?P<field>\S.*?)\s+to\s+(?P<content>\S.*)", lambda said: _state(said) or _write(said)),
    rule(r"(?P<sets>fill)(?:\s+(?:in|out))?\s+(?P<field>\S.*?)\s+with\s+(?P<content>\S.*)", _write),
    rule(r"(?P<sets>fill)\s+in\s+(?P<content>\S.*?)\s+(?:for|as|in|into)\s+(?P<field>\S.*)", _write),
    rule(
        rf"(?:add|append|{_TYPE})\s+(?:the\s+)?(?:new\s+)?line\s*:?\s+(?P<content>{QUOTED}|\S.*?)(?:\s+(?:at|to)\s+the\s+end)?",
        lambda said: TypeInto("", "", "\n" + said.content("content")),
    ),
    rule(rf"{_TYPE}\s+(?:the\s+(?:text|word|words|number)\s+)?(?P<content>{QUOTED}|\S.*?)\s+(?:in|into|on)\s+(?P<field>\S.*)", _write),
    rule(r"(?P<sets>put|enter)\s+(?P<content>\S.*?)\s+(?:in|into|as|for)\s+(?P<field>\S.*)", _put),
    rule(rf"(?:{_TYPE}|add|insert)\s+(?:the\s+(?:text|word|words|number|line)\s+)?(?P<content>{QUOTED}|(?<=e\s)\S.*|(?<=r\s)\S.*)", _write),
    rule(r"(?:compute|calculate|work\s+out|evaluate)\s+(?P<what>\S.*)", _compute),
    rule(r"(?:(?:tell\s+me\s+)?what(?:['\u2019]s|\s+is)|how\s+much\s+is)\s+(?P<what>\S.*)", _compute),
    rule(rf"(?:what(?:['\u2019]s|\s+is)|{_TELL}(?:\s+what(?:['\u2019]s|\s+is))?)\s+(?:(?:the\s+(?:value|content|text)\s+)?(?:in|of)\s+)?(?:cell\s+)?(?P<cell>{CELL})",
         lambda said: ReadValue("", "", ControlPhrase(said.raw("cell").upper(), "Cell"))),
    rule(rf"(?:{_TELL}\s+)?what\s+(?:does\s+)?(?P<what>\S.*?)\s+(?:says?|shows?|contains?)|what(?:['\u2019]s|\s+is)\s+(?P<other>\S.*)",
         lambda said: _read(said if said.raw("what") else _with_other(said))),
    rule(rf"{_TELL}(?:\s+(?P<what>\S.*))?", _read),
    rule(rf"(?:{_PICK}|{_CLICK}|open|go\s+to)?\s*(?:the\s+)?(?:menu\s+(?:item\s+)?)?(?P<path>{_STEP}(?:{_ARROW}{_STEP})+)", _menu),
    rule(rf"(?:{_PICK}|click)\s+(?P<item>\S.*?)\s+(?:in|from)\s+the\s+(?P<menu>\S.*?)\s+menu",
         lambda said: ChooseMenu("", "", (said.name("menu"), said.name("item")))),
    rule(r"open\s+the\s+(?P<what>\S.*\s(?:menu|tab|link|list))", lambda said: ClickControl("", "", said.control("what"))),
    rule(r"(?:(?P<double>double)[- ]?)?(?:(?P<button>left|right|middle)[- ]?)?click(?:\s+on)?\s+(?P<what>\S.*)", _click),
    rule(r"(?:press|push|tap|hit)(?:\s+on)?\s+(?P<what>\S.*)", _click),
    rule(r"(?:(?P<on>tick|check|enable|turn\s+on|switch\s+on)|untick|uncheck|disable|(?:turn|switch)\s+off)\s+(?P<what>\S.*)", _check),
    rule(rf"(?:turn|switch)\s+(?P<what>\S.*?)\s+(?:(?P<on>{_ON})|{_OFF})", _check),
    rule(rf"{_PICK}\s+(?P<what>\S.*?)\s+(?:in|from|as|for)\s+(?P<holder>\S.*)", _select),
    rule(rf"{_PICK}\s+(?P<what>\S.*)", _select),
    rule(r"wait(?:\s+for)?\s+(?P<seconds>\d{1,3}(?:\.\d+)?)\s+seconds?", lambda said: WaitFor("", "", seconds=float(said.raw("seconds")))),
    rule(r"wait\s+(?:until|for)\s+(?P<what>\S.*?)(?:\s+(?:appears|is\s+(?:shown|there))|(?P<gone>\s+(?:disappears|is\s+gone)))?",
         lambda said: WaitFor("", "", said.name("what"), bool(said.raw("gone")))),
)  # fmt: skip


def _with_other(said: Said) -> Said:
    """Return the same with the words of the group "other" as those of "what"."""
    found = regex(r"(?P<what>.*)", re.DOTALL).fullmatch(said.raw("other"))
    return replace(said, match=found) if found else said


def _state(said: Said) -> Draft:
    """Read "set Gift wrap to on" as a tick."""
    state = said.raw("content").casefold()
    if not re.fullmatch(rf"{_ON}|{_OFF}", state):
        return None
    return SetChecked("", "", said.control("field"), bool(re.fullmatch(_ON, state)))
