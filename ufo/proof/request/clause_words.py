"""The words of everyday requests as patterns over a masked request (`ufo.proof.request.spans.Masked`).

One sign stands for each cell, file, number and quotation. The patterns know no application and plan nothing."""

from __future__ import annotations

import re

from ufo.proof.request.model import Kind
from ufo.proof.request.spans import marks_of
from ufo.schema.looks import COLOURS
from ufo.schema.patterns import any_case, regex

ANY = marks_of(*Kind)
CELL = marks_of(Kind.CELL)
FILE = marks_of(Kind.FILE)
PLACE = marks_of(Kind.FILE, Kind.FOLDER)
TEXT = marks_of(Kind.TEXT, Kind.NUMBER, Kind.ADDRESS, Kind.DATE, Kind.FORMULA)

VERBS = (
    "put|write|enter|type|insert|add|append|set|change|make|replace|swap|substitute|exchange|remove|delete|erase|drop|clear|"
    "rename|move|copy|save|store|export|keep|open|launch|start|close|quit|go|click|press|push|hit|tap|tick|untick|check|uncheck|"
    "enable|disable|activate|turn|switch|choose|select|pick|fill|complete|submit|send|use|give|tell|show|read|report|create|"
    "draw|plot|sort|format|apply|mark|highlight|find|search|look|take|extract|fetch|get|paste|print|update|correct|note|jot|"
    "compute|calculate|wait|scroll|strike|cross|leave|do|don't|dont|never|say|run|call|answer|confirm|convert|drag|draft|merge|"
    "archive|accept|reject|bookmark|bold|undo|redo|order|book|log|sign|visit|browse|download|upload|attach|let|ensure|insert|key"
)
STOP = (
    "in|into|inside|as|to|at|with|by|from|on|onto|under|for|and|or|then|so|after|before|instead|everywhere|wherever|"
    "throughout|using|via|which|that|but|not|out|everything|should|must|is|are|rather|through|off|of the|no|has|needs"
)
_WORD = r"[^\W_](?:[\w'\u2019+&@./-]{0,80}\w)?"
BARE = rf"(?!(?:{STOP})\b){_WORD}(?:\s+(?!(?:{STOP})\b)(?:{ANY}|{_WORD})){{0,5}}?"
VALUE = rf"(?:{ANY}|{BARE})"
KINDS = (
    r"(?:(?:the\s+|a\s+|an\s+)?(?:value|number|text|word|words|phrase|formula|label|title|header|heading|name|term|line|"
    r"item|entry|amount|string)s?\s+)?"
)
END = (
    r"(?=\s*(?:[,;!?)]|\.(?!\w)|$|"
    r"\b(?:and|or|in|on|of|then|with|at|from|so|everywhere|throughout|for|only|just|wherever|off|out)\b))"
)
LIST = rf"(?:{TEXT}|{BARE})(?:\s*(?:,\s*and|,|\band\b|&)\s*(?:{TEXT}|{BARE})){{0,60}}?"
CELLS = rf"{CELL}(?:\s*(?:,\s*and|,|\band\b|&)\s*{CELL}){{0,60}}(?!\s*(?:should|must|shall|to\b|=))"
_WRITES = r"(?:put|write|enter|type|insert|add|append|set|use|choose|select|pick|give|key\s+in|fill\s+in|note|jot\s+down|place)"
_STARTS = rf"(?:^|(?<=[,;:])\s*|\b(?:{VERBS})\s+(?:in\s+|down\s+|out\s+)?|\band\s+)"

SPLIT = any_case(
    rf"[;\n]+|[.!?]+(?=\s|$)|,?\s*\b(?:and\s+)?(?:then|afterwards|finally|after\s+that)\b,?|,?\s+\band\s+(?=(?:{VERBS})\b)|,\s*(?=(?:{VERBS})\b)"
)


def _rule(text: str) -> re.Pattern[str]:
    return any_case(text)


