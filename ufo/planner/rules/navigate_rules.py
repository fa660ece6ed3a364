"""Rules for opening, closing and switching, for going to pages and for waiting."""

from __future__ import annotations

import re

from ufo.planner.intents import (
    ClickControl,
    Close,
    ControlPhrase,
    GoTo,
    Open,
    PressKeys,
    SwitchTo,
    TypeInto,
    Unclear,
    WaitFor,
)
from ufo.planner.phrases.controls import control_phrase, without_article
from ufo.planner.phrases.places import is_address, is_document
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.phrases.scopes import application_words
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation
from ufo.planner.text.spoken_arithmetic import number_of
from ufo.planner.text.vocabulary import (
    APPLICATION,
    APPLICATION_NOUN,
    KIND_OF,
    kind_of_application,
    ordinal_named,
    role_named,
)
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import BUTTONS_AND_LINKS, LIST_AND_TREE_ITEMS, LISTS_AND_COMBO_BOXES, MENUS_AND_PLAIN_ITEMS

_DOCUMENT_NOUN = r"(?:document|file|spreadsheet|workbook|presentation|picture|image|drawing|pdf)"
_ADDRESS_NOUN = r"(?:address|url|site|web\s?site|web\s?page|web\s+address|link\s+to)"
_OPEN = r"(?:open(?:\s+up)?|start(?:\s+up)?|launch|run|fire\s+up|bring\s+up|load|execute|show\s+me(?=\s+the\s+app))"
_CLICKED_ROLES = BUTTONS_AND_LINKS | MENUS_AND_PLAIN_ITEMS | LISTS_AND_COMBO_BOXES | LIST_AND_TREE_ITEMS | {"TabItem"}
_IT = any_case(
    rf"^(?:(?:the|this|that|my|current)\s+)*(?:it|this|that|all|{APPLICATION_NOUN}|{_DOCUMENT_NOUN}|everything|active\s+window|current\s+window)?$"
)
_NEW = any_case(
    r"^(?:(?:a|an|the|another)\s+)?(?:new|empty|blank|fresh)(?:\s+(?:and\s+)?(?:new|empty|blank))?\s+(?P<what>\S.*)$"
)
_NEW_NOUNS = {
    "document": "", "file": "", "window": "", "text file": "text editor", "sheet": "spreadsheet",
    "workbook": "spreadsheet",
}  # fmt: skip


_END_OF_TEXT = any_case(
    r"^(?:very\s+)?(?:(?P<end>end|bottom)|start|beginning|top)(?:\s+of\s+(?:the|this|that)\s+(?:document|text|file|page|line))?$"
)
_MENU_PATH = regex(r"\S\s*(?:>|\u2192|->|=>|\u279c|\u25b8|\u25ba|\u203a|\u27a4)\s*\S")


def _open_document(said: Said) -> Draft:
    if role_named(said.raw("what")) and not said.is_quoted("what"):
        return None
    what = said.bare("what")
    if what and said.raw("folder"):
        # The slash marks a folder, so that later files can be opened in it.
        what = f"{what.rstrip('/')}/"
    return Open("", _app(said), what, is_document=True) if what else None


def _open_address(said: Said) -> Draft:
    return Open("", _app(said), said.bare("what"), is_address=True) if said.bare("what") else None


def _open_application(said: Said) -> Draft:
    return Open("", _app(said), said.text("what")) if said.text("what") else None


def _open(said: Said) -> Draft:
    app = said.raw("app")
    if app and not is_quotation(app) and re.search(r",|\sand\s|[>\u2192]", app):
        return Unclear("", "", "the words after what to open are not a step that can be carried out")
    return None if _MENU_PATH.search(said.raw("what")) else _opened(said)


def _opened(said: Said) -> Draft:
    what = without_article(said.raw("what"))
    if not what or re.fullmatch(r"it|this|that", what, re.IGNORECASE):
        return Unclear("", "", "it does not say what to open")
    if new := _NEW.match(what):
        return _open_new(new["what"], said)
    several = _several(what, said.clause)
    if several:
        return several
    first, joined, _ = what.partition(" and ")
    if joined and (kind_of_application(first) or is_document(said.clause.value(first))):
        return (
            *_several(f"{first} and {first}", said.clause)[:1],
            Unclear("", "", "the words after what to open are not a step"),
        )
    text = said.clause.value(what)
    if is_address(text):
        return Open("", _app(said), text, is_address=True)
    if is_document(text):
        return Open("", _app(said), text, is_document=True)
    if not is_quotation(what):
        if kind_of_application(what):
            return Open("", _app(said), text)
        phrase = control_phrase(what, said.clause)
        if phrase.role in _CLICKED_ROLES:
            return ClickControl("", _app(said), phrase)
    return _open_named(what, said)


