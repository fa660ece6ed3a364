"""Rules for clicks, choices, selections and ticks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from ufo.planner.intents import (
    ChooseMenu,
    ClickControl,
    ControlPhrase,
    Intent,
    PressKeys,
    SelectItem,
    SetChecked,
    Unclear,
)
from ufo.planner.phrases.controls import ARTICLE, control_phrase, without_article
from ufo.planner.phrases.keys import chords_named
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import QUOTED, is_quotation
from ufo.planner.text.spoken_arithmetic import number_of
from ufo.planner.text.vocabulary import ROLE
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import CHOICE_HOLDERS, LIST_AND_TREE_ITEMS, ONE_LINE_FIELDS

_ARROW = r"\s*(?:>+|\u2192|->|=>|\u279c|\u25b8|\u25ba|\u203a|\u27a4)\s*"
_STEP = r"[^>\u2192\u279c\u25b8\u25ba\u203a\u27a4]{1,60}?"
_PATH = rf"(?P<path>{_STEP}(?:{_ARROW}{_STEP})+)"
_SPLIT_PATH = regex(_ARROW)
_SWITCH_ON = r"(?:turn\s+on|switch\s+on|enable|activate|tick|check)"
_SWITCH_OFF = r"(?:turn\s+off|switch\s+off|disable|deactivate|untick|uncheck)"
_LIST = any_case(r"\s*,\s*(?:and\s+|then\s+)?|\s+(?:and|then)\s+")
_SIGNS = frozenset(
    {
        "plus", "minus", "times", "divided by", "divide", "multiply", "equals", "equal", "point", "dot", "comma",
        "percent",
    }
)  # fmt: skip
"""Words for the keys of a calculator that show a sign."""
_MENU_NOUN = any_case(r"\s+(?:menu|sub-?menu|item|entry|command|option)$")
_HOLDERS = CHOICE_HOLDERS | ONE_LINE_FIELDS | {"Slider"}
_ITEM_ROLES = LIST_AND_TREE_ITEMS | {"RadioButton"}
_ITEM_NOUN = any_case(rf"^(?:row|line|entry|item|value|option)\s+(?={QUOTED}$)")
_SHOWN = any_case(r"^(?:it|this|that|here|there|on\s+it)$")
_ARTICLE_INSIDE = any_case(r"\s+(?:(?:the|my|this)\s+)?")
_MOST_CLICKS = 50
_REPEATED = any_case(
    r"^(?P<what>\S.*?)\s+(?:twice|(?P<times>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\s+times)(?:\s+in\s+a\s+row)?$"
)
_STATES_ON = r"(?:on|checked|ticked|enabled|selected|active|activated|switched\s+on|turned\s+on)"
_STATES_OFF = (
    r"(?:off|unchecked|unticked|disabled|deselected|inactive|deactivated|switched\s+off|turned\s+off|"
    r"not\s+(?:checked|ticked|enabled|selected))"
)


def _menu(said: Said) -> Draft:
    parts = [_menu_name(part, said) for part in _SPLIT_PATH.split(said.raw("path")) if part.strip()]
    return ChooseMenu("", "", tuple(parts)) if all(parts) else None


def _menu_state(said: Said) -> Draft:
    """Set a menu item that must be on or off. Choosing it without a look would toggle one that is right already."""
    parts = [_menu_name(part, said) for part in _SPLIT_PATH.split(said.raw("path")) if part.strip()]
    if len(parts) < 2 or not all(parts):
        return None
    if len(parts) > 2 and any(re.search(r"\sand\s", part, re.IGNORECASE) for part in parts[1:-1]):
        return Unclear("", "", "name one menu item at a time")
    checked = re.fullmatch(_SWITCH_ON, said.raw("verb"), re.IGNORECASE) is not None
    return SetChecked("", "", ControlPhrase(parts[-1], None, inside=parts[0]), checked)


def _menu_name(part: str, said: Said) -> str:
    bare = without_article(part)
    return said.clause.value(bare if is_quotation(bare) else _MENU_NOUN.sub("", bare))


def _menu_item(said: Said) -> Draft:
    item, menu = said.bare("item"), said.bare("menu")
    if re.fullmatch("the|its", said.raw("menu"), re.IGNORECASE):
        return ClickControl("", "", ControlPhrase(item, "MenuItem"))
    if re.fullmatch(rf"{ARTICLE}|{_POPUP}", said.raw("menu"), re.IGNORECASE) or re.fullmatch(
        _POPUP, menu, re.IGNORECASE
    ):
        return SelectItem("", "", item)
    return ChooseMenu("", "", (menu, item)) if item and menu else None


def _click(said: Said) -> Draft:
    what = said.raw("what")
    if not what or _SHOWN.match(what):
        return Unclear("", "", "it does not say what to click")
    if repeated := _REPEATED.match(what):
        times = int(number_of(repeated["times"]) or 2) if repeated["times"] else 2
        if times > _MOST_CLICKS:
            return Unclear("", "", f"more than {_MOST_CLICKS} clicks cannot be asked for at once")
        once = ClickControl("", "", control_phrase(repeated["what"], said.clause), _button(said.raw("button")))
        return (once,) * times
    button = _button(said.raw("button"))
    double = bool(said.raw("double"))
    items = _listed(what)
    return _one_or_all([ClickControl("", "", control_phrase(item, said.clause), button, double) for item in items])


def _press(said: Said) -> Draft:
    """Return keys for "press Enter", and a click for "press Save"."""
    if not said.is_quoted("what"):
        chords = chords_named(said.raw("what"))
        if chords is not None:
            return PressKeys("", "", chords)
    return _click(said)


def _one_or_all(intents: list[ClickControl] | list[SetChecked]) -> Draft:
    return intents[0] if len(intents) == 1 else tuple(intents)


def _listed(what: str) -> list[str]:
    """Split "7, + and 8" or quoted names in a row into several controls, but leave "Find and Replace" as one."""
    items = [item for item in _LIST.split(what) if item]
    ends = [without_article(re.sub(rf"\s+{ROLE}s?$", "", item, flags=re.IGNORECASE)) for item in items]
    if len(items) > 1 and all(is_quotation(end) or len(end) == 1 or end.casefold() in _SIGNS for end in ends):
        return items
    if len(items) > 1 and all(re.search(rf"^the\s.*\s{ROLE}$", item, re.IGNORECASE) for item in items):
        return items
    return [what]


def _button(word: str) -> Literal["left", "right", "middle"]:
    lowered = word.casefold()
    return "right" if lowered == "right" else "middle" if lowered == "middle" else "left"


def _select(said: Said) -> Draft:
    what = _ITEM_NOUN.sub("", without_article(said.raw("what")))
    if is_quotation(what):
        return SelectItem("", "", said.clause.value(what))
    if not what or _SHOWN.match(what):
        return Unclear("", "", "it does not say what to select")
    if re.fullmatch(r"all|everything|all\s+(?:the\s+)?text|the\s+whole\s+(?:text|document)", what, re.IGNORECASE):
        return PressKeys("", "", (("ctrl", "a"),))
    if found := re.fullmatch(r"cell\s+(\$?[a-z]{1,3}\$?[1-9]\d*)", what, re.IGNORECASE):
        return ClickControl("", "", ControlPhrase(found[1].upper(), "Cell"))
    phrase = control_phrase(what, said.clause)
    if phrase.ordinal or phrase.near or (phrase.role is not None and phrase.role not in _ITEM_ROLES):
        return ClickControl("", "", phrase)
    if re.search(r"\sitem$", phrase.name) and not phrase.inside:
        phrase = replace(phrase, name=re.sub(r"\s+item$", "", phrase.name))
    holder = ControlPhrase(phrase.inside) if phrase.inside else None
    return SelectItem("", "", phrase.name, holder) if phrase.name else None


def _select_in(said: Said) -> Draft:
    what = without_article(said.raw("what"))
    if not said.is_quoted("what") and re.match(
        r"^(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|last)\b", what, re.I
    ):
        phrase = control_phrase(re.sub(r"\b(?:item|entry|one|row)$", "list item", what), said.clause)
        return ClickControl("", "", replace(phrase, inside=said.bare("holder")))
    if said.is_quoted("what"):
        return SelectItem("", "", said.text("what"), said.control("holder"))
    phrase = control_phrase(what, said.clause)
    if phrase.role is not None and phrase.role not in _ITEM_ROLES:
        return ClickControl("", "", control_phrase(said.raw("all"), said.clause))
    name = re.sub(r"\s+(?:item|entry|value)$", "", phrase.name)
    return SelectItem("", "", name, said.control("holder")) if name else None


def _tick(checked: bool) -> Rule:
    verbs = (
        r"(?:tick(?:\s+off)?|check(?:\s+off)?|mark|enable|activate|turn\s+on|switch\s+on|set)"
        if checked
        else r"(?:untick|uncheck|unmark|clear(?=.*\bcheck\s?box$)|disable|deactivate|(?:turn|switch)\s+off|unset|(?:de|un)select)"
    )
    return rule(rf"{verbs}\s+(?P<what>\S.*)", lambda said: _check(said, checked))


def _check(said: Said, checked: bool) -> Draft:
    what = said.raw("what")
    verb = said.match.string.split()[0].casefold()
    if verb in ("set", "mark") and not re.search(r"\bcheck\s?box$", what, re.IGNORECASE):
        return None
    if re.match(r"^(?:that|if|whether|for|out|in|with|how|what)\b", what, re.IGNORECASE):
        return None
    return _one_or_all([SetChecked("", "", control_phrase(item, said.clause), checked) for item in _listed(what)])


def _turn(said: Said) -> Draft:
    return SetChecked("", "", said.control("what"), bool(said.raw("on")))


def _toggle(said: Said) -> Draft:
    return ClickControl("", "", said.control("what"))


_POPUP = r"(?:context|pop-?\s?up|shortcut|right-click|drop-?\s?down|open(?:ed)?)"
_CHOOSE = r"(?:choose|select|pick|use|go\s+to|open|click(?:\s+on)?|press|hit|invoke|follow)"
_OTHER_VERB = r"(?:type|enter|write|put|set|fill|compute|calculate|what|how|replace|save|read|tell|is|wait|append|add)"

RULES: tuple[Rule, ...] = (
    rule(
        rf"(?P<verb>{_SWITCH_ON}|{_SWITCH_OFF})\s+(?:[^>]{{1,60}}?\s(?:via|through|using|under)\s+)?(?:the\s+)?(?:menu\s+(?:path\s+|item\s+)?)?{_PATH}",
        _menu_state,
    ),
    rule(rf"choose\s+the\s+menu\s+(?P<path>{QUOTED}(?:{_ARROW}{QUOTED})*)", _menu),
    rule(
        rf"(?!{_OTHER_VERB}\b)[a-z]+\s[^>]*?\b(?:via|through|using|with|by(?:\s+(?:choosing|using|means\s+of))?)\s+"
        rf"(?:the\s+)?(?:menu\s+(?:path\s+|item\s+)?)?{_PATH}",
        _menu,
    ),
    rule(
        rf"(?!{_OTHER_VERB}\b)(?:{_CHOOSE}\s+)?(?:the\s+)?(?:menu\s+(?:path\s+|item\s+)?)?{_PATH}(?:\s+(?:in|from)\s+the\s+menu)?",
        _menu,
    ),
    rule(
        r"answer\s+(?:(?:it|(?:the\s+)?(?:dialog(?:ue)?|question|message|prompt|pop-?up|alert)(?:\s+box)?)\s+)?"
        r"(?:(?:with|by(?:\s+(?:choosing|clicking|pressing))?)\s+)?(?P<what>\S.*)",
        lambda said: ClickControl("", "", replace(said.control("what"), role=said.control("what").role or "Button")),
    ),
    rule(
        rf"{_CHOOSE}\s+(?:the\s+)?(?P<item>\S.*?)(?:\s+(?:item|command|entry|option|menu\s+item))?\s+(?:in|from|of|under|on)\s+"
        r"(?:the\s+)?(?P<menu>\S.*?)\s+menu",
        _menu_item,
    ),
    rule(
        r"(?:(?P<double>double)[- ]?)?(?:(?P<button>left|right|middle)[- ]?)?click(?:\s+(?:on|at|in))?(?:\s+(?P<what>\S.*))?",
        _click,
    ),
    rule(r"follow\s+(?P<what>\S.*)", _click),
    rule(
        r"submit(?:\s+(?:it|the\s+form|this\s+form|the\s+page))?",
        lambda said: ClickControl("", "", ControlPhrase("Submit", "Button")),
    ),
    rule(
        r"(?P<what>(?:send|submit|place|confirm|book|post|publish)\s+(?:(?:the|my|this)\s+)?(?:order|form|message|request|booking|reservation|"
        r"application|registration|comment|post|review|feedback|answers?|data|reply)(?:\s+form)?)",
        lambda said: ClickControl(
            "", "", ControlPhrase(_ARTICLE_INSIDE.sub(" ", said.text("what")).capitalize(), "Button")
        ),
    ),
    rule(r"(?:push|tap|clicking)(?:\s+on)?(?:\s+(?P<what>\S.*))?", _click),
    rule(r"(?:press|hit|strike)(?:\s+on)?(?:\s+(?P<what>\S.*))?", _press),
    _tick(True),
    _tick(False),
    rule(rf"(?:turn|switch|set)\s+(?P<what>\S.*?)\s+(?:to\s+)?(?:(?P<on>{_STATES_ON})|{_STATES_OFF})", _turn),
    rule(rf"make\s+sure\s+(?:that\s+)?(?P<what>\S.*?)\s+is\s+(?:(?P<on>{_STATES_ON})|{_STATES_OFF})", _turn),
    rule(r"(?:toggle|expand|collapse)\s+(?P<what>\S.*)", _toggle),
    rule(
        r"(?:select|choose|pick)\s+(?P<all>(?P<what>\S.*?)\s+(?:in|from|on|out\s+of|as|for|under|within|inside|at)\s+(?P<holder>\S.*))",
        _select_in,
    ),
    rule(r"(?:select|choose|pick|highlight)(?:\s+(?P<what>\S.*))?", _select),
)


def bare_keys(said_words: str) -> Intent | None:
    """Return the keys of a clause that holds nothing else ("Ctrl+A", "Enter"), or None."""
    chords = chords_named(said_words) if len(said_words) > 1 else None
    return PressKeys("", "", chords) if chords else None