VALUES_INTO_CELLS = _rule(
    rf"{_STARTS}{KINDS}(?P<value>{LIST})\s+(?:in|into|to|at|under|for)\s+(?:the\s+)?(?:cells?\s+|range\s+)?(?P<cells>{CELLS})"
)
CELL_TO_VALUE = _rule(
    rf"(?P<cells>{CELL})(?:'s\s+value)?(?:\s+(?:of|in|on)\s+(?:the\s+)?(?:{ANY}|\w+(?:\s+\w+)?))?(?:\s+from\s+(?P<was>{TEXT}))?\s*(?:=|:|\bto\b|\b(?:(?P<state>should|must|shall|has\s+to|needs\s+to|ought\s+to)\s+)"
    rf"(?:be|hold|contain|show|read|say|equal|have|display)\b|\b(?:is|holds|contains|shows|reads|says|equals|becomes|gets|with)\b)"
    rf"(?:\s+(?:be|hold|contain|show|read|say))?\s*{KINDS}(?P<value>{VALUE}){END}"
)
INTO_CELLS_VALUES = _rule(
    rf"\b(?:in|into)\s+(?:the\s+)?(?:cells?\s+|range\s+)?(?P<cells>{CELLS})\s*,?\s+{_WRITES}\s+{KINDS}(?P<value>{LIST}){END}"
)
EMPTY_CELLS = _rule(
    rf"\b(?:clear|empty|erase|delete)\s+(?:the\s+)?(?:contents?\s+of\s+)?(?:cells?\s+)?(?P<cells>{CELLS})"
)

REPLACE = _rule(
    rf"\b(?:replace|swap|substitute|exchange)\s+(?:(?:every|all|each)\s+(?:(?:of\s+the\s+|the\s+)?(?:occurrences?|instances?|mentions?)\s+of\s+)?)?"
    rf"{KINDS}(?P<old>{VALUE})(?:\s+(?:everywhere|throughout))?(?:\s+in\s+(?:the\s+)?[^,;]{{1,40}}?)?\s+(?:with|by|through|for)\s+{KINDS}(?P<new>{VALUE}){END}"
)
CHANGE = _rule(
    rf"\b(?P<verb>change|turn|correct|alter|convert|fix)\s+(?:(?:every|all|each)\s+)?(?P<old>{KINDS}{VALUE})\s+(?:in)?to\s+{KINDS}(?P<new>{VALUE}){END}"
)
INSTEAD = _rule(
    rf"{_STARTS}{KINDS}(?P<new>{VALUE})\s+(?:instead\s+of|rather\s+than|in\s+place\s+of)\s+{KINDS}(?P<old>{VALUE}){END}"
)
IS_REPLACED = _rule(
    rf"(?:^|(?<=[,;:])\s*|\bthat\s+|\b(?:word|text|name|phrase|line)\s+){KINDS}(?P<old>{VALUE})\s+(?:must|should|shall|has\s+to|needs\s+to|is\s+to)\s+be\s+(?:replaced|changed|turned|swapped)\s+(?:by|with|for|(?:in)?to)\s+{KINDS}(?P<new>{VALUE}){END}"
)
IN_FIELD = _rule(
    rf"\s+(?:in|of)\s+(?:the\s+)?(?P<field>(?:{marks_of(Kind.TEXT)}|{BARE}))\s+(?:field|box|entry|input)\b"
)
SAY_INSTEAD = _rule(
    rf"\b(?:say|read|show|be)\s+{KINDS}(?P<new>{VALUE})\s*,?\s+(?:instead\s+of|rather\s+than|not)\s+{KINDS}(?P<old>{VALUE}){END}"
)
RENAME = _rule(
    rf"\b(?P<verb>rename|move|copy|duplicate)\s+(?:of\s+)?(?P<what>(?:the\s+)?(?:file|folder|directory|document)\s+)?(?P<old>{VALUE})\s+"
    rf"(?:(?:in)?to|as)\s+(?:the\s+)?(?P<into>(?:folder|directory)\s+)?(?P<new>{VALUE})(?P<folder>\s+(?:folder|directory))?{END}"
)
REMOVE = _rule(
    rf"\b(?:remove|delete|erase|drop|strike(?:\s+out)?|cross(?:\s+out)?|take(?:\s+out)?|get\s+rid\s+of|throw\s+away)\s+"
    rf"(?P<what>(?:(?:every|all|each|any)\s+)?(?:the\s+)?(?:file|folder|directory)\s+)?(?:(?:every|all|each|any)\s+(?:of\s+)?)?{KINDS}(?P<old>{VALUE}){END}"
)
MUST_GO = _rule(
    rf"(?P<old>{VALUE})\s+(?:must|should|shall|has\s+to|have\s+to|needs?\s+to|is\s+to|are\s+to)\s+(?:go\b|vanish|disappear|be\s+(?:gone|removed|deleted|erased|dropped)|"
    rf"(?:no\s+longer|not)\s+(?:be|appear|stand|occur|exist|show)\b|no\s+longer\b)"
)
NO_LONGER = _rule(
    rf"(?P<old>{VALUE})\s+(?:(?:is|are)\s+)?(?:no\s+longer|not\s+any\s?more)\b|\bwithout\s+(?:any\s+|the\s+)?(?P<lacking>{TEXT})"
)

