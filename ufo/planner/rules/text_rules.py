"""Rules for text in fields, values in cells, and named shortcuts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ufo.planner.intents import (
    ControlPhrase,
    Intent,
    PressKeys,
    ReplaceText,
    SelectItem,
    SetChecked,
    TypeInto,
    Unclear,
    WriteCell,
)
from ufo.planner.phrases.controls import control_phrase, without_article
from ufo.planner.phrases.formulas import formula
from ufo.planner.phrases.keys import chords_named
from ufo.planner.phrases.rule import Draft, Rule, Said, rule
from ufo.planner.text.quotations import QUOTED, Clause, is_quotation
from ufo.planner.text.spoken_arithmetic import number_of
from ufo.planner.text.vocabulary import ROLE
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import CHOOSERS, INDEPENDENT_TOGGLES

CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_SHEET = rf"(?:\s+(?:of|in|on)\s+(?:the\s+)?(?:sheet\s+(?P<sheet>{QUOTED}|\S+)|(?P<sheet2>{QUOTED}|\S+)\s+sheet))?"
_AT_CELL = rf"(?:the\s+)?(?:cell\s+)?(?:(?P<sheet3>{QUOTED}|\w+)[.!])?(?P<cell>{CELL}){_SHEET}"
_WHERE = r"(?:in|into|to|on|inside|at|under)"
_TEXT_NOUN = regex(
    r"^(?:the\s+)?(?:following\s+)?(?:text|words?|string|sentence|value|number|formula|phrase|message|line|name)\s+(?=\S)",
    re.I,
)
_THE_WORD = any_case(r"(?:(?:only|just)\s+)?the\s+(?:single\s+)?word\s+(?P<word>\S+)")
_THE_TEXT = (
    r"(?:(?:the|all|its|whole|entire|current|existing)\s+){0,4}(?:text|content|contents|document|everything|value|it)"
)
_ADDING = any_case(rf"^(?:add|append|insert|put)\s+(?:(?:a|the)\s+)?{QUOTED}")
"""A text to add that is not called a part of a line, so that it becomes a line of its own."""
_ANNOUNCED = any_case(
    r"^(?:(?:the|these|this)\s+)?following(?:\s+(?:new\s+)?(?:texts?|words?|lines?|sentences?|values?|numbers?))?$"
)
_NO_FIELD = any_case(
    r"^(?:it|there|here|the\s+(?:document|text|editor|window|page|text\s+area|app|application|program)|document|text|a\s+new\s+(?:document|file)|the\s+file|"
    r"the\s+(?:new|empty|open)\s+document|new\s+document)$"
)
_ON = frozenset({"on", "checked", "ticked", "true", "enabled", "yes"})
_OFF = frozenset({"off", "unchecked", "unticked", "false", "disabled", "no"})

_SHORTCUTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        r"undo(?:\s+(?:it|that|this|the\s+last\s+(?:change|action|step)))?": ("ctrl", "z"),
        r"redo(?:\s+(?:it|that|this|the\s+last\s+(?:change|action|step)))?": ("ctrl", "y"),
        r"copy(?:\s+(?:it|that|this|the\s+(?:selection|text|selected\s+text)))?": ("ctrl", "c"),
        r"cut(?:\s+(?:it|that|this|the\s+(?:selection|text|selected\s+text)))?": ("ctrl", "x"),
        r"paste(?:\s+(?:it|that|this|the\s+(?:text|clipboard)))?(?:\s+(?:here|there))?": ("ctrl", "v"),
        r"delete(?:\s+(?:it|that|this|the\s+(?:selection|text|selected\s+text)))?": ("delete",),
        r"(?:select|mark|highlight)\s+(?:all|everything)(?:\s+(?:the\s+)?text)?": ("ctrl", "a"),
        r"make\s+(?:it|this|that|the\s+(?:text|selection|selected\s+text))\s+bold": ("ctrl", "b"),
        r"make\s+(?:it|this|that|the\s+(?:text|selection|selected\s+text))\s+italic": ("ctrl", "i"),
        r"make\s+(?:it|this|that|the\s+(?:text|selection|selected\s+text))\s+underlined?": ("ctrl", "u"),
        r"print(?:\s+(?:it|this|the\s+(?:document|page|file)))?": ("ctrl", "p"),
        r"(?:reload|refresh)(?:\s+(?:it|the\s+page|this\s+page|the\s+site))?": ("f5",),
        r"zoom\s+in": ("ctrl", "+"),
        r"zoom\s+out": ("ctrl", "-"),
        r"scroll\s+down": ("pagedown",),
        r"scroll\s+up": ("pageup",),
    }
)


def _content(said: Said) -> str:
    return as_content(said.raw("content"), said.clause)


def as_content(raw: str, clause: Clause) -> str:
    """Return the text to write: "x" for "the text 'x'" and for "only the word x"."""
    if word := _THE_WORD.fullmatch(raw):
        return clause.value(word["word"])
    shortened = _TEXT_NOUN.sub("", raw)
    return clause.value(shortened if is_quotation(shortened) else raw)


def _cell(said: Said) -> Draft:
    raw = said.raw("sheet") or said.raw("sheet2") or said.raw("sheet3")
    if re.fullmatch(r"it|that|this|the\s+(?:table|data)|them", said.raw("content"), re.IGNORECASE):
        return None
    if not formula(said.raw("content")) and re.search(rf"\s(?:in|into|to)\s+(?:cell\s+)?{CELL}$", said.raw("content")):
        return Unclear("", "", "it is not clear which value goes in which cell; name them one by one")
    return WriteCell("", "", said.raw("cell").upper(), _cell_content(said), said.clause.value(raw))


def _cell_content(said: Said) -> str:
    """Return a cell's content: a number for "twelve", a formula for "the formula =B2*2" and "the sum of A1 to A3"."""
    content = said.raw("content")
    if is_quotation(content):
        return _content(said)
    bare = _TEXT_NOUN.sub("", content)
    return formula(content) or (
        said.clause.value(bare) if bare.startswith("=") else number_of(content) or _content(said)
    )