def _open_named(what: str, said: Said) -> Draft:
    """Return the opening of a folder in a file manager, or else of an application."""
    app = _app(said)
    if kind_of_application(app) == "file manager":
        return Open("", app, f"{said.clause.value(what).rstrip('/')}/", is_document=True)
    return Open("", app, application_words(what, said.clause))


def _open_new(what: str, said: Said) -> Draft:
    squeezed = " ".join(what.casefold().split())
    if squeezed in ("tab", "browser tab"):
        return PressKeys("", _app(said), (("ctrl", "t"),))
    app = _app(said)
    kind = _NEW_NOUNS.get(squeezed, application_words(what, said.clause))
    if app and (squeezed in _NEW_NOUNS or kind_of_application(kind)):
        return Open("", "", app)
    if kind:
        return Open("", "", kind)
    return PressKeys("", app, (("ctrl", "n"),))


def _several(what: str, clause: Clause) -> tuple[Open, ...]:
    """Return the openings of "Calc and Writer", where every part is a known application, a document or an address."""
    names = [without_article(part) for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", what)]
    texts = [clause.value(name) for name in names]
    if len(names) < 2 or not all(kind_of_application(text) or is_document(text) or is_address(text) for text in texts):
        return ()
    return tuple(Open("", "", text, is_document=is_document(text), is_address=is_address(text)) for text in texts)


def _app(said: Said) -> str:
    return application_words(said.raw("app"), said.clause) if said.raw("app") else ""


_MACHINE = any_case(r"^(?:(?:the|my|this)\s+)?(?:computer|machine|pc|laptop|system|desktop|session)$")


def _close(said: Said) -> Draft:
    what = said.raw("what")
    if _IT.match(what):
        return Close("", "", "")
    if re.search(r"\bwithout\s+saving$", what, re.IGNORECASE):
        return Unclear("", "", "closing without saving loses work; say which button of the question to click instead")
    if _MACHINE.match(what):
        return Unclear(
            "",
            "",
            "the computer cannot be shut down, restarted or logged out of; close windows or applications instead",
        )
    return Close("", "", application_words(what, said.clause))


def _switch(said: Said) -> Draft:
    what = without_article(said.raw("what"))
    if not is_quotation(what):
        phrase = control_phrase(what, said.clause)
        if re.fullmatch(r"it|this|that|there", what, re.IGNORECASE):
            return SwitchTo("", "")
        if phrase.role == "TabItem":
            return ClickControl("", "", phrase)
        if sheet := _sheet_named(what, said.clause):
            return ClickControl("", "", sheet)
        if re.match(r"^(?:off|on)\b", what, re.IGNORECASE):
            return None
    return SwitchTo("", application_words(what, said.clause)) if what else None


def _go(said: Said) -> Draft:
    return None if _MENU_PATH.search(said.raw("what")) else _gone_to(said)


def _gone_to(said: Said) -> Draft:
    what = without_article(said.raw("what"))
    if found := _END_OF_TEXT.match(what):
        line = bool(re.search(r"\bline$", what, re.IGNORECASE))
        key = "end" if found["end"] else "home"
        return PressKeys("", _app(said), ((key,) if line else ("ctrl", key),))
    text = said.clause.value(what)
    if is_quotation(what) or is_address(text) or re.match(r"^page\s+\S+$", text, re.IGNORECASE):
        return GoTo("", _app(said), text)
    if kind_of_application(re.sub(rf"\s+{APPLICATION_NOUN}$", "", text, flags=re.IGNORECASE)) or re.search(
        rf"\s{APPLICATION_NOUN}$", what, re.IGNORECASE
    ):
        return SwitchTo("", application_words(what, said.clause))
    if found := re.match(r"^cell\s+(\$?[a-z]{1,3}\$?[1-9]\d*)$", text, re.IGNORECASE):
        return ClickControl("", _app(said), control_phrase(f"the {found[1].upper()} cell", said.clause))
    if sheet := _sheet_named(what, said.clause):
        return ClickControl("", _app(said), sheet)
    phrase = control_phrase(what, said.clause)
    if phrase.role is not None:
        return ClickControl("", _app(said), phrase)
    return GoTo("", _app(said), text) if text else None


def _sheet_named(what: str, clause: Clause) -> ControlPhrase | None:
    """Return the tab of "sheet Costs", "the Costs sheet" or "the second sheet", or None for other words."""
    found = re.fullmatch(
        rf"(?:work)?sheet\s+(?:called\s+|named\s+)?(?P<name>{QUOTED}|\S+)|(?P<other>{QUOTED}|\S+)\s+(?:work)?sheet",
        without_article(what),
        re.IGNORECASE,
    )
    name = (found["name"] or found["other"]) if found else ""
    if not name or re.fullmatch(r"new|another|next|previous|this|that", name, re.IGNORECASE):
        return None
    place = ordinal_named(name)
    return ControlPhrase("", "TabItem", place) if place else ControlPhrase(clause.value(name), "TabItem")


def _go_named(said: Said) -> Draft:
    return GoTo("", _app(said), said.bare("what")) if said.bare("what") else None


def _run_command(said: Said) -> Draft:
    """Type the command into a terminal, as a person would."""
    app = _app(said) or "terminal"
    typed = TypeInto("", app, said.text("what"))
    return (Open("", "", app), typed, PressKeys("", app, (("enter",),)))


def _history(said: Said) -> Draft:
    return PressKeys("", "", (("alt", "left" if said.raw("way").casefold() == "back" else "right"),))


_TERMINALS = "|".join(re.escape(word) for word, kind in KIND_OF.items() if kind == "terminal")
_UNITS = {"m": 60.0, "h": 3600.0}


def _seconds(said: Said) -> float | None:
    number = number_of(said.raw("number"))
    if number is None and said.raw("number").casefold() in ("a", "an"):
        number = "1"
    if number is None or len(number) > 9:
        return None
    unit = said.raw("unit").casefold()
    return float(number) * (0.001 if unit.startswith(("ms", "milli")) else _UNITS.get(unit[:1], 1.0))


def _wait_time(said: Said) -> Draft:
    seconds = _seconds(said)
    return None if seconds is None else WaitFor("", "", seconds=seconds)


def _wait_for(said: Said) -> Draft:
    what = said.bare("what")
    if not what or re.fullmatch(r"it|that|this", what, re.IGNORECASE) and not said.is_quoted("what"):
        return Unclear("", "", "it does not say what to wait for")
    seconds = (_seconds(said) or 0.0) if said.raw("number") else 0.0
    return WaitFor("", "", what, gone=bool(said.raw("gone")), seconds=seconds)


_TIME = r"(?P<number>\d+(?:\.\d+)?|an?|[a-z]+)\s*(?P<unit>s|secs?|seconds?|min|minutes?|ms|milliseconds?|hours?|h)"
_LIMIT = rf"(?:(?:up\s+to|at\s+most|for\s+up\s+to|no\s+more\s+than)\s+{_TIME}\s+)?"
_THERE = (
    r"(?:appears?|is\s+(?:shown|visible|there|displayed|done|open|loaded|present|ready|up)|shows?\s+up|comes?\s+up|pops?\s+up|opens|"
    r"can\s+be\s+seen|to\s+(?:appear|show\s+up|come\s+up|open|load|be\s+(?:shown|visible|there|displayed|ready)))"
)
_GONE = (
    r"(?P<gone>disappears?|vanish(?:es)?|goes\s+away|closes|is\s+(?:gone|closed|hidden|no\s+longer\s+(?:there|shown|visible))|"
    r"to\s+(?:disappear|vanish|go\s+away|close|be\s+(?:gone|hidden|closed)))"
)
_SEEN = r"(?:(?:i|you|we)\s+(?:can\s+)?see\s+|there\s+is\s+|it\s+(?:says|shows)\s+)?"

RULES: tuple[Rule, ...] = (
    rule(rf"(?:wait|pause|sleep)(?:\s+for)?\s+{_TIME}", _wait_time),
    rule(rf"(?:wait|pause)\s+{_LIMIT}(?:until|till|for)\s+{_SEEN}(?P<what>\S.*?)\s+(?:{_GONE}|{_THERE})", _wait_for),
    rule(rf"(?:wait|pause)\s+{_LIMIT}(?:until|till|for)\s+{_SEEN}(?P<what>\S.*)", _wait_for),
    rule(
        r"(?:wait|pause)(?:\s+(?:a\s+(?:bit|moment|while|little)|briefly))?", lambda said: WaitFor("", "", seconds=1.0)
    ),
    rule(
        rf"(?:run|execute)\s+(?:the\s+)?(?:(?:shell|terminal)\s+)?command\s+(?P<what>{QUOTED})"
        rf"(?:\s+(?:in|on|using|with)\s+(?P<app>(?:(?:the|a)\s+)?{APPLICATION}(?:\s+{APPLICATION_NOUN})?))?",
        _run_command,
    ),
    rule(
        rf"(?:run|execute)\s+(?P<what>{QUOTED})\s+(?:in|on|using|with)\s+(?P<app>(?:(?:the|a)\s+)?(?:{_TERMINALS}))",
        _run_command,
    ),
    rule(rf"{_OPEN}\s+the\s+application\s+(?P<what>{QUOTED})", _open_application),
    rule(rf"{_OPEN}\s+(?P<what>(?:(?:the|a|an|my)\s+)?{APPLICATION}(?:\s+{APPLICATION_NOUN})?)", _open),
    rule(
        rf"{_OPEN}\s+(?:the\s+)?(?:(?P<folder>folder|directory)|{_DOCUMENT_NOUN})\s+(?:called\s+|named\s+)?(?P<what>\S.*?)\s+(?:in|with|using)\s+(?P<app>\S.*)",
        _open_document,
    ),
    rule(
        rf"{_OPEN}\s+(?:the\s+)?(?:(?P<folder>folder|directory)|{_DOCUMENT_NOUN})\s+(?:called\s+|named\s+)?(?P<what>\S.*)",
        _open_document,
    ),
    rule(rf"{_OPEN}\s+(?:the\s+)?{_ADDRESS_NOUN}\s+(?P<what>\S.*?)\s+(?:in|with|using)\s+(?P<app>\S.*)", _open_address),
    rule(rf"{_OPEN}\s+(?:the\s+)?{_ADDRESS_NOUN}\s+(?P<what>\S.*)", _open_address),
    rule(
        rf"{_OPEN}\s+(?P<app>(?:the\s+)?(?:{APPLICATION}|{QUOTED}|[\w-]+))(?:\s+{APPLICATION_NOUN})?\s+(?:with|on|at|and\s+load)\s+"
        rf"(?:the\s+)?(?:(?:document|file)\s+)?(?P<what>{QUOTED}|\S+\.\w+)",
        _open,
    ),
    rule(rf"{_OPEN}\s+(?P<what>\S.*?)\s+(?:in|with|using)\s+(?P<app>\S.*)", _open),
    rule(rf"{_OPEN}(?:\s+(?P<what>\S.*))?", _open),
    rule(
        r"(?:create|make|begin)\s+(?P<what>(?:a\s+|an\s+)?(?:new|empty|blank)\s+(?:\w+\s+){0,2}(?:document|file|spreadsheet|workbook|sheet|"
        r"presentation|window|tab))(?:\s+(?:in|with|using)\s+(?P<app>\S.*))?",
        _open,
    ),
    rule(r"(?:close|quit|exit|shut(?:\s+down)?|terminate)(?:\s+(?P<what>\S.*?))?", _close),
    rule(
        r"(?:switch|change|swap|go\s+(?:back|over)|return|move\s+over)\s+(?:back\s+|over\s+)?to\s+(?P<what>\S.*)",
        _switch,
    ),
    rule(r"(?:focus(?:\s+on)?|bring\s+(?:up|to\s+(?:the\s+)?front))\s+(?P<what>\S.*)", _switch),
    rule(rf"(?:go|navigate|browse|surf|head)\s+to\s+the\s+page\s+(?P<what>{QUOTED}|\S*[./:]\S*)", _go_named),
    rule(
        rf"(?:go|navigate|browse|surf|head|jump)\s+to\s+(?:the\s+)?{_ADDRESS_NOUN}\s+(?P<what>\S.*?)(?:\s+(?:in|with|using)\s+(?P<app>\S.*))?",
        _go_named,
    ),
    rule(
        r"(?:(?:go|navigate|browse|surf|head|jump)\s+to|visit)\s+(?P<what>\S.*?)(?:\s+(?:in|with|using)\s+(?P<app>\S.*))?",
        _go,
    ),
    rule(r"(?:go|navigate)\s+(?P<way>back|forward)s?", _history),
)