SAVE = _rule(
    rf"\b(?:sav(?:e|ing)|stor(?:e|ing)|export(?:ing)?|keep(?:ing)?|writ(?:e|ing)\s+(?:it|this|that|everything|all)|put(?:ting)?\s+(?:it|this|that|everything|all)|(?:name|call)\s+it)\b"
    rf"[^,;{ANY[1:-1]}]*?\b(?:as|under|to|into|in|called|named|it)\s+(?:the\s+)?(?:(?:new\s+)?(?:file|name)\s+)?(?P<path>{PLACE}|{marks_of(Kind.TEXT)})"
)
SAVE_BARE = _rule(
    rf"\bsav(?:e|ing)\b(?:\s+(?:it|this|that|the\s+\w+))?\s+(?:as|under(?:\s+the\s+name)?)\s+(?P<path>{BARE}){END}"
)
MAKE_FILE = _rule(
    rf"\b(?:create|make|add|start|write|generate|produce|draft)\s+(?:(?:a|an|the)\s+)?(?:new\s+|empty\s+)*"
    rf"(?P<what>folder|directory|(?:(?!\b(?:to|of)\b)[\w ]){{0,20}}?)\s*(?:called\s+|named\s+|with\s+the\s+name\s+)?"
    rf"(?P<path>{PLACE}|{marks_of(Kind.TEXT)})"
)
MAKE_FOLDER = _rule(
    rf"\b(?:create|make|add)\s+(?:(?:a|an|the)\s+)?(?:new\s+|empty\s+)*(?:folder|directory)\s+(?:called\s+|named\s+)?(?P<path>{VALUE}){END}"
)
AND_INTO_FILE = _rule(rf"\band\s+(?P<value>{marks_of(Kind.TEXT)})\s+(?:in)?to\s+(?:the\s+)?(?P<path>{FILE})")
VALUE_INTO_FILE = _rule(
    rf"\b{_WRITES}\s+(?:down\s+)?{KINDS}(?P<value>{LIST})\s+(?:(?:to|at|on|into)\s+the\s+(?:very\s+)?(?:end|top|bottom|start|beginning)\s+of|to|in|into|on)\s+(?:the\s+)?(?:file\s+|document\s+)?(?P<path>{FILE})"
)

