"""Splits a request into clauses that ask for one thing each, without courtesy and numbering.

A full stop, semicolon, line break or "then" always separates two clauses. A comma or "and" does so only before something to
do, so that "bread, milk and eggs" or "Find and Replace" stays whole.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

from ufo.planner.clauses.expand import CELL_WRITE, carried_over, file_of_cells, unfolded
from ufo.planner.clauses.page_first import page_before_list, page_first, page_last
from ufo.planner.clauses.verb_forms import active
from ufo.planner.phrases.scopes import document_in_application, leading_scope
from ufo.planner.text.quotations import QUOTED, Clause
from ufo.planner.text.vocabulary import APPLICATION, APPLICATION_NOUN
from ufo.schema.patterns import any_case, regex

MOST_CLAUSES = 200
_LONGEST_WITH_ELLIPSIS = 1000

VERBS = (
    "open|start|launch|run|close|quit|exit|switch|activate|focus|go|navigate|visit|browse|click|double[- ]?click|"
    "right[- ]?click|middle[- ]?click|left[- ]?click|press|push|tap|hit|choose|pick|select|tick|untick|check|uncheck|enable|"
    "disable|turn|toggle|mark|unmark|deactivate|type|enter|write|fill|put|set|replace|change|clear|append|input|insert|paste|"
    "copy|cut|read|tell|show|report|compute|calculate|work\\s+out|evaluate|add|subtract|multiply|divide|extract|take|get|"
    "grab|fetch|pull|make|create|draw|plot|chart|graph|build|generate|save|saving|store|storing|export|follow|submit|wait|pause|undo|redo|reload|refresh|"
    "move|place|give|bring|scroll|delete|search|find|expand|collapse|drag|ask|minimi[sz]e|maximi[sz]e|print|rename|zoom|convert|complete|sort|remove|"
    "italici[sz]e|underline|embolden|colou?r|cent(?:re|er)|highlight|format|scale|order|drop|erase|"
    "flip|rotate|resize|crop|send|translate|count|duplicate|answer(?=\\s+(?:the|it|with|by|yes|no|ok)\\b)"
)
_QUESTIONS = "what(?:'s|\u2019s)?|how|which|who|where|when|is|are|does"
_POLITE = (
    "please|pls|plz|kindly|but|actually|sorry(?:\\s+to\\s+(?:bother|trouble)\\s+you)?|(?:do\\s+not|don['\u2019]?t)\\s+forget\\s+to|remember\\s+to|be\\s+sure\\s+to|"
    "(?:i['\u2019]d|i\\s+would)\\s+be\\s+(?:very\\s+|so\\s+)?(?:grateful|glad|happy|obliged)\\s+if\\s+you\\s+(?:could|would)|if\\s+you\\s+(?:could|would)|"
    "any\\s+chance\\s+you\\s+(?:could|can)|(?:is|would)\\s+it\\s+(?:be\\s+)?possible\\s+(?:for\\s+you\\s+)?to|would\\s+you\\s+mind|do\\s+you\\s+mind|(?:could|can|would|will)\\s+(?:you|u|ya)(?:\\s+please|\\s+kindly|\\s+also|\\s+then)*|"
    "i(?:\\s+would|['\u2019]d)?\\s+(?:want|need|like|wish)(?:\\s+you)?\\s+to|i['\u2019]d\\s+like(?:\\s+you)?\\s+to|"
    "you\\s+(?:should|must|need\\s+to|have\\s+to|can|may)|let(?:['\u2019]s|\\s+us|\\s+me)|go\\s+ahead\\s+and|help\\s+me(?:\\s+to)?|"
    "try\\s+to|make\\s+sure\\s+(?:that\\s+)?(?:you|to)|be\\s+so\\s+kind\\s+(?:as\\s+)?to|your\\s+task\\s+is\\s+to|task\\s*:|"
    "i\\s+wonder\\s+if\\s+you\\s+could|do\\s+me\\s+a\\s+favou?r\\s+and|would\\s+you\\s+mind|quickly|simply|carefully|"
    "hey|hi|hello|ok|okay|well|so|just|also|now|and|then|next|finally|lastly|first(?:ly)?|second(?:ly)?|third(?:ly)?|"
    "first\\s+of\\s+all|afterwards?|after\\s+that|after\\s+this|once\\s+(?:that\\s+is\\s+)?done|when\\s+(?:that\\s+is\\s+)?done|"
    "to\\s+begin(?:\\s+with)?|in\\s+the\\s+end|at\\s+the\\s+end|as\\s+a\\s+(?:first|next|last)\\s+step|step\\s+\\d+\\s*[:.)]?"
)
_COURTESY = any_case(rf"^(?:{_POLITE})(?=[\s,:]|$)[\s,:]*")
_NUMBERING = any_case(r"^(?:\(?\d{1,3}[.)]\s+|[-*\u2022\u2013]\s+|\(?[a-z]\)\s+)")
_ENDING = regex(
    r"(?:[\s,;]+(?:please|pls|plz|for\s+me|thanks?(?:\s+you)?(?:\s+(?:very|so)\s+much|\s+a\s+lot|\s+in\s+advance)?|thx|ta|cheers|now|if\s+you\s+(?:can|please)|if\s+possible|too|as\s+well|afterwards?|again))+$",
    re.I,
)
_NOTHING = any_case(
    r"(?:many\s+)?(?:thanks?|thank\s+you|thx|ta|cheers|please|bye)(?:\s+(?:you|(?:very|so)\s+much|a\s+lot|in\s+advance))*"
    r"|that(?:['\u2019]s|\s+is)\s+(?:all|it)|nothing\s+(?:else|more)"
)
"""Words that ask for nothing."""
_DICTATED = any_case(r"(?:type|write|enter|input)\b")
_ENDING_OF_DICTATION = any_case(r"[\s,;]+(?:please|for\s+me)$")
_STOPS = " \t\n\r,;:."
_STOPS_OF_DICTATION = " \t\n\r,."
_ELLIPSIS = regex(r"\s*(?:\u2026|\.{3})$")

_STRONG = any_case(
    r"[ ]?(?:;|\n)[ ]?"
    r"|(?<=[^\s.])[.!?]{1,5}(?=\s|$)\s?"
    r"|[ ,]{0,3}(?:\band\s+)?(?:\bthen\b|\bafter\s+that\b|\bafterwards\b|\bfollowed\s+by\b)[ ,]{0,3}"
)
_WEAK = any_case(r"[ ]?(?:(?<!\d),|,(?!\d))[ ]?(?:and[ ]|but[ ]|&[ ]?)?|[ ](?:and|but|&)[ ]")
_PLACE = (
    rf"(?:in|inside|using|with|on|from)\s+(?P<app>(?:(?:the|a|an|my)\s+)?(?:(?:new|fresh|empty|blank)\s+)*(?:{APPLICATION}|{QUOTED}|[\w.-]+)"
    rf"(?:\s+(?:{APPLICATION_NOUN}|document|file|sheet|spreadsheet|workbook))?)"
)
_PLACE_FIRST = regex(rf"^{_PLACE}\s+(?P<rest>(?:{VERBS})(?=\s).*)$", re.IGNORECASE | re.DOTALL)
"""A place before the verb, without a comma: "in gedit type the result"."""

_FIELD_FIRST = regex(
    r"^(?:in|into|for|from)\s+(?P<field>(?:the\s+)?[^\s,][^,]{0,60}?\s(?:field|box|entry|text\s*box|list|drop-?down|combo\s?box|area))"
    r"\s*,?\s+(?P<verb>type|write|enter|put|select|choose|pick)\s+(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""A field before the verb: "in the Comment box write it"."""