def _type(said: Said) -> Draft:
    content = said.raw("content")
    if not content and said.match.string.casefold() == "enter":
        return PressKeys("", "", (("enter",),))
    if not content or _ANNOUNCED.match(content):
        return Unclear("", "", "it does not say what to type")
    if re.match(rf"{QUOTED}\s+\w", content):
        return Unclear("", "", "move the words after the text to write before it, or leave them out")
    verb = said.match.string.split()[0].casefold()
    if verb in ("enter", "hit") and not said.is_quoted("content") and chords_named(content) and len(content) > 1:
        return PressKeys("", "", chords_named(content) or ())
    return TypeInto("", "", _content(said))


def _type_into(said: Said) -> Draft:
    content, field = said.raw("content"), said.raw("field")
    if _NO_FIELD.match(field):
        return TypeInto("", "", _content(said))
    # "type I live in Berlin" names no field: that takes a quotation before it, "into", or a word for a field.
    certain = is_quotation(_TEXT_NOUN.sub("", content)) or said.match.string.split()[0].casefold() == "put"
    certain = certain or said.raw("where").casefold() == "into"
    if certain or _is_called_a_field(field):
        return TypeInto("", "", _content(said), said.control("field"))
    # "type 3 in the field next to Guests": the last preposition may not be the one before the field.
    for found in reversed(list(re.finditer(rf"\s+{_WHERE}\s+", content, re.IGNORECASE))):
        whole = said.match.string[said.match.start("content") + found.end() :]
        if _is_called_a_field(whole):
            text = as_content(content[: found.start()], said.clause)
            return TypeInto("", "", text, control_phrase(whole, said.clause))
    return None if re.search(r"\s", content) else TypeInto("", "", _content(said), said.control("field"))


def _is_called_a_field(words: str) -> bool:
    return bool(re.search(rf"^the\s|\b{ROLE}$|^{QUOTED}$", words, re.IGNORECASE))