_FIELD = (
    rf"(?:(?:the|a|an|my)\s+)?(?:(?:field|box|entry)\s+(?:called\s+|named\s+)?(?={ANY}|[A-Z]))?"
    rf"(?:{marks_of(Kind.TEXT)}|{BARE})"
)
VALUE_INTO_FIELD = _rule(
    rf"(?:\b{_WRITES}\s+(?:down\s+)?|(?<=,)\s*(?:and\s+)?|\band\s+){KINDS}(?P<value>{VALUE})\s+(?P<how>as|in|into|for)\s+(?P<field>{_FIELD}){END}"
)
FIELD_WITH_VALUE = _rule(
    rf"\b(?:fill|complete)\s+(?:in\s+|out\s+)?(?P<field>{_FIELD})\s+with\s+{KINDS}(?P<value>{VALUE}){END}"
)
FIELD_TO_VALUE = _rule(
    rf"\b(?:set|update|switch|adjust|put)\s+(?P<field>{_FIELD})\s+to\s+{KINDS}(?P<value>{VALUE}){END}"
)
FIELD_IS_VALUE = _rule(
    rf"(?:^|(?<=[,;])\s*|\bthat\s+|\band\s+)(?P<field>{_FIELD})\s+(?P<state>should|must|shall|has\s+to|needs\s+to)\s+(?:be|show|read|say|hold|contain|equal)\s+{KINDS}(?P<value>{VALUE}){END}"
)
_CELL_PART = rf"(?:the\s+)?(?:{marks_of(Kind.TEXT, Kind.NUMBER, Kind.DATE)}|{BARE})"
IN_FILE = _rule(
    rf"\s+(?:in|of|from|on)\s+(?:the\s+)?(?:(?:file|document|spreadsheet|workbook|table|list)\s+)?"
    rf"(?:{FILE}|(?:table|list|spreadsheet|workbook)$)"
)
_LINKED = r"(?:(?:\s*,)?\s+(?:of|for|in|on|at|under)\s+|\s*,\s*(?=(?:the\s+)?(?:column|row)\s))"
_TABLE_CELL = rf"(?P<field>{_CELL_PART}(?:{_LINKED}(?:{_CELL_PART}|{FILE})){{0,3}})"
TABLE_CELL_TO_VALUE = _rule(
    rf"(?:\b(?:change|set|update|adjust|correct|fix|alter|switch|raise|increase|lower|reduce|decrease|cut|drop|bring|put|move|turn)|\band)\s+"
    rf"{_TABLE_CELL}\s+(?:from\s+(?P<was>{VALUE})\s+)?to\s+{KINDS}(?P<value>{VALUE}){END}"
)
TABLE_CELL_IS_VALUE = _rule(
    rf"(?:^\s*|(?<=[,:])\s*|\b(?:that|and|in|of)\s+(?:{FILE}\s*,?\s+)?){_TABLE_CELL}\s+(?:(?P<state>should|must|shall|has\s+to|needs\s+to)\s+"
    rf"(?:be|show|read|say|hold|contain|equal)|becomes)\s+{KINDS}(?P<value>{VALUE}){END}"
)
TABLE_CELL_MADE = _rule(rf"\bmake\s+{_TABLE_CELL}\s+(?P<value>{TEXT})")
VALUE_INTO_TABLE_CELL = _rule(
    rf"\b{_WRITES}\s+(?:down\s+)?{KINDS}(?P<value>{VALUE})\s+(?:as|in|into|for|under|at)\s+{_TABLE_CELL}{END}"
)
ROW_GIVEN = _rule(
    rf"\bgive\s+(?P<name>{BARE})\s+(?:the|a|an)\s+(?P<field>{BARE})\s+(?:of\s+)?(?P<value>{TEXT}|\d[\w-]*)"
)
MARKED = _rule(
    rf"(?:\b(?:mark|flag|label|record)\s+{_TABLE_CELL}|^{_TABLE_CELL.replace('<field>', '<whole>')}"
    rf"\s+(?:should|must)\s+be\s+(?:marked|flagged|labelled))"
    rf"\s+as\s+(?P<value>{VALUE}){END}"
)
BESIDE = _rule(r"\b(?:below|above|beneath|under(?:neath)?|after|before|next\s+to|beside|left|right)\b")
FIELD_QUOTED = _rule(
    rf"\b(?:with|and)\s+(?:the\s+|as\s+)?(?P<field>(?!(?:text|word|words|name|title|heading|file|press|click|button|a|an|the|in|to|{VERBS})\b)[^\W\d]\w+)\s+(?P<value>{TEXT})"
)
FIELD_COLON = regex(
    rf"(?:^|(?<=[,;(:])\s*|\b(?:with|and|enter|in)\s+)(?P<field>[A-Z][\w-]*(?: [\w-]+){{0,3}})"
    rf"\s*[:=]\s*(?P<value>{VALUE})(?=\s*(?:[,;.)]|\band\b|$))"
)
FROM_TO = regex(r"\b(?:from|to)\s*:\s*(?P<value>[A-Z][\w-]*)")
TYPE = _rule(
    rf"\b(?:put|write|enter|type|insert|add|append|key\s+in|note(?:\s+down)?|jot\s+down|draft|say(?:s|ing)?|reads?|contain(?:s|ing)?|holding|titled|with\s+the\s+(?:text|title|words?|heading|name))"
    rf"\s+(?:down\s+)?{KINDS}(?P<value>{TEXT}(?:\s*(?:,\s*and|,|\band\b)\s*{TEXT})*)"
)
TYPE_BARE = regex(
    rf"\b(?:[Ee]nter|[Tt]ype|[Ww]rite)\s+(?P<value>[A-Z0-9][\w'\u2019-]*(?:\s+[\w'\u2019-]+){{0,5}}?){END}"
)

