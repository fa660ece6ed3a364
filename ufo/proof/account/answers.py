"""Compares an answer in words with what was read in the run: a number that was never read is no answer."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ufo.proof.conditions.file_places import document_at
from ufo.proof.request.match import holds_text, same_text
from ufo.proof.request.model import Literal, Role, Seen
from ufo.schema.patterns import any_case, regex
from ufo.schema.wants_answer import as_orders, without_quotations
from ufo.verify.documents.model import Document, Sheet
from ufo.verify.documents.numbers import number_in
from ufo.verify.documents.references import parse_reference

_ASKS = any_case(
    r"\?|\b(?:tell|report|what(?:'s|\s+is|\s+are|\s+does)|which|who(?:se)?|how\s+(?:many|much|long|far|old|big)|read\s+(?:out|me|off)|"
    r"give\s+me|show\s+me|let\s+me\s+know|find\s+out|look\s+up|answer|say\s+(?:what|which|how|whether)|compute|calculate|work\s+out|"
    r"count|list\s+(?:the|all|every)|sum\s+up|add\s+up)\b"
)
_NO_QUESTION = any_case(
    r"\b(?:an?|the|this|that|my|our|each|every|\w+est|last|latest|monthly|weekly|of|in|for|from|by)\s+(?:report|answer|count)s?\b|"
    r"\banswer\s+\w+['\u2019]s\b|\btell\s+(?!me\b|us\b)(?:(?:the|my|our)\s+)?\w+\s+that\b|"
    r"\b(?:that|which)\s+(?:\w+\s+)?(?:denotes?|shows?|says?|tells?|gives?)\s+(?:how\s+\w+|what|which|whose|who)\b|"
    r"\b(?:save|keep|store|use|do)\s+what\s+(?:is|are)\b"
)
"""Nouns, words to others, and what only describes: "the newest report", "the button that says how many there are"."""
_HEADINGS = regex(r"(?<=[Cc]olumns )[A-Z]\w*(?:(?:,\s*|\s+and\s+)[A-Z]\w*)+")
_PATH = regex(r"\S*/\S*|\b[\w-]+\.(?:[A-Za-z]\w{1,4})\b")
_NUMBER = regex(r"(?<![\w.,])[-\u2212]?[$€£¥]?\d+(?:[.,'\u00a0\u202f]\d+)*(?:\s?[%€$£¥])?(?![\w]|[.,]\d)")
_APART = r"[ \u2009\u00a0\u202f]"
_SPACED = regex(
    rf"(?<![\w.,])-?(?:\d{{1,3}}(?:{_APART}\d{{3}})+(?:[.,]\d+)?"
    rf"|\d+(?:{_APART}\d{{3}})*[.,]\d{{3}}(?:{_APART}\d{{3}})*{_APART}\d{{1,3}})(?!\d)"
)
"""Numbers whose digits stand in groups: "12 500", "13.248 941 24"."""
_WORD = regex(r"[^\W\d_][\w'\u2019-]{2,}")
_COUNTS = any_case(r"\b(?:how\s+many|count|number\s+of|amount\s+of)\b")
_SUMS: tuple[tuple[re.Pattern[str], Callable[[Sequence[float]], float]], ...] = (
    (any_case(r"\b(?:sum|total|add\s+up|altogether)\b"), math.fsum),
    (any_case(r"\b(?:average|mean)\b"), lambda values: math.fsum(values) / len(values)),
    (any_case(r"\b(?:largest|highest|biggest|maximum|max|most)\b"), max),
    (any_case(r"\b(?:smallest|lowest|minimum|min|least|cheapest)\b"), min),
)
_EXPRESSION = regex(r"[-(]*\d[\d.,]*(?:\s*(?:\*\*|[-+*/^\u00d7\u00f7])\s*[-(]*\d[\d.,]*\)*)+")
_GOES_ON_BEFORE = regex(r"(?:[\w)\]]|[-+*/^\u00d7\u00f7]\s*)\Z")
_GOES_ON_AFTER = regex(r"\s*(?:[*/^\u00d7\u00f7(\[]|[-+](?:\s*[\d(]|\w))|\w|%")
_PLAIN_WORDS = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "from",
        "into",
        "that",
        "this",
        "what",
        "which",
        "who",
        "whose",
        "how",
        "many",
        "much",
        "long",
        "tell",
        "say",
        "read",
        "report",
        "value",
        "values",
        "cell",
        "field",
        "number",
        "name",
        "open",
        "press",
        "click",
        "please",
        "answer",
        "give",
        "show",
        "does",
        "have",
        "has",
        "was",
        "were",
        "are",
        "you",
        "can",
        "could",
        "would",
        "will",
        "page",
        "window",
        "document",
        "file",
        "sheet",
        "spreadsheet",
        "calc",
        "writer",
        "application",
        "then",
        "after",
        "there",
        "here",
        "out",
        "all",
        "its",
        "use",
        "using",
        "calculator",
        "compute",
    ]
)


_MAY_ASK = any_case(r"\b(?:read|show|list)\b")


def may_ask(request: str) -> bool:
    """Tell whether the request may be about an answer that was given, although it does not require one."""
    return bool(_MAY_ASK.search(request))


def asks(request: str) -> bool:
    """Tell whether the request wants to be told something. "Could you write a letter?" does not."""
    told = _HEADINGS.sub(" ", _PATH.sub(" ", as_orders(without_quotations(request))))
    return bool(_ASKS.search(_NO_QUESTION.sub(" ", told)))


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of an answer. `wrong`: what was read contradicts it. `why`: what is missing. Without either, the answer is
    what was read. `is_final`: nothing that could still be read would tell more.
    """

    why: str = ""
    wrong: bool = False
    is_final: bool = False