def _at_an_end(said: Said) -> Draft:
    """Type at the end or the start of the text, on a line of its own for a line or, at the end, for several words."""
    at_end = re.match(r"end|bottom", said.raw("end"), re.IGNORECASE) is not None or not said.raw("end")
    if _ANNOUNCED.match(said.raw("content")):
        return Unclear("", "", "it does not say what to type")
    content = _content(said)
    is_sentence = at_end and len(content.split()) > 1
    if said.raw("line") or is_sentence or not at_end and _ADDING.match(said.match.string):
        content = f"\n{content}" if at_end else f"{content}\n"
    return (PressKeys("", "", (("ctrl", "end" if at_end else "home"),)), TypeInto("", "", content))


def _on_a_new_line(said: Said) -> Draft:
    return TypeInto("", "", f"\n{_content(said)}")


def _fill(said: Said) -> Draft:
    return _replace(said, said.raw("field"))


def _set(said: Said) -> Draft:
    field = re.sub(r"^(?:the\s+)?(?:value|text|content|contents)\s+of\s+", "", said.raw("field"), flags=re.IGNORECASE)
    phrase = control_phrase(field, said.clause)
    value = _content(said)
    if phrase.role in INDEPENDENT_TOGGLES and value.casefold() in _ON | _OFF:
        return SetChecked("", "", phrase, value.casefold() in _ON)
    if phrase.role in CHOOSERS - {"Table"}:
        return SelectItem("", "", value, phrase)
    return _replace(said, field)


def _replace(said: Said, field: str) -> Draft:
    content = _content(said)
    if re.match(rf"{QUOTED}\s+(?:in|on|of|from)\s", said.raw("content")):
        return Unclear("", "", "move the words after the text to write before it, or leave them out")
    if re.fullmatch(_THE_TEXT, field, re.IGNORECASE):
        return TypeInto("", "", content, replace=True)
    if found := re.fullmatch(rf"{_THE_TEXT}\s+(?:of|in|from)\s+(?P<rest>\S.*)", field, re.IGNORECASE):
        field = found["rest"]
    bare = without_article(field)
    return TypeInto("", "", content, control_phrase(bare, said.clause), replace=True) if bare else None


def _replace_text(said: Said) -> Draft:
    old = said.text("old")
    return ReplaceText("", "", old, said.text("content")) if old else None


def _pairs(said: Said) -> Draft:
    """Fill in one field after the other: "First name = Anna, Surname = Berg"."""
    found: list[Intent] = []
    for pair in re.split(r"\s*,\s*(?:and\s+)?", said.raw("pairs")):
        field, _, value = (part.strip() for part in pair.partition("="))
        found.append(TypeInto("", "", said.clause.value(value), control_phrase(field, said.clause), replace=True))
    return tuple(found)


def _clear(said: Said) -> Draft:
    field = said.raw("field")
    if not field or re.fullmatch(_THE_TEXT, field, re.IGNORECASE):
        return TypeInto("", "", "", replace=True)
    return TypeInto("", "", "", said.control("field"), replace=True)


def _shortcut(chord: tuple[str, ...]) -> Draft:
    return PressKeys("", "", (chord,))


def _search(said: Said) -> Draft:
    box = ControlPhrase("Search", "Edit")
    return (TypeInto("", "", _content(said), box, replace=True), PressKeys("", "", (("enter",),)))


def _named_shortcut(pattern: str, chord: tuple[str, ...]) -> Rule:
    return rule(pattern, lambda said: _shortcut(chord))