_NAME = (
    rf"(?:{marks_of(Kind.TEXT)}|[A-Z][\w'\u2019.-]*(?:\s+(?!(?:{STOP}|button|item|entry|box)\b)[\w'\u2019.-]+){{0,4}})"
)
PRESS = regex(
    rf"\b(?:[Pp]ress|[Cc]lick|[Pp]ush|[Hh]it|[Tt]ap|[Cc]hoose|[Ss]elect|[Pp]ick)(?:\s+on)?\s+(?:the\s+)?(?:(?:button|menu|item|option|link|tab|entry|icon)\s+)?(?P<name>{_NAME}(?:\s*(?:>|\u203a|->|\u2192)\s*{_NAME})*)"
)
_PRESSES = r"\b(?:press|click|push|hit|tap)(?:ing)?\b(?:\s+on)?"
PRESS_QUOTED = _rule(
    rf"{_PRESSES}(?:\s+(?!(?:and|then|or|type|write|enter|above|below|after|before|beside|next|left|right)\b)[\w'\u2019-]+){{0,7}}?"
    rf"\s+(?P<name>{marks_of(Kind.TEXT)})"
)
PRESS_PLAIN = _rule(
    rf"{_PRESSES}\s+(?:the\s+)?(?!(?:{STOP}|the|an?|it|them|this|that|all|each|every|any|some)\b)"
    rf"(?P<name>[a-z][\w-]*(?:\s+(?!(?:{STOP}|of|when|once)\b)[a-z][\w-]*){{0,2}}?)(?:\s+to\b|{END})"
)
"""The words may describe what is pressed, so that they count only where a control of that name was pressed."""
TICK = regex(
    rf"\b(?:(?P<off>[Uu]ntick|[Uu]ncheck|[Dd]isable|[Dd]eactivate|[Tt]urn\s+off|[Ss]witch\s+off|[Cc]lear\s+the\s+box)|(?:[Tt]ick|[Cc]heck|[Ee]nable|[Aa]ctivate|[Tt]urn\s+on|[Ss]witch\s+on))"
    rf"\s+(?:the\s+)?(?:box\s+|option\s+|checkbox\s+)?(?P<name>{_NAME})"
)

TICKED = regex(
    rf"(?P<name>{_NAME})\s+(?:is|are|be|to\s+be)\s+(?:(?P<off>off|unticked|unchecked|disabled|not\s+(?:ticked|checked|on))|ticked|checked|enabled|on)\b"
)
ROW = regex(
    rf"\b(?:row|line)\s+(?:of|for|with|called|named)\s+(?P<name>{_NAME})|\b(?:next\s+to|beside)\s+(?P<beside>{_NAME})"
)
_COLOURS = "|".join(sorted(COLOURS, key=len, reverse=True))
LOOK = _rule(
    r"(?:(?:the|an?)\s+)?(?:(?:sub)?titles?|(?:top[\s-]level\s+)?head(?:ing|er|line)s?|(?:heading|title)s?(?:\s+(?:of\s+)?(?:level\s+)?\d)|"
    r"bold|italics?|underlined?|struck\s+(?:out|through)|strikethrough|plain|normal|regular|small\s+caps|capitals|(?:upper|lower|title)[\s-]?case|"
    rf"(?:{_COLOURS})|landscape|portrait|(?:bullet(?:ed|\s+points?)?|numbered|ordered|plain)(?:\s+lists?)?|lists?|left|right|cent(?:er|re)(?:ed)?|justified|"
    r"(?:page|line|column|section)\s+breaks?|(?:bar|pie|line|column|area|scatter)?[\s-]*charts?|tables?|(?:plain\s+)?text|formulas?|values|"
    r"percent(?:s|ages?)?|currency|numbers|dates|hyperlinks?|links?|footnotes?|columns?|commas|semicolons|tabs|spaces|"
    r"(?:[\w-]+\s+){0,3}(?:formats?|styles?|fonts?|order|alignment|orientation|notation|case|size))"
    r"(?:\s+(?:text|letters|type|headings?|lines?|font))?"
)
"""What a text, a cell or a page is made to look like or be: not a text that is to stand there."""
LETTER_CASE = _rule(
    r"\b(?:in|using|as|with)\s+(?:all\s+|only\s+)*(?:capitals?(?:\s+letters)?\b|(?:upper|(?P<lower>lower))[\s-]?case(?:\s+(?:letters|characters))?\b)"
)
"""How the letters of a text are to be written."""
A_COLOUR = _rule(rf"(?:{_COLOURS})")
LINE = _rule(
    rf"\b(?:(?P<which>first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(?:paragraph|line)|(?:paragraph|line)\s+(?P<number>{marks_of(Kind.NUMBER)}))\b"
)