@dataclass(frozen=True)
class Question:
    """What an answer is judged by. `paths`: documents that the request or the run names, to look up what a cell holds."""

    request: str
    literals: Sequence[Literal]
    answer: str
    seen: Sequence[Seen]
    paths: Mapping[Literal, Path]


def judge_answer(question: Question) -> Judged:
    """Judge an answer. What is at a place that the request names takes precedence over what was read elsewhere. Blocking: reads
    documents.
    """
    if not question.answer.strip():
        return Judged("nothing was answered")
    for rule in (_by_cells, _by_arithmetic):
        judged = rule(question)
        if judged is not None:
            return judged
    numbers = [one for one in _numbers_in(question.answer) if not _was_given(one, question)]
    if numbers:
        return _numbers(numbers, question)
    return _words(question)


def _numbers_in(text: str) -> list[str]:
    """Return the numbers in a text, except those in the names of files and folders."""
    return _NUMBER.findall(_PATH.sub(" ", text))


def _numbers_read(text: str) -> list[str]:
    """Return the numbers in a text that was read, also those whose groups of digits stand apart."""
    spaced = [re.sub(r"\s", "", one.group()) for one in _SPACED.finditer(_PATH.sub(" ", text))]
    return [*_numbers_in(text), *spaced]


def _was_given(number: str, question: Question) -> bool:
    """Tell whether the number is in the request itself, so that it is not what the request asks for."""
    return any(same_text(number, one) for one in _NUMBER.findall(question.request))


def _by_cells(question: Question) -> Judged | None:
    """Judge by the cells that were asked for, as their file holds them."""
    for literal in (one for one in question.literals if one.role is Role.ASKED):
        shown = _cell_shown(literal, question.paths.get(literal))
        if shown is None:
            continue
        if not _says(question.answer, shown):
            return Judged(f"{literal.place} holds {shown!r}, the answer says {question.answer[:200]!r}", wrong=True)
        return Judged()
    return None


def _cell_shown(literal: Literal, path: Path | None) -> str | None:
    document, reference = document_at(path) if path is not None else None, parse_reference(literal.place)
    sheet = _sheet(document, literal.sheet) if document is not None else None
    if sheet is None or reference is None or reference.area.column != reference.area.end_column:
        return None
    return sheet.cell(reference.area.row, reference.area.column).shown or None


def _sheet(document: Document, name: str) -> Sheet | None:
    if not name:
        return document.sheets[0] if document.sheets else None
    number = name[1:]
    if name.startswith("#") and number.isdecimal() and 0 < int(number) <= len(document.sheets):
        return document.sheets[int(number) - 1]
    return next((one for one in document.sheets if one.name.casefold() == name.casefold()), None)


def _says(answer: str, shown: str) -> bool:
    if number_in(shown) is not None:
        return any(same_text(shown, one) for one in _NUMBER.findall(answer))
    return holds_text(shown, answer)