_NOUN = r"(?:the\s+)?(?:words?|text|phrases?|strings?|terms?|names?|sentences?|letters?)"
_EACH = (
    r"(?:(?:all|every|each|any)\s+(?:of\s+)?(?:the\s+)?(?:(?:occurr?[ae]nces?|instances?|appearances?)\s+of\s+)?"
    rf"|(?:the\s+)?(?:occurr?[ae]nces?|instances?|appearances?)\s+of\s+)(?:{_NOUN}\s+)?"
)
_EVERYWHERE = (
    r"(?:\s+(?:everywhere|throughout)(?:\s+(?:in\s+)?(?:the|this)\s+(?:document|text|file|letter))?"
    r"|\s+(?:in|throughout)\s+(?:the|this|my)\s+(?:(?:whole|entire|open)\s+)?(?:document|text|file|letter))"
)
_TYPE = r"(?:type(?:\s+in)?|enter|write|input|key\s+in|append|add|insert|put)"
_OF_THE_TEXT = r"(?:\s+of\s+(?:it|(?:the|this|my)\s+(?:document|text|file|page|note|letter)))?"
_END = rf"(?:at|to|on)\s+(?:the\s+)?(?:very\s+)?(?P<end>end|bottom|start|beginning|top){_OF_THE_TEXT}"
_NEXT_LINE = r"(?:on|in|into)\s+(?:a|the|another|its)\s+(?:new|next|following|second|third|separate|own)\s+line"
_LINE = r"(?:(?:a|the)\s+)?(?:(?P<line>(?:new\s+)?line)|text|words?|sentence|phrase)"

