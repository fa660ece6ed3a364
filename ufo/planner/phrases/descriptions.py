"""Recognises descriptions of a text ("a letter to Mrs Berg", "today's date"), which must not be typed as its words."""

from __future__ import annotations

import re
from dataclasses import replace

from ufo.planner.intents import Unclear
from ufo.planner.text.quotations import QUOTED, Clause
from ufo.planner.text.vocabulary import APPLICATION
from ufo.schema.patterns import any_case, regex

NOT_ITS_WORDS = "it describes the text to write but not its words; put the words between quotation marks"

_PARTS = (
    r"headings?|titles?|tables?|pictures?|images?|photos?|charts?|sheets?|rows?|columns?|pages?|page\s+breaks?|headers?|footers?|comments?|"
    r"links?|bullets?|footnotes?|slides?|chapters?|sections?|borders?|dates?|times?|formulas?"
)
_KINDS = (
    r"letters?|e-?mails?|mails?|messages?|notes?|memos?|repl(?:y|ies)|answers?|responses?|poems?|haikus?|limericks?|verses?|songs?|stor(?:y|ies)|"
    r"tales?|jokes?|essays?|articles?|posts?|tweets?|reports?|summar(?:y|ies)|abstracts?|overviews?|reviews?|paragraphs?|sentences?|quotes?|"
    r"speech(?:es)?|invitations?|greetings?|applications?|complaints?|apolog(?:y|ies)|cancellations?|reminders?|announcements?|proposals?|"
    r"recipes?|descriptions?|introductions?|conclusions?|agendas?|minutes|cvs?|resumes?|lists?"
)
_RECKONED = r"sum|total|average|mean|median|minimum|maximum|count|number|difference|product"
_TEXT_WORDS = (
    r"(?:texts?|words?|lines?|sentences?|paragraphs?|phrases?|letters?|numbers?|values?|codes?|strings?|names?|dates?|answers?"
    r"|contents?|messages?)"
)
_WHOSE = r"today['\u2019]s|tomorrow['\u2019]s|yesterday['\u2019]s|my|your|his|her|their"
_A_PART = any_case(
    rf"(?:(?:an?|the|another|some)\s+)?(?:new\s+)?(?:\w+\s+)?(?:{_PARTS})\b|(?:{_WHOSE}|the\s+current|the\s+same)\s"
)
_A_TEXT = regex(
    rf"(?:(?:me|us)\s+)?(?:an?|some|another|(?:{_WHOSE})|two|three|a\s+few)\s+(?:[\w-]+\s+){{0,4}}?(?:{_KINDS})"
    r"(?:\s+(?:about|to|for|on|of|from|with|in|that|which|who|telling|asking|thanking|inviting|describing|explaining)\b.*)?"
    rf"|the\s+(?:{_RECKONED})\s+of\s.*|(?:today['\u2019]s|the\s+current)\s+(?:date|time)|the\s+(?:date|time)\s+of\s+today",
    re.IGNORECASE | re.DOTALL,
)
_SHOWN = r"(?:shown|given|written|displayed|printed)"
_ELSEWHERE = regex(
    rf"(?:(?:the|this|that|these|those)\s+)?(?:(?:following|above)(?:\s+{_TEXT_WORDS})?|(?:{_TEXT_WORDS}\s+)?(?:{_SHOWN}\s+)?(?:below|above))"
    r"(?:\s+(?:the|this|that|it)\b.*)?\W*",
    re.IGNORECASE | re.DOTALL,
)
"""A reference to a text elsewhere, which must be read first."""
SHOWN_ELSEWHERE = any_case(rf"\b(?:the|this|that)\s+{_TEXT_WORDS}\s+{_SHOWN}\b")
_OF_MINE = r"(?:my|your|his|her|their|our)\s+(?:\w+\s+)?(?:names?|address(?:es)?|numbers?|e-?mail|birthday|signature)"
_UNSAID = any_case(
    rf"(?:{_OF_MINE}|(?:some|random)\s+(?:text|words?|numbers?)|something|anything|(?:both|all(?:\s+the)?|the\s+two|these|those)\s+(?:results?|answers?|values?|numbers?|sums?|texts?|lines?|names?)"
    r"|the\s+(?:alphabet|digits|letters|numbers|months|weekdays|days|names|first|even|odd)\b.*"
    rf"|(?:only|just)\s+the\s+(?:words|text|lines?|sentences?)\b.*|an?\s+(?:{_RECKONED})|an?\s+(?:new|empty|blank)\s+line)(?:\s+(?:in|into|to|on|at)\s.*)?"
)
_VERB = r"type(?:\s+in)?|write(?:\s+down)?|enter|input|add|insert|put|append"
_WRITTEN = regex(rf"(?:{_VERB})\s+(?P<content>\S.*)", re.IGNORECASE | re.DOTALL)
_GIVEN = any_case(
    rf"^(?P<verb>{_VERB})\s+(?:an?|the|another)\s+(?:[\w-]+\s+){{0,4}}?(?:{_KINDS})(?:\s+(?:to|for)\s+\S+(?:\s+\S+)??)?"
    rf"(?:\s+(?:in|with|using)\s+(?P<place>{APPLICATION}))?"
    r"(?:(?:,?\s*(?:saying|reading|stating|(?:that|which)\s+(?:says|reads)|with\s+the\s+(?:text|words?|content|message|line|sentence))"
    rf"\s*:?|\s*:)\s*(?=\S)|\s+(?={QUOTED}))"
)
"""A description that includes its words: "a note saying buy milk"."""


def is_a_part(content: str) -> bool:
    """Tell whether words begin like something that must be made, looked up or composed."""
    return _A_PART.match(content) is not None


def is_described(content: str) -> bool:
    return bool(_A_TEXT.fullmatch(content) or _UNSAID.fullmatch(content) or _ELSEWHERE.fullmatch(content))


def described(part: Clause) -> tuple[Unclear, ...]:
    """Return a question where the clause would type a description as it stands."""
    found = _WRITTEN.fullmatch(part.words)
    content = found["content"] if found else ""
    return (Unclear("", "", NOT_ITS_WORDS),) if is_described(content) else ()


def its_words(part: Clause) -> Clause:
    """Return the clause without the description around its words: "write a note saying buy milk" writes "buy milk"."""
    found = _GIVEN.match(part.words)
    if found is None:
        return part
    place = f" in {found['place']}" if found["place"] else ""
    return replace(part, words=f"{found['verb']} {part.words[found.end() :]}{place}")