def _by_arithmetic(question: Question) -> Judged | None:
    """Judge by the calculation that the request itself contains."""
    found = next(_calculations(question.request), None)
    value = worked_out(found.group()) if found is not None else None
    if value is None or not _ASKS.search(question.request):
        return None
    numbers = [number_in(one) for one in _NUMBER.findall(question.answer)]
    if any(one is not None and math.isclose(one, value, rel_tol=1e-6, abs_tol=1e-9) for one in numbers):
        return Judged()
    assert found is not None
    return Judged(f"{found.group().strip()} is {value:g}, the answer says {question.answer[:200]!r}", wrong=True)


def is_to_be_worked_out(request: str, place: int) -> bool:
    """Tell whether a number that begins there is part of a calculation that the answer is compared with."""
    inside = (match.start() <= place < match.end() for match in _calculations(request))
    return asks(request) and any(inside)


def _calculations(request: str) -> Iterator[re.Match[str]]:
    """Iterate over the calculations that stand there whole. "12+4" in "sin(40)*12+4" is only a piece of one."""
    for match in _EXPRESSION.finditer(request):
        before, after = request[: match.start()], request[match.end() :]
        if not (_GOES_ON_BEFORE.search(before) or _GOES_ON_AFTER.match(after)):
            yield match


_OPERATORS: Mapping[type, Callable[[float, float], float]] = MappingProxyType(
    {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: math.pow}
)