COUNTED = _rule(
    rf"\b(?P<count>{marks_of(Kind.NUMBER)}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[\s-]+(?:\w+\s+)?(?:slides?|pages?)\b"
)
CHART = _rule(
    rf"\b(?P<kind>bar|column|line|pie|area|scatter)?[\s-]*(?:chart|diagram|graph)\b(?:\s+(?:of|from|for|over|with|showing)\s+(?:the\s+)?(?:data\s+|cells?\s+|range\s+)*(?:in\s+)?(?P<range>{CELL}))?"
)
SHEET = regex(
    rf"\b(?:[Ss]heet|tab|[Ww]orksheet)\s+(?:called\s+|named\s+)?(?P<after>{marks_of(Kind.TEXT, Kind.NUMBER)}|[A-Z]\w*)"
    rf"|\b(?:the\s+)?(?P<before>{marks_of(Kind.TEXT)}|[A-Z]\w*|first|second|third|fourth|fifth|last)\s+(?:sheet|tab|worksheet)\b|\b(?P<plain>Sheet\d+)\b"
)

NEGATED = _rule(
    r"\b(?:do\s+not|don['\u2019]?t|does\s+not|doesn['\u2019]?t|never|must\s+not|should\s+not|shouldn['\u2019]t|mustn['\u2019]t|no|not|nothing|without|except|but\s+not|cannot)\b"
)
NO_NEGATION = _rule(
    r"\b(?:if|whether|unless)\b[^,]*|\bwhy\s+not\b|\bnot\s+only\b|\bor\s+not\b|\bnot\s+yet\b|\bno\s+longer\b|\bno\s+matter\b|\bno\s+problem\b|\bno\.\s*\d|\bmake\s+sure\s+that\s+no\b"
    r"|\b(?:that|which|who)\s+(?:is|are|was|were|has|have|had)\s+(?:not|no)\b(?:(?!\b(?:to|with|and|but|by|from|as)\b)[^,;])*"
)
BOUND = _rule(
    r"\bwithout\s+(?:an?|any)\s+(?!\w+ing\b)\w+|\b(?:that|which)\s+(?:never|do(?:es)?\s+not|don['\u2019]?t|doesn['\u2019]?t)\s+\w+"
    r"|\([^()]*,\s*not\s+[^()]*\)"
    r"|\b(?:apart|aside)\s+from\b|\bother\s+than\b|\b(?:everything|anything|all)\s+but\b|\bleav(?:e|ing)\s+out\b"
    rf"|\b(?:leav(?:e|ing)|keep(?:ing)?)\s+(?:the\s+)?{ANY}\s+(?:alone|untouched|unchanged|as\s+it\s+(?:is|was))\b"
    rf"|\bunless\b[^,;]*{ANY}[^,;]*"
    r"|\b(?:nicht|kein(?:e[mnrs]?)?|ohne|au(?:\u00df|ss)er|niemals|nie|jede[mnrs]?|alle[mnrs]?|s(?:\u00e4|ae)mtliche[mnrs]?|beide[mnrs]?|"
    r"wie\s+(?:immer|\u00fcblich|gewohnt))\b"
    r"|\b(?:excepto|salvo|menos|nunca|jam[a\u00e1]s|cada|tod[ao]s|amb[ao]s|como\s+siempre)\b"
    r"|\bsin\s+(?:\w+[aei]r(?:l[aeo]s?)?|el|la|l[ao]s|una?|ning\w+|nada)\b"
)
"""Words that bound what is asked for, and forbid nothing that follows: what a thing is to be like, what is left out or as it is,
and how German and Spanish say "not", "except" and "every". Only a condition on just that could show that they were heeded.
"""
NOT_SAVED = _rule(
    r"\b(?:do\s+not|don['\u2019]?t|never|without)\s+(?:\w+\s+)?sav(?:e|ing)\b(?!\s+(?:anything|something|any\s*where)\s+else)|\bunsaved\b"
)
EVERY = _rule(
    r"\b(?P<every>every(?!thing|one|day|where|body)|each(?!\s+other)|all(?!\s+(?:right|in\s+all|at\s+once|together|day|of\s+it|done|set|that))|both)\b\s*(?P<noun>\w+)?"
)
NO_EVERY = _rule(
    r"\b(?:at|after|above|select|press|mark|in|first\s+of)\s+all\b|\beach(?=\s*(?:[,;.!?)]|$|and\b))"
    rf"|\bevery\s+(?:{marks_of(Kind.NUMBER)}|(?:other\s+)?(?:second|minute|hour|day|week|month|year|time)\b)"
)
"""Words that single out nothing: "at all", "four spaces each", and how often something happens."""
ONE_OF = _rule(r"\b(?:only\s+)?the\s+(?P<which>first|second|third|fourth|fifth|last|next|\d+(?:st|nd|rd|th))\b")
STATE = _rule(
    r"\b(?:make\s+sure|ensure|see\s+to\s+it|be\s+sure\s+that|guarantee)\b|\bif\b[^,;]*\bnot\b|\bunless\b|\b(?:should|must|needs?\s+to|ha(?:s|ve)\s+to)\s+be\s+(?:open|on|off|enabled|disabled|checked|ticked|running|there)\b"
)
SAVES = _rule(r"\b(?:save|store)\b(?!\s+as\b)|\bsaving\b")

