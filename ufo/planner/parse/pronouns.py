"""Resolves references to the clause before: "click it", "make it bold", "multiply the result by 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ufo.planner import intents
from ufo.planner.phrases import formulas
from ufo.planner.phrases.keys import chords_named
from ufo.planner.phrases.rule import by_rules
from ufo.planner.rules import read_rules, text_rules
from ufo.planner.text.quotations import Clause, is_quotation, with_quotation
from ufo.schema.patterns import any_case, regex

_MAKE_IT = regex(
    r"^make\s+(?:it|this|that|the\s+text)\s+(?P<how>bold|italics?|underlined?)$|^(?P<verb>underline)\s+(?:it|this|that|the\s+text)$",
    re.I,
)
_OF_THEM = any_case(
    rf"^(?:(?:what|which)(?:\s+(?:one|of\s+(?:them|these|those)))?(?:['\u2019]s|\s+is)\s+)?the\s+(?P<what>{'|'.join(formulas.FUNCTIONS)})"
    r"(?:\s+(?:one|value|number|of\s+(?:them|these|those|all)))?$"
)
_ITS = any_case(r"(?<=\s)(?:his|her|its|their)\s+(?P<what>\w+)(?P<verb>\s+to(?=\s))")
"""Refers to the row that was written before: "set the city of Adam to Graz and his age to 44"."""
_LONGEST_MARKED = 60
_INTO_IT = regex(
    r"^(?P<rest>\S.*?)\s+(?:in|into|to|on|inside)\s+(?:it|there|that\s+(?:field|box|entry))$", re.IGNORECASE | re.DOTALL
)
_READ_IT = any_case(
    r"^(?:read|tell\s+me|show\s+me|report)(?:\s+out)?\s+(?:what\s+(?:is\s+in\s+)?)?(?:that|this|the\s+same)\s+(?:field|box|entry)"
    r"(?:\s+(?:says|shows|contains|holds))?$"
)
_CLICK_IT = any_case(r"^(?:click|press|push|tap|hit|choose|select)(?:\s+on)?\s+(?:it|that|this)$")


_FILE_DEED = any_case(
    r"^(?P<verb>move|copy|rename|delete|remove|put|duplicate|open|throw|trash|bin|drop)\s+(?:it|that(?:\s+(?:file|folder|copy|one))?|the\s+(?:copy|new\s+(?:file|one|folder)))\b"
)
_SORT_IT = any_case(r"^(?:sort|order)\s+(?:it|the\s+(?:copy|new\s+(?:file|one)))(?=\s+by\b)")
_IN_THE_FILE = any_case(
    r"\b(?P<how>in|into|to|inside)\s+(?:it|there|that(?:\s+(?:file|folder|copy|one))|the\s+(?:copy|new\s+(?:file|one|folder)))$"
)
_LOOK_AT = any_case(
    r"^(?P<verb>make|colou?r|underline|highlight|set|turn|embolden|italici[sz]e|cent(?:er|re)|format)\s+(?:it|that|this|them|those)\b"
)


def spoken_of(part: Clause, before: intents.Intent | None) -> Clause:
    """Return the clause with "it" replaced: after "rename a.txt to b.txt" it is b.txt. Without a name it stays as it is."""
    if isinstance(before, intents.ManageFile) and before.deed != "remove":
        return _of_file(part, before)
    if (
        isinstance(before, intents.ReadValue)
        and before.control
        and before.control.inside
        and (asked := _OF_THEM.match(part.words))
    ):
        return _of_the_same(part, before.control, asked["what"])
    if (
        isinstance(before, intents.TypeInto)
        and before.control
        and before.control.inside
        and (its := _ITS.search(part.words))
    ):
        clause, mark = with_quotation(part, before.control.inside)
        what = f"the {its['what']} of {mark}{its['verb']}"
        return replace(clause, words=f"{part.words[: its.start()]}{what}{part.words[its.end() :]}") if mark else part
    found = (
        _LOOK_AT.match(part.words) if isinstance(before, intents.Format) and (before.what or before.ordinal) else None
    )
    if found is None or not isinstance(before, intents.Format):
        return part
    if before.is_cells:
        named = before.what[0] if len(before.what) == 1 else ""
        return replace(part, words=f"{found['verb']} {named}{part.words[found.end() :]}") if named else part
    if before.ordinal:
        which = "the last paragraph" if before.ordinal == -1 else f"paragraph {before.ordinal}"
        return replace(part, words=f"{found['verb']} {which}{part.words[found.end() :]}")
    marks: list[str] = []
    clause = part
    for text in before.what:
        clause, mark = with_quotation(clause, text)
        marks.append(mark)
    return (
        replace(clause, words=f"{found['verb']} {', '.join(marks)}{part.words[found.end() :]}") if all(marks) else part
    )


def _of_the_same(part: Clause, control: intents.ControlPhrase, what: str) -> Clause:
    """Resolve "and which is the highest" after "what is the sum of the prices" to the highest of the prices."""
    clause, mark = with_quotation(part, control.inside or "")
    return replace(clause, words=f"what is the {what} of {mark}") if mark and not control.role else part


def _of_file(part: Clause, before: intents.ManageFile) -> Clause:
    name = before.source.rstrip("/").rpartition("/")[2]
    end = before.source if before.deed == "make" else before.target
    clause, mark = with_quotation(part, f"{end}{name}" if end.endswith("/") else end)
    if not mark:
        return part
    if found := _SORT_IT.match(part.words):
        return replace(clause, words=f"sort the table in {mark}{part.words[found.end() :]}")
    if found := _FILE_DEED.match(part.words):
        return replace(clause, words=f"{found['verb']} the file {mark}{part.words[found.end() :]}")
    if found := _IN_THE_FILE.search(part.words):
        if end.endswith("/"):
            clause, mark = with_quotation(part, end.rstrip("/"))
        noun = "the folder " if before.deed == "make" or end.endswith("/") else ""
        return replace(clause, words=f"{part.words[: found.start()]}{found['how']} {noun}{mark}")
    return part


def pointed_back(
    part: Clause, before: intents.Intent | None, written: Sequence[intents.WriteCell]
) -> tuple[intents.Intent, ...]:
    """Return the intents of "click it" after something awaited, or of "then 8, then =" after keys pressed or clicked."""
    if cells := formulas.of_written(part, written) or formulas.of_column(part):
        return cells
    found = _CLICK_IT.match(part.words)
    if found and isinstance(before, intents.WaitFor) and before.what and not before.gone:
        return (intents.ClickControl("", "", intents.ControlPhrase(before.what)),)
    if _MAKE_IT.match(part.words) and isinstance(before, intents.TypeInto) and before.content:
        return _formatted(part, before.content)
    if isinstance(before, intents.Compute) and (sums := read_rules.sum_going_on(part, before.expression)):
        return sums
    if isinstance(before, intents.TypeInto) and before.control is not None and _READ_IT.match(part.words):
        return (intents.ReadValue("", "", before.control),)
    if isinstance(before, intents.TypeInto | intents.ClickControl) and (drafts := _typed_in_it(part, before)):
        return drafts
    if len(part.words) != 1 or is_quotation(part.words):
        return ()
    if isinstance(before, intents.PressKeys):
        chords = chords_named(part.words)
        return (intents.PressKeys("", "", chords),) if chords else ()
    return (
        (intents.ClickControl("", "", intents.ControlPhrase(part.words)),)
        if isinstance(before, intents.ClickControl)
        else ()
    )


def _typed_in_it(part: Clause, before: intents.TypeInto | intents.ClickControl) -> tuple[intents.Intent, ...]:
    """Return the typing of "type 12 in it" into the field spoken of before, also where that field was just emptied."""
    found = _INTO_IT.match(part.words)
    emptied = isinstance(before, intents.TypeInto) and before.replace and not before.content
    if before.control is None or not (found or emptied):
        return ()
    drafts = by_rules(replace(part, words=found["rest"]) if found else part, text_rules.RULES)
    if len(drafts) != 1 or not isinstance(drafts[0], intents.TypeInto) or drafts[0].control is not None:
        return ()
    return (replace(drafts[0], control=before.control),)


def _formatted(part: Clause, content: str) -> tuple[intents.Intent, ...]:
    """Select what was typed just before, then press the chord: alone it would only change what is typed next."""
    if len(content) > _LONGEST_MARKED or not content.isprintable():
        return (intents.Unclear("", "", "the text is too long to be selected by keys; select it first"),)
    key = (_MAKE_IT.match(part.words) or [""])[0].casefold()
    letter = "b" if "bold" in key else "i" if "italic" in key else "u"
    return (intents.PressKeys("", "", (*[("shift", "left")] * len(content), ("ctrl", letter), ("end",))),)
