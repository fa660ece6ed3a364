"""Facts of what was read: the lines that share a literal with the answer or the request, each with its place.

Literals are compared as whole runs of letters or digits, and in scripts that put no space between words by pairs of letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from ufo.proof.difference.line_words import counted, pieces_of
from ufo.proof.literals import listed, shortened
from ufo.schema.fact import Channel, Fact, FactKind
from ufo.schema.patterns import regex
from ufo.schema.seen import Seen
from ufo.text.words import words_and_pairs

_MOST_SHOWN = 40
_BEFORE = 5
"""Lines before the one that is asked for."""
MOST_READ, MOST_ASKED = 20, 6
_MOST_PAGES = 6
PAGE = "://"
_FILE = regex(r"/|\.\w{1,5}$")
_MOST_OF_A_PAGE, _MOST_OF_PAGES = 10, 30
_LEAST_WORTH = 0.01
_LONGEST_LINE, _LONGEST_HEADING, _LONGEST_WHOLE = 180, 40, 4_000
_MOST_LINES, _MOST_ROWS = 20_000, 60
_MORE = " (and more of it)"
_MOST_COMPLETED = 3_000
"""The letters of what is told besides, so that what the answer rests on is told to its end."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of something that was read, or whole rows of a table. `source`: what it is a line of. `whole`: the line that it is a
    piece of.
    """

    text: str
    source: Seen
    whole: str = ""


def facts_of_reading(seen: Iterable[Seen], answer: str, request: str, rows: Iterable[Fact] = ()) -> tuple[Fact, ...]:
    """Return facts in the order of reading: at most `MOST_READ` lines, first those that the answer rests on, then `MOST_ASKED` of
    those that share the rarest literals with the request; and the first lines of each page and named file that a tool read.
    Where others of what a tool read are left out, the last says so. `rows`: what the difference tells of sheets; nothing of it
    is told twice.
    """
    lines = lines_of(seen)
    held = [words_and_pairs(f"{line.source.label} {line.text}") for line in lines]
    common = Counter(token for tokens in held for token in tokens)
    in_answer, in_request = words_and_pairs(answer), words_and_pairs(request)
    worth = [
        (
            _worth(tokens & in_answer, common),
            # What a program tells of itself answers a question, and else only shares its words.
            0.0 if line.source.below else max(_worth(tokens & in_request, common), _of_source(line, request)),
            line.source.by_tool,
            at if _is_record(line) else 0,
        )
        for at, (line, tokens) in enumerate(zip(lines, held, strict=True))
    ]
    order = sorted(range(len(lines)), key=lambda at: worth[at], reverse=True)
    answering = [at for at in order if worth[at][0]]
    asked = [at for at in order if not worth[at][0] and worth[at][1]]
    words = _words_of_files(rows)
    chosen = {*[*answering, *asked[:MOST_ASKED]][:MOST_READ], *_whole(lines, request, words)}
    chosen |= _completed(lines, [at for at in order if at in chosen])
    # A cell that the request names is told by its reference too, which rows do not have.
    cells = {at for at in chosen if lines[at].source.label and words_and_pairs(lines[at].source.label) <= in_request}
    best = _without_scraps(lines, sorted({*_without_rows(lines, sorted(chosen), words), *cells}))
    last = {id(lines[at].source): at for at in best if lines[at].source.by_tool}
    told = Counter(id(lines[at].source) for at in best)
    read = Counter(id(line.source) for line in lines)
    cut = {at for source, at in last.items() if told[source] < read[source]}
    told_facts = [fact_of(lines[at], _MORE if at in cut else "") for at in best]
    return (*told_facts, *_read_too(lines, {lines[at].source.place for at in best}))


def _whole(lines: Sequence[Line], request: str, told_files: Collection[str]) -> list[int]:
    """Return the first lines of each page that a tool read, and of each file that the request names and of which no rows are
    told: what was compared and not taken shares no word with the answer.
    """
    found: list[int] = []
    told: Counter[str] = Counter()
    for at, line in enumerate(lines):
        place = line.source.place
        is_named = _is_of_named(line, request) and _file_name(place) not in told_files
        if (_is_page(line) or is_named) and told[place] < _MOST_OF_A_PAGE and len(found) < _MOST_OF_PAGES:
            told[place] += 1
            found.append(at)
    return found


def _completed(lines: Sequence[Line], chosen: Sequence[int]) -> set[int]:
    """Return all lines of what a tool read and of which some are told, the most telling first, as far as there is room: a reader
    that is told the half of a table or a text cannot see what was not taken, or that nothing else fits.
    """
    of_source: dict[int, list[int]] = {}
    for at, line in enumerate(lines):
        if line.source.by_tool and not line.whole:
            of_source.setdefault(id(line.source), []).append(at)
    found: set[int] = set()
    room = _MOST_COMPLETED
    for source in dict.fromkeys(id(lines[at].source) for at in chosen if lines[at].source.by_tool):
        left = [at for at in of_source.get(source, ()) if at not in chosen]
        needed = sum(len(lines[at].text) for at in left)
        if needed <= room:
            room -= needed
            found.update(left)
    return found


def _is_page(line: Line) -> bool:
    """Tell whether a tool read it on a page, or it is of a table in a window that shows no file."""
    source = line.source
    is_table = "\t" in source.text and bool(source.place) and not _FILE.search(source.place)
    return source.by_tool and (PAGE in source.place or is_table)


def _read_too(lines: Sequence[Line], told: Collection[str]) -> Iterator[Fact]:
    """Yield one fact that names the pages of which nothing is told, so that they can be asked for."""
    pages = Counter(line.source.place for line in lines if _is_page(line))
    others = [
        f"{shortened(place, 100)} ({counted(count, 'line')})" for place, count in pages.items() if place not in told
    ]
    if others:
        named = "; ".join(others[:_MOST_PAGES])
        yield Fact(kind=FactKind.READ, line=f"read too, and not told here: {named}", news=False)


def _words_of_files(rows: Iterable[Fact]) -> Mapping[str, set[str]]:
    """Return the words of all rows that are told of a file, by its name."""
    told: dict[str, set[str]] = {}
    for fact in rows:
        told.setdefault(_file_name(fact.place.partition(", ")[0]), set()).update(words_and_pairs(fact.line))
    return told


def _without_rows(lines: Sequence[Line], chosen: Sequence[int], told: Mapping[str, set[str]]) -> list[int]:
    """Leave out the lines of a file whose every word stands in the rows that are told of it."""
    return [
        at
        for at in chosen
        if not (words := told.get(_file_name(lines[at].source.place))) or not words_and_pairs(lines[at].text) <= words
    ]


def _file_name(place: str) -> str:
    return place.rpartition("/")[2]


def _without_scraps(lines: Sequence[Line], chosen: Sequence[int]) -> list[int]:
    """Leave out what a look showed where a tool read the same cell or line in the same window."""
    read: dict[str, list[str]] = {}
    for line in (lines[at] for at in chosen if lines[at].source.by_tool):
        pieces = (piece.strip().casefold() for row in line.text.split("\n") for piece in (row, *row.split("\t")))
        for piece in pieces:
            read.setdefault(piece, []).append(line.source.place.partition(", ")[0])
    return [at for at in chosen if lines[at].source.by_tool or not _is_within(lines[at], read)]


def _is_within(scrap: Line, read: Mapping[str, Sequence[str]]) -> bool:
    windows = read.get(scrap.text.strip().casefold(), ())
    return any(window and scrap.source.place.startswith(window) for window in windows)


def _of_source(line: Line, request: str) -> float:
    """Return the worth of what was read in a file that the request names: what was taken over from it rests on all of it."""
    return _LEAST_WORTH if _is_of_named(line, request) or _is_record(line) else 0.0


def _is_of_named(line: Line, request: str) -> bool:
    name = _file_name(line.source.place).casefold()
    is_named = bool(name) and (name in request.casefold() or name.rpartition(".")[0] in request.casefold().split())
    return line.source.by_tool and is_named


def _is_record(line: Line) -> bool:
    """Tell whether it is of names with their values, such as options: these are in the words of a program, and "off" or nothing
    may be what is asked for. What was read last of them goes first.
    """
    rows = line.source.text.splitlines()
    return line.source.by_tool and len(rows) > 1 and all(": " in row for row in rows)


def lines_of(seen: Iterable[Seen]) -> list[Line]:
    found: dict[tuple[str, str, str], Line] = {}
    for source in seen:
        for said, whole in _parts(source):
            if said and not _is_its_name(said, source) and len(found) < _MOST_LINES:
                found.setdefault((said, source.label, source.place), Line(said, source, whole))
    return list(found.values())


def _is_its_name(said: str, source: Seen) -> bool:
    name = _file_name(source.place)
    return said == name or (said.startswith("file://") and bool(name) and f"/{name}" in unquote(said))


def _parts(source: Seen) -> Iterator[tuple[str, str]]:
    """Iterate over the lines of what was read, each with the longer one that it is a piece of. Of a table or text that a tool
    returned as many lines are one part as a fact takes, since what was taken over from it is all of it.
    """
    lines = [line.rstrip() if source.by_tool else line.strip() for line in source.text.splitlines()]
    if source.by_tool and 1 < len(lines) <= _MOST_ROWS:
        yield from ((rows, "") for rows in _rows_together(lines))
        return
    for line in lines:
        if len(line) <= _LONGEST_LINE:
            yield line, ""
        else:
            yield from (
                (piece, line if len(line) <= _LONGEST_WHOLE else "") for piece in pieces_of(line, _LONGEST_LINE)
            )


def _rows_together(rows: Sequence[str]) -> Iterator[str]:
    """Join rows as long as they fit into the line of a fact: a row is never cut in two while it fits itself, and a heading goes
    with what stands below it.
    """
    together = ""
    for row in rows:
        joined = f"{together}\n{row}" if together else row
        if together and len(_in_one_line(joined)) > _LONGEST_LINE:
            above, _, last = together.rpartition("\n")
            is_heading = _is_heading(last) and not _is_heading(row)
            if above or not is_heading:
                yield above if is_heading else together
            together = f"{last}\n{row}" if is_heading else row
        else:
            together = joined
    yield together


def _is_heading(line: str) -> bool:
    return 0 < len(line) <= _LONGEST_HEADING and "\t" not in line


def _in_one_line(text: str) -> str:
    return text.replace("\t", " | ").replace("\n", " / ")


def _worth(shared: set[str], common: Counter[str]) -> float:
    """Return how telling the shared literals are: one that stands in few lines tells more, a single letter next to nothing."""
    return sum((1.0 if len(token) > 1 or token.isdigit() else 0.1) / common[token] for token in shared)


def fact_of(line: Line, more: str) -> Fact:
    source = line.source
    where = " › ".join(item for item in (shortened(source.place, 60), shortened(source.label, 40)) if item)
    text = shortened(_in_one_line(line.text), _LONGEST_LINE + _LONGEST_HEADING)
    return listed(
        Fact(
            kind=FactKind.READ,
            line=f"read{f' in {where}' if where else ''}: {text}{more}",
            place=source.place,
            texts=tuple(
                cell for cell in (line.text, line.whole, *_cells(line.text), source.label, source.place) if cell
            ),
            channel=Channel.DOCUMENT if source.by_tool else Channel.ACCESSIBILITY,
            news=False,
        )
    )


def _cells(text: str) -> Sequence[str]:
    """Return the cells of rows, or what stands before and after a colon."""
    if "\t" in text:
        return [cell.strip() for row in text.split("\n") for cell in row.split("\t")]
    key, _, value = text.partition(": ")
    return (key, value) if value else ()


def facts_of_places(seen: Iterable[Seen], places: Sequence[str]) -> tuple[Fact, ...]:
    """Return what was read on the pages and in the windows that are meant, in the order of reading: at most `_MOST_SHOWN` lines.
    A place is meant by its name or the beginning of it, as facts tell it.
    """
    known = list(seen)
    wanted = {place: found for place in places if (found := [source for source in known if _means(place, source)])}
    most = _MOST_SHOWN // max(1, len(wanted))
    facts = [fact_of(line, "") for place, found in wanted.items() for line in _around(place, lines_of(found), most)]
    return tuple({fact.line: fact for fact in facts}.values())


def _means(place: str, source: Seen) -> bool:
    """Tell whether a place is this one, or begins its name, or is its address alone, or is something in it: "Plan - Chromium,
    Tuesday".
    """
    asked, own = place.strip().casefold().rstrip("…"), source.place.casefold()
    is_address = PAGE in asked and own.endswith(f", {asked}")
    return len(asked) > 1 and bool(own) and (own.startswith(asked) or is_address or asked.startswith(f"{own}, "))


def _around(place: str, lines: Sequence[Line], most: int) -> Sequence[Line]:
    """Return the first lines, or those from shortly before where the words stand that are asked for in that place."""
    own = lines[0].source.place
    words = words_and_pairs(place.strip()[len(own) :])
    at = next((at for at, line in enumerate(lines) if words and words <= words_and_pairs(line.text)), 0)
    first = max(0, min(at - _BEFORE, len(lines) - most))
    return lines[first : first + most]