def worked_out(expression: str) -> float | None:
    """Return the value of numbers with + - * / ^ and brackets; None for anything else."""
    plain = expression.replace("^", "**").replace("\u00d7", "*").replace("\u00f7", "/").replace(",", "")
    try:
        return _value_of(ast.parse(plain.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None


def _value_of(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value_of(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value_of(node.left), _value_of(node.right))
    raise ValueError("not arithmetic")


def _numbers(numbers: Sequence[str], question: Question) -> Judged:
    read = [number for one in question.seen for number in _numbers_read(f"{one.label} {one.text}")]
    sure, near = _numbers_at(question)
    # The number of lines counts little where a label gives the number itself.
    computed = [*_sums(question), *(_counts(question) if not sure else ())]
    if any(_is_close(one, value) for one in numbers for value in computed):
        return Judged()
    if sure and not any(_is_as_read(one, other) for one in numbers for other in (*sure, *near)):
        return Judged(f"{sure[0]!r} was read where the request asks, the answer says {numbers[0]!r}", wrong=True)
    unread = [one for one in numbers if not any(_is_as_read(one, other) for other in read)]
    if unread:
        return Judged(f"{unread[0]!r} is in the answer and was read nowhere in this run")
    at_place = list(sure or near)
    at_place += _read_last(question)
    if any(_is_as_read(one, other) for one in numbers for other in at_place):
        return Judged()
    if not at_place and len({number_in(one) for one in read}) == 1:
        return Judged()
    return Judged(f"{numbers[0]!r} was read, but it may not be what was asked for", is_final=True)


def _is_as_read(told: str, read: str) -> bool:
    """Tell whether an answer gives the number that was read, or that number rounded to the decimals that it has."""
    if same_text(told, read):
        return True
    numbers = number_in(told), number_in(read)
    decimals = len(told.partition(".")[2])
    return decimals > 1 and None not in numbers and numbers[0] == round(numbers[1] or 0.0, decimals)


def _read_last(question: Question) -> list[str]:
    """Return the number that a tool of reading read last, where it read no other beside it but those of the request."""
    for one in reversed(question.seen):
        found = [number for number in _numbers_in(one.text) if not _was_given(number, question)] if one.by_tool else []
        if found:
            return found if len({number_in(number) for number in found}) == 1 else []
    return []


def _is_close(text: str, value: float) -> bool:
    number = number_in(text)
    return number is not None and math.isclose(number, value, rel_tol=1e-6, abs_tol=0.005)


def _numbers_at(question: Question) -> tuple[list[str], list[str]]:
    """Return the numbers that stand with words of the question. The first list holds those that certainly belong to them: the
    only number of a label or a short line, or one in a table row with such a cell. The second holds any number in a line
    with such words. In each list only those with the most words are left.
    """
    given = [one for one in _numbers_in(question.request) if sum(map(str.isdigit, one)) > 1]
    words = [*_asked_words(question.request), *given]
    sure: dict[str, int] = {}
    near: dict[str, int] = {}
    for line in _lines(question.seen):
        score = sum(holds_text(word, line) for word in words)
        numbers = [one for one in _numbers_read(line) if not _was_given(one, question)] if score else []
        is_sure = "\t" in line or (len(numbers) == 1 and bool(_LABELLED.fullmatch(line)))
        for number in numbers:
            where = sure if is_sure else near
            where[number] = max(score, where.get(number, 0))
    return _best(sure), _best(near)


_ALONE = regex(r"(?=\S*\d)\S{1,40}")
_SENTENCE = regex(r"[^\d\n]{2,57}[^\d\n\w]")
"""Words that a value follows: "Your order number is ." with the number in a text of its own."""
_RESULT_BELOW = regex(r"\n\s*=(?=\s*[-\u2212\d])")
"""Calculators give the result on a line below what was worked out."""
_LABELLED = regex(r"[^\d\n]{1,60}[\d.,'\u00a0\u202f]+\s?[^\d\s]{0,4}")


def _best(scores: Mapping[str, int]) -> list[str]:
    most = max(scores.values(), default=0)
    return [number for number, score in scores.items() if score == most][::-1]


def _lines(seen: Sequence[Seen]) -> Iterable[str]:
    """Return each line that was read, with a value behind its label. Cells of a sheet are put together in their rows, and a
    number that stands alone with the words that were read right before it.
    """
    rows: dict[int, dict[int, str]] = {}
    for before, one in zip((None, *seen), seen, strict=False):
        if before is not None and not (before.label or one.label) and _ALONE.fullmatch(one.text):
            yield from [f"{before.text} {one.text}"] if _SENTENCE.fullmatch(before.text) else ()
        reference = parse_reference(one.label) if one.label else None
        if reference is not None and "\n" not in one.text:
            rows.setdefault(reference.area.row, {})[reference.area.column] = one.text
            yield "\t".join(text for _, text in sorted(rows[reference.area.row].items()))
        else:
            whole = _RESULT_BELOW.sub(" =", one.text)
            yield from ([f"{one.label}: {one.text}"] if one.label else whole.split("\n"))


def _asked_words(request: str) -> list[str]:
    words = [one.casefold() for one in _WORD.findall(_PATH.sub(" ", request))]
    return [one for one in dict.fromkeys(words) if one not in _PLAIN_WORDS]


def _lists(question: Question) -> list[str]:
    return [one.text for one in question.seen if "\n" in one.text]


def _counts(question: Question) -> list[float]:
    """Return the lengths of what was read as a list, with and without a heading, where the request asks for a count."""
    if not _COUNTS.search(question.request):
        return []
    lengths = [text.count("\n") + 1 for text in _lists(question)]
    return [float(number) for length in lengths for number in (length, length - 1)]


def _sums(question: Question) -> list[float]:
    """Return sums and the like of the columns of what was read as a list, where the request asks for such."""
    works = [work for asked, work in _SUMS if asked.search(question.request)]
    return [work(values) for work in works for text in _lists(question) for values in _columns(text)]


def _columns(text: str) -> Iterable[list[float]]:
    """Return the numbers of each column. A last line that is itself a total is not recognised."""
    rows = [line.split("\t") for line in text.split("\n")]
    for column in range(min(max(map(len, rows)), 50)):
        cells = [row[column] for row in rows if column < len(row)]
        values = [number for cell in cells if (number := number_in(cell)) is not None]
        if values:
            yield values


def _words(question: Question) -> Judged:
    """Judge by words. Words of the answer that are not in the request must have been read, and the answer must have the text
    under a label that the request names.
    """
    own = [one for one in _WORD.findall(question.answer) if one.casefold() not in _PLAIN_WORDS]
    news = [one for one in own if not holds_text(one, question.request)]
    read = "\n".join(f"{one.label}\n{one.text}" for one in question.seen)
    if not news or not any(holds_text(one, read) for one in news):
        return Judged(f"nothing of the answer was read in this run: {question.answer[:200]!r}")
    names = [one for one in news if one[:1].isupper() and not question.answer.lstrip().startswith(one)]
    unread = [one for one in names if not holds_text(one, read)]
    if unread:
        return Judged(f"{unread[0]!r} is in the answer and was read nowhere in this run")
    return _under_its_label(question)


def _under_its_label(question: Question) -> Judged:
    asked = _asked_words(question.request)
    for seen in question.seen:
        label = [one.casefold() for one in _WORD.findall(seen.label)]
        if not label or not seen.text.strip() or not all(word in asked for word in label):
            continue
        now = [one.text for one in question.seen if one.label == seen.label]
        if not any(holds_text(text, question.answer) for text in now):
            return Judged(f"{seen.label!r} showed {now[-1][:100]!r}, the answer says {question.answer[:200]!r}")
    return Judged()