RULES: tuple[Rule, ...] = (
    rule(
        r"(?:put|set|make)\s+(?:a|the)\s+(?:tick|check\s?mark|check|cross)\s+(?:at|in|on|into|by|beside|next\s+to|for)\s+(?P<field>\S.*)",
        lambda said: SetChecked("", "", said.control("field"), True),
    ),
    rule(rf"(?:put|write|enter|type|insert|place|input|add)\s+(?P<content>\S.*?)\s+{_WHERE}\s+{_AT_CELL}", _cell),
    rule(
        rf"(?:set|change|make|update)\s+(?:the\s+value\s+of\s+)?{_AT_CELL}\s+(?:to|equal\s+to|=|be)\s+(?P<content>\S.*)",
        _cell,
    ),
    rule(rf"fill\s+(?:in\s+)?{_AT_CELL}\s+with\s+(?P<content>\S.*)", _cell),
    rule(r"press\s+(?:the\s+)?(?:keys?|shortcut|key\s+combination)\s+(?P<content>\S.*)", lambda said: _keys(said)),
    rule(
        rf"(?:replace|change|swap|exchange)\s+(?:{_EACH}|{_NOUN}\s+)(?P<old>{QUOTED})\s+(?:with|by|to|into|for)\s+(?:{_NOUN}\s+)?"
        rf"(?P<content>{QUOTED}|\S.*?){_EVERYWHERE}?",
        _replace_text,
    ),
    rule(
        rf"(?:replace|exchange)\s+{_EACH}(?P<old>\S.*?)\s+(?:with|by)\s+(?P<content>\S.*?){_EVERYWHERE}?", _replace_text
    ),
    rule(
        rf"(?:replace|exchange)\s+(?P<old>{QUOTED}|\S.*?)\s+(?:with|by)\s+(?P<content>{QUOTED}|\S.*?){_EVERYWHERE}",
        _replace_text,
    ),
    rule(rf"substitute\s+(?P<content>{QUOTED})\s+for\s+(?:{_EACH})?(?P<old>{QUOTED}){_EVERYWHERE}?", _replace_text),
    rule(
        rf"(?:replace|change|exchange)\s+(?:the\s+)?(?:word|phrase|spelling)\s+(?P<old>{QUOTED}|\S+)\s+(?:with|by|to|into|for)\s+"
        rf"(?:the\s+(?:word|name|phrase)\s+)?(?P<content>{QUOTED}|\S+){_EVERYWHERE}?",
        _replace_text,
    ),
    rule(r"(?:replace|overwrite|substitute)\s+(?P<field>\S.*?)\s+(?:with|by)\s+(?P<content>\S.*)", _fill),
    rule(
        r"(?:fill(?:\s+(?:in|out|up))?|complete|populate)\s+(?P<field>\S.*?)\s+(?:with|as)\s+(?P<content>\S.*)", _fill
    ),
    rule(
        r"(?:fill(?:\s+(?:in|out))?|complete)(?:\s+(?:it|the\s+(?:form|fields?)))?(?:\s+with)?\s*:?\s+"
        r"(?P<pairs>[^=,]{1,60}=[^=,]+(?:,[^=,]{1,60}=[^=,]+)*)",
        _pairs,
    ),
    rule(
        rf"fill(?:\s+in)?\s+(?P<content>{QUOTED}|\S+)\s+(?:in|into|for|as)\s+(?P<field>\S.*)",
        lambda said: _fill_in(said),
    ),
    rule(r"(?:set|change|update)\s+(?P<field>\S.*?)\s+to(?:\s+be)?\s+(?P<content>\S.*)", _set),
    rule(
        rf"(?:delete|remove|erase|wipe)\s+(?:everything|all|{_THE_TEXT.replace('|it)', ')')})"
        r"(?:\s+(?:in|from)\s+(?:it|there|the\s+(?:list|text|file|document)))?",
        lambda said: TypeInto("", "", "", replace=True),
    ),
    rule(r"(?:clear|empty|erase)(?:\s+(?P<field>\S.*))?", _clear),
    rule(r"(?:leave|keep)\s+(?P<field>\S.*?)\s+(?:empty|blank)", _clear),
    rule(rf"{_TYPE}\s+(?:{_LINE}\s*:?\s+)?(?P<content>{QUOTED}|\S.*?)\s+{_END}", _at_an_end),
    rule(rf"{_TYPE}\s+(?:{_LINE}\s+)?{_END}\s*[:,]?\s+(?P<content>\S.*)", _at_an_end),
    rule(
        rf"append\s+(?:(?:a|the)\s+)?(?P<line>(?:new\s+)?line)\s*:?\s+(?P<content>{QUOTED}|(?:(?!\s(?:to|into|in)\s).)+?)(?P<end>)"
        r"(?:\s+to\s+(?:it|(?:the|this|my)\s+(?:document|text|file|note|list)))?",
        _at_an_end,
    ),
    rule(rf"{_NEXT_LINE}\s*[:,]?\s+(?:{_TYPE}\s+)?(?P<content>\S.*)", _on_a_new_line),
    rule(rf"{_TYPE}\s+(?P<content>{QUOTED}|\S.*?)\s+{_NEXT_LINE}", _on_a_new_line),
    rule(rf"{_TYPE}\s+(?P<content>{QUOTED})\s+{_WHERE}\s+(?P<field>\S.*)", _type_into),
    rule(
        rf"{_TYPE}\s+(?:the\s+)?(?:text|word|value|number|message)\s+(?P<content>{QUOTED})\s+{_WHERE}\s+(?P<field>\S.*)",
        _type_into,
    ),
    rule(
        rf"(?:type(?:\s+in)?|enter|write|input|put)\s+(?P<content>{QUOTED}|\S+)\s+(?:as|for)\s+(?P<field>\S.*)",
        lambda said: TypeInto("", "", _content(said), said.control("field")),
    ),
    rule(
        rf"(?:type(?:\s+in)?|enter|write|input|append|put)\s+(?P<content>\S.*)\s+(?P<where>{_WHERE})\s+(?P<field>\S.*)",
        _type_into,
    ),
    rule(r"(?:type(?:\s+in)?|enter|write(?:\s+down)?|input|key\s+in|append)(?:\s+(?P<content>\S.*))?", _type),
    rule(rf"(?:add|insert|put)\s+(?:the\s+(?:text|word|line)\s+)?(?P<content>{QUOTED})", _type),
    rule(rf"(?:search|look)\s+for\s+(?P<content>{QUOTED}|\S.*)", _search),
    *(_named_shortcut(pattern, chord) for pattern, chord in _SHORTCUTS.items()),
)


def _keys(said: Said) -> Draft:
    chords = chords_named(said.text("content"))
    return PressKeys("", "", chords) if chords else None


def _fill_in(said: Said) -> Draft:
    return TypeInto("", "", _content(said), said.control("field"), replace=True)