DESCRIBED = _rule(
    r"(?:the|a|an|my|your|our|their|his|her|its|it|this|that|these|those|them|all|some|any|everything|something|what|whatever|result|results|"
    r"table|chart|text|data|contents?|values?|numbers?|rows?|columns?|lines?|cells?|changes|today|selected|new|answer|sum|total|average|picture|image|"
    r"current|following|same|above|below|more|one|two|three|four|five|up|down|back|in|out|on|off|each|every|only|just|also|again|document|file|files|"
    r"page|pages|window|date|time|number|name|names|password|link|note|notes|list|code|paragraph|sentence|sentences|word|words|poem|letter|essay|story|report)\b"
)
NO_FIELD = _rule(
    r"(?:.*\b)?(?:document|editor|window|form|file|files|sheet|spreadsheet|workbook|page|terminal|app|application|program|calculator|browser|"
    r"line|lines|row|column|order|paragraph|end|top|bottom|middle|beginning|start|writer|calc|mousepad|gedit|chromium|firefox|notepad|table|list|"
    r"presentation|slide|slides|place|desktop|folder|example|it|this|that|there|them|text|bold|italics?|capitals?|"
    r"english|german|french|spanish|me|you|us|him|her|today|tomorrow|now|once|pdf|csv|draft)"
)
KIND_OF_CONTROL = _rule(r"(?:buttons?|links?|tabs?|icons?|items?|entr(?:y|ies)|options?|box(?:es)?|keys?)")
PRONOUN = _rule(r"(?:it|them|this|that|these|those|one|ones|him|her)")
KEYS = _rule(
    r"(?:ctrl|control|alt|shift|super|enter|return|tab|esc|escape|end|home|delete|backspace|space|page\s?(?:up|down)|up|down|left|right|f\d{1,2}|arrow)\b.*"
)