_FOLLOWING = regex(
    rf"^(?P<verb>type|write|enter|put|insert)\s+(?:in\s+)?(?:the\s+following|this)(?:\s+(?:texts?|lines?|sentences?|words?|paragraphs?))?"
    rf"(?:\s+(?P<place>{_PLACE}))?\s*:\s*(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""An announced text: "write the following in gedit: Dear Sir"."""

_GOES_ON = any_case(
    rf"(?:(?:{_POLITE})[\s,]+)*(?:(?:{VERBS})(?=[\s,.:;]|$)|(?:do\s+not|don['\u2019]?t|never|no\s+need\s+to|(?:keep|leave|without)(?=\s))\s|(?:{_QUESTIONS})\s|"
    rf"(?:in|using|with|on)\s+(?:[^\s,]+\s){{0,3}}[^\s,]+\s*,|{_PLACE}\s+(?:{VERBS})\s|"
    rf"(?:in|on)\s+(?:a|the)\s+(?:new|next|second|third)\s+line\s|[a-z]+\s[^,>]{{0,60}}?\b(?:via|through|using)\s[^,>]{{1,40}}>)"
)
_PLACES = any_case(r"(?:in|inside|using|with|on|from|use)\s")
_NOT_A_VERB = any_case(
    r"(?:open|close|check|mark|start|run|show|report|print|copy|cut|find|search|paste|place|set|input|chart|graph|draw|plot"
    r"|store|export|delete|replace|undo|redo|focus|change|zoom|exit|quit|select|save|insert|clear)\s+"
    r"(?:button|field|icon|menu|tab|link|checkbox|box|option|item|dialog|entry|list|items?)\b"
)
_ANOTHER_CELL = regex(
    rf"(?P<value>{QUOTED}|the\s+\w+\s+of\s+\S+|\S+)\s+(?:in|into|to)\s+(?:cell\s+)?(?P<cell>\$?[A-Za-z]{{1,3}}\$?[1-9]\d{{0,6}})(?![\w.])"
)
_A_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_ELLIPSES: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = tuple(
    (any_case(before), any_case(following), verb)
    for before, following, verb in (
        (r"^\s*fill\b.*\swith\s", r"(?:the\s+)?[^,]{1,60}?\s+with\s", "fill"),
        (rf"^\s*(?:type|enter|write|put)\s+{QUOTED}\s+(?:in|into|to)\s", rf"{QUOTED}\s+(?:in|into|to)\s", "type"),
        (
            rf"^\s*(?:type|enter|write|put)\s+\S+\s+(?:in|into)\s+(?:the\s+)?{APPLICATION}$",
            rf"\S+\s+(?:in|into)\s+(?:the\s+)?{APPLICATION}(?=[\s,.]|$)",
            "type",
        ),
        (r"^\s*set\s.*\sto\s", r"(?:the\s+)?[^,]{1,60}?\s+to\s", "set"),
        (rf"^\s*(?:change|update|make)\s+(?:cell\s+)?{_A_CELL}\s+to\s", rf"(?:cell\s+)?{_A_CELL}\s+to\s", "change"),
        (rf"^\s*(?:select|choose|pick)\s+{QUOTED}\s+(?:in|from)\s", rf"{QUOTED}\s+(?:in|from)\s", "select"),
    )
)
"""A verb said once for several things: the pattern before, the pattern after, and the verb to repeat."""

_NEW_PLACE = any_case(r"(?:(?:a|an|the|my)\s+)?(?:new|fresh|empty|blank)\s")
_COLON = any_case(rf"^({VERBS}):\s+(?=\S)")
_ADDRESSED = regex(
    rf"^(?P<app>{APPLICATION}|(?!(?:note|hint|tip|reminder|warning|goal|task|request|step|remember|important)\b)[\w.-]+)"
    rf"\s*(?::|\u2192|->|=>)\s+(?P<rest>(?:{VERBS}|new)\s\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""An application that is addressed: "gedit: type it"."""
_SAVED_AS = any_case(
    r"(\b(?:extract|copy|take|get|grab|pull|fetch|put|make|create|draw|paste|insert|build)\b[^\n;]*?)"
    r",?\s+(?:and\s+)?(?:(?:which|that)\s+is\s+|to\s+be\s+)?(?:saved|stored)\s+(?:as|under)\s+"
)
_WITH_CHART = any_case(
    r"(\b(?:copy|take|get|put|paste|insert|extract)\b[^\n;]*?),?\s+with\s+(an?\s+(?:\w+\s+){0,2}(?:chart|graph|diagram)\b)"
)
_NUMBERED_LIST = regex(r"^\s*\(?1[.)]\s")
_NEXT_NUMBER = regex(r"[ ,;]+(?=\(?\d{1,2}[.)]\s+[A-Za-z])")
"""A numbered list on one line: "1. open it 2. close it"."""
_FIND_AND_REPLACE = regex(r"\b[Ff]ind and replace\b(?=\s+\S.*\s(?:with|by)\s)", re.DOTALL)
_RID = any_case(r"\b(?:get|getting) rid of\b")
_CELL_OF_NEW = regex(
    rf"^(?P<rest>\S.*(?:\s|:)\$?[A-Za-z]{{1,3}}\$?[1-9]\d{{0,6}}|\S.*\s(?:column\s[A-Z]|row\s\d+))\s+(?:of|in)\s+(?P<place>(?:a\s+)?(?:new|fresh|empty|blank)\s+(?:{APPLICATION}|(?:work)?sheet|workbook)"
    r"(?:\s+(?:document|file|sheet|spreadsheet|workbook))?)$",
    re.IGNORECASE | re.DOTALL,
)
_ABBREVIATION = any_case(
    r"(?:\b(?:type|write|enter|append|add)\s+\d{1,3}|\b(?:e\.g|i\.e|etc|no|vs|mr|mrs|dr|approx|[a-z])|^\s*\(?\d{1,3})$"
)


def clauses(whole: Clause) -> list[Clause]:
    """Return the clauses in order, at most `MOST_CLAUSES` + 1 of them. White space in `whole` must be single."""
    parts: list[Clause] = []
    for sentence in _sentences(whole.words):
        for part in _each_alone(sentence):
            if part:
                parts.append(replace(whole, words=part))
        if len(parts) > MOST_CLAUSES:
            break
    return parts[: MOST_CLAUSES + 1]


def _each_alone(sentence: str) -> list[str]:
    """Return the sentence's clauses without courtesy, each asking for one thing."""
    parted = file_of_cells(_opened_before(_parted(sentence)))
    cleaned = [active(_without_courtesy(part)) for part in chain.from_iterable(map(_on_page, parted))]
    found: list[str] = []
    for part in carried_over(cleaned):
        several = unfolded(part)
        found += several if several == [part] else chain.from_iterable(map(_split, several))
    return found


def _sentences(words: str) -> list[str]:
    """Split words into sentences. "… into a spreadsheet saved as x.ods" gets a clause of its own for the saving."""
    if _NUMBERED_LIST.match(words):
        words = _NEXT_NUMBER.sub("\n", words)
    words = _RID.sub("delete", _FIND_AND_REPLACE.sub("replace", words))
    words = _WITH_CHART.sub(r"\1, make \2", _SAVED_AS.sub(r"\1, save it as ", words))
    found: list[str] = []
    start = 0
    for separator in _STRONG.finditer(words):
        if _is_inside(words, start, separator):
            continue
        mark = separator.group().strip()
        piece = words[start : separator.end() if mark.startswith("?") else separator.start()]
        if len(piece) and piece.strip(_STOPS):
            found.append(piece)
        start = separator.end()
        if len(found) > MOST_CLAUSES:
            return found
    rest = words[start:]
    return [*found, rest] if rest.strip(_STOPS) else found


def _is_inside(words: str, start: int, separator: re.Match[str]) -> bool:
    """Tell whether a full stop belongs to a list number or an abbreviation, or an ellipsis to a name ("Save As... in")."""
    mark = separator.group().strip()
    if mark == ".":
        return bool(_ABBREVIATION.search(words[max(start, separator.start() - 12) : separator.start()]))
    return mark.startswith("..") and bool(words[separator.end() : separator.end() + 1].strip())


def _parted(sentence: str) -> list[str]:
    """Split a sentence at its commas and "and"s where something to do follows, with the place that it names first."""
    bare = _without_courtesy(sentence)
    if found := _FIELD_FIRST.match(bare):
        return _in_field(found)
    if found := _FOLLOWING.match(bare):
        return [*(_place(found["app"]) if found["place"] else []), *_parted(f"{found['verb']} {found['rest']}")]
    if page := page_first(bare):
        return [f"open {page[0]}", *_parted(page[1])]
    if found := _PLACE_FIRST.match(bare) or _ADDRESSED.match(bare):
        return [*_place(found["app"]), *_parted(found["rest"])]
    if leading := leading_scope(bare):
        return [*_place(leading[0], bare[:6].casefold() == "within"), *_parted(leading[1])]
    return _split(sentence)


def _opened_before(parts: list[str]) -> list[str]:
    """Open the document before its first cell: "put 5 in A1 and 6 in A2 of a new spreadsheet"."""
    found: list[str] = []
    for part in parts:
        new = _CELL_OF_NEW.match(part)
        if new is None:
            found.append(part)
            continue
        start = len(found)
        while start and CELL_WRITE.search(found[start - 1]):
            start -= 1
        found = [*found[:start], f"open {new['place']}", *found[start:], new["rest"]]
    return found


def _on_page(part: str) -> list[str]:
    """Open the page first for "read the total on example.org"."""
    words = _without_courtesy(part)
    page = page_last(words) or page_before_list(words)
    return [f"open {page[0]}", page[1]] if page else [part]


def _in_field(found: re.Match[str]) -> list[str]:
    first, *others = _parted(f"{found['verb']} {found['rest']}")
    return [f"{first} in {found['field']}", *others]


def _split(sentence: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for separator in _WEAK.finditer(sentence):
        if separator.start() < start:
            continue
        before = sentence[start : separator.start()]
        if not before.strip():
            start = separator.end()
        elif _goes_on(sentence, before, separator):
            parts.append(before)
            start = separator.end()
            if _PLACES.match(sentence, start):
                return [*parts, *_parted(sentence[start:])]
        elif verb := _verb_left_out(before, sentence, separator.end()):
            return [*parts, before, *_parted(f"{verb} {sentence[separator.end() :]}")]
        if len(parts) > MOST_CLAUSES:
            return parts
    return [*parts, sentence[start:]]


def _place(words: str, is_within: bool = False) -> list[str]:
    """Return the clause for a place. "In a new spreadsheet" opens one, because an open one may hold somebody's work."""
    if both := document_in_application(words):
        return [f"open {both[0]} in {both[1]}"]
    return [f"open {words}" if _NEW_PLACE.match(words) else f"{'within' if is_within else 'in'} {words}"]


def _verb_left_out(before: str, sentence: str, position: int) -> str:
    """Return the verb to repeat ("put" for "put 5 in A1 and 6 in A2"), or "" where none is left out."""
    if CELL_WRITE.search(before[-200:]) and _ANOTHER_CELL.match(sentence, position):
        return "put"
    if len(sentence) > _LONGEST_WITH_ELLIPSIS:
        return ""
    for first, following, verb in _ELLIPSES:
        if first.search(before) and following.match(sentence, position):
            return verb
    return ""


def _goes_on(sentence: str, before: str, separator: re.Match[str]) -> bool:
    following = _GOES_ON.match(sentence, separator.end())
    if following is None or _NOT_A_VERB.match(sentence, separator.end()):
        return False
    # "Save and Close" with capitals is one name.
    is_title = sentence[separator.end()].isupper() and before.rstrip().rpartition(" ")[2][:1].isupper()
    return not (is_title and "," not in separator.group() and " " in before.strip())


def _without_courtesy(words: str) -> str:
    text = words.strip()
    previous = None
    while text != previous:
        previous = text
        text = _NUMBERING.sub("", text, count=1).lstrip()
        text = _COURTESY.sub("", text, count=1).lstrip(" ,")
    text = _COLON.sub(r"\1 ", " ".join(text.split()), count=1)
    dictated = _DICTATED.match(text) is not None
    previous = None
    while text != previous:
        previous = text
        if not _ELLIPSIS.search(text):
            # A colon or semicolon at the end of dictated text is part of it.
            text = text.rstrip(_STOPS_OF_DICTATION if dictated else _STOPS)
        text = (_ENDING_OF_DICTATION if dictated else _ENDING).sub("", text)
        if not dictated:
            text = text.rstrip("?")
    return "" if _NOTHING.fullmatch(text.rstrip("!")) else text
