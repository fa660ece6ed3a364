"""Compares properties, charts, keys and members: what has a name and a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ufo.conditions.readers.model import Chart, Reference
from ufo.conditions.readers.numbers import number_in
from ufo.conditions.readers.references import area_name
from ufo.proof.difference.by_products import WRITTEN_OUT
from ufo.proof.difference.content import PROTECTED, UNLOCKED, UNSAID, SheetContent
from ufo.proof.difference.line_words import counted, decimal, listed, quoted, shortened, shown, unique
from ufo.proof.difference.told import Telling
from ufo.schema.patterns import regex

_UNSET = frozenset({"", "off", "none", "0", "not set", "click", "100%"})
_MOST, _MOST_AREAS = 70, 400
"""Letters of a value, and of one that lists cells."""
_LENGTH = re.compile(r"-?[0-9]+\.[0-9][0-9] mm")
_LAST_DIGIT_MM = 0.015
_ALIGNED = " align"
_MARGINS = {"top margin": "header", "bottom margin": "footer"}
_ROOM = "a program counts the room of a header or footer to the margin beside it when it saves"
_MOST_ROOM_MM = 20.0
OF_EVERY_NEW_FILE = frozenset(
    {
        "page size", "left margin", "right margin", "top margin", "bottom margin", "columns", "default font", "default size",
        "master font", "master size", "master colour", "turned", "transparent", "dpi",
    }
)  # fmt: skip
"""What a new file has of its template or of its kind."""
_FIELDS = ("???", "a field")
"""What a header reads that holds a field alone, such as the name of the sheet."""
_PAGE_NUMBER = regex(r"\w+( [0-9]+)?")
_NUMBER = regex(r"(?<![\w.])-?[0-9]+(?:\.[0-9]+)?(?![\w.])")
_SAYS_NOTHING = "a setting that a program names and leaves empty"


def changed_properties(before: Mapping[str, str], after: Mapping[str, str], where: str = "") -> list[Telling]:
    """Return the properties that differ. One that a side does not have counts as not set there."""
    found = []
    for name in unique([*before, *after]):
        old, new = before.get(name, ""), after.get(name, "")
        if (
            _is_same(old, new)
            or (old in _UNSET and new in _UNSET)
            or new == UNSAID
            or _is_told_with(name, before, after)
        ):
            continue
        if old == UNSAID:
            found.append(_written_out(name, new, where))
            continue
        aligned = _aligned(name, before, after)
        most = _MOST_AREAS if name in (PROTECTED, UNLOCKED) else _MOST
        said = f"{shown(name)} {_written(old, most)} → {_written(new, most)}{f', aligned {aligned}' if aligned else ''}"
        loss = old not in _UNSET and new in _UNSET
        texts = unique((where, name, new, aligned, f"align {aligned}" if aligned else ""))
        by_product = _why_margin(name, before, after)
        found.append(Telling(where, said, texts, unique((old,)), numbers_in(new), loss=loss, by_product=by_product))
    return found


def _is_told_with(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    """Tell whether it is how a header or a footer is aligned that is told with what stands there, or which cells are unlocked,
    with the protection that came or went.
    """
    if name == UNLOCKED:
        return before.get(PROTECTED) != after.get(PROTECTED)
    band = name.removesuffix(_ALIGNED)
    return band in _MARGINS.values() and band != name and before.get(band) != after.get(band)


def _aligned(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Return how what is new in the header or the footer is aligned, "" for what is no part of these, and for a text that is at
    the left as texts are.
    """
    if name == "page number" and after.get(name) in _MARGINS.values():
        return after.get(f"{after[name]}{_ALIGNED}", "")
    was, now = (side.get(f"{name}{_ALIGNED}", "") for side in (before, after))
    return "" if now == "left" and was in ("", "left") else now


def _why_margin(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Return why a margin needs nobody to ask for it: that the header or the footer beside it came or went."""
    band = _MARGINS.get(name, "")
    had, has = (side.get(band, "") not in _UNSET for side in (before, after))
    lengths = [_LENGTH.fullmatch(side.get(name, "")) for side in (before, after)]
    if not band or had == has or None in lengths:
        return ""
    grown = float(after[name][:-3]) - float(before[name][:-3])
    return _ROOM if 0 < (grown if has else -grown) <= _MOST_ROOM_MM else ""


def _is_same(old: str, new: str) -> bool:
    """Tell whether two values are the same; a length that a program works out anew differs in its last digit."""
    lengths = _LENGTH.fullmatch(old), _LENGTH.fullmatch(new)
    return old == new or (None not in lengths and abs(float(old[:-3]) - float(new[:-3])) < _LAST_DIGIT_MM)


def properties_of_new_sheet(properties: Mapping[str, str], where: str) -> list[Telling]:
    """Return the properties of a new sheet without those of its template."""
    own = {name: value for name, value in properties.items() if name not in OF_EVERY_NEW_FILE}
    if own.get("page orientation") == "portrait":
        del own["page orientation"]
    header, footer = own.get("header", ""), own.get("footer", "")
    if header not in _FIELDS or not _PAGE_NUMBER.fullmatch(footer):
        return changed_properties({}, own, where)
    del own["header"], own["footer"]
    said = f"header {_written(header)}, footer {_written(footer)}, as a new sheet has them"
    why = "LibreOffice heads every new sheet with its name and numbers its pages"
    return [*changed_properties({}, own, where), Telling(where, said, (header, footer), by_product=why)]


def _written_out(name: str, value: str, where: str) -> Telling:
    said = f"{shown(name)} {_written(value)}, which the file did not say before"
    return Telling(where, said, unique((name, value)), numbers=numbers_in(value), by_product=WRITTEN_OUT)


def numbers_in(text: str) -> tuple[str, ...]:
    return unique(decimal(float(found)) for found in _NUMBER.findall(text))


def _written(value: str, most: int = _MOST) -> str:
    return shortened(shown(value), most) if value else "not set"


def charts(before: Sequence[Chart], after: Sequence[Chart], sheets: Sequence[SheetContent] = ()) -> list[Telling]:
    """Return charts that are new, gone or changed, with their kind, title and ranges. `sheets`: those whose headings say what
    the ranges are.
    """
    olds, news = list(before), list(after)
    for chart in before:
        same = next((new for new in news if _drawn(new) == _drawn(chart)), None)
        if same is not None:
            news.remove(same)
            olds.remove(chart)
    found = []
    for chart in list(news):
        same = next(
            (old for old in olds if old.sheet == chart.sheet and (old.ranges == chart.ranges or len(olds) == 1)), None
        )
        said = f"new {chart_said(chart)}"
        gone: tuple[str, ...] = ()
        if same is not None:
            olds.remove(same)
            said, gone = f"chart changed: {chart_said(same)} → {chart_said(chart)}", chart_texts(same)
        heads = _headings(chart, sheets)
        said += f", headed {listed([quoted(head, 24) for head in heads], 5)}" if heads else ""
        found.append(Telling(chart.sheet, said, unique([*chart_texts(chart), *heads]), gone, (str(chart.series),)))
    found += [
        Telling(chart.sheet, f"{chart_said(chart)} is gone", gone=chart_texts(chart), loss=True) for chart in olds
    ]
    return found


def _drawn(chart: Chart) -> tuple[Chart, frozenset[Reference]]:
    """Return a chart with what it draws, once and in no order: a range around others adds nothing."""
    ranges = frozenset(
        reference
        for reference in chart.ranges
        if not any(other != reference and _is_around(reference, other) for other in chart.ranges)
    )
    return replace(chart, ranges=(), drawn=()), ranges


def _is_around(outer: Reference, inner: Reference) -> bool:
    return outer.sheet == inner.sheet and outer.area.holds(inner.area)


def _ranges(chart: Chart) -> list[str]:
    return list(unique(f"{reference.sheet or chart.sheet}!{area_name(reference.area)}" for reference in chart.ranges))


def _headings(chart: Chart, sheets: Sequence[SheetContent]) -> tuple[str, ...]:
    """Return what heads the ranges of a chart: the text right above each, or in its first cell."""
    cells = {sheet.name: sheet.sheet.cells for sheet in sheets}
    found = []
    for reference in chart.ranges:
        of_sheet = cells.get(reference.sheet or chart.sheet, {})
        area = reference.area
        for column in range(area.column, min(area.end_column, area.column + _MOST_HEADED) + 1):
            places = ((area.row - 1, column), (area.row, column))
            texts = (cell.shown for place in places if (cell := of_sheet.get(place)) and cell.value is None)
            found += [text for text in texts if text][:1]
    return unique(found)


def chart_said(chart: Chart) -> str:
    titles = [quoted(title) for title in (chart.title, chart.x_title, chart.y_title) if title]
    title = f" titled {', '.join(titles)}" if titles else " without a title"
    drawn = f" of {listed(_ranges(chart), 5)}" if chart.ranges else ""
    return f"{chart.kind} chart{title}{drawn}, {counted(chart.series, 'series', 'series')}, legend {chart.legend}"


def chart_texts(chart: Chart) -> tuple[str, ...]:
    ranges = _ranges(chart)
    bare = [text.rpartition("!")[2] for text in ranges]
    return unique([chart.sheet, chart.kind, "chart", chart.title, chart.x_title, chart.y_title, *ranges, *bare])


_MOST_HEADED = 8
WhyKey = Callable[[str], str]


def changed_values(before: Mapping[str, str], after: Mapping[str, str], why_key: WhyKey | None = None) -> list[Telling]:
    """Return the settings that are new, gone or changed, by their keys, and in one line those for which nobody has to
    ask.
    """
    differing = [key for key in unique([*before, *after]) if before.get(key) != after.get(key)]
    reasons = {key: why for key in differing if why_key is not None and (why := why_key(key))}
    reasons |= {key: _SAYS_NOTHING for key in differing if why_key is not None and key not in before and not after[key]}
    keys = [key for key in differing if key not in reasons]
    told = _by_products(reasons, after) if reasons else []
    return told + [_value(key, before.get(key), after.get(key)) for key in keys]


def _by_products(reasons: Mapping[str, str], after: Mapping[str, str]) -> list[Telling]:
    said = f"{counted(len(reasons), 'key')} that the program keeps for itself: {listed([shown(key) for key in reasons], 3)}"
    texts = unique([*reasons, *(after.get(key, "") for key in reasons)])
    return [Telling("", said, texts, by_product="; ".join(dict.fromkeys(reasons.values())))]


def _value(key: str, old: str | None, new: str | None) -> Telling:
    name = shortened(shown(key), 90)
    texts = unique((key, re.split(r"[.\]]", key)[-1], new or ""))
    gone = unique((old or "",))
    numbers = unique(decimal(value) for value in (number_in(new or ""),) if value is not None)
    if old is None:
        return Telling("", f"{name}: new, {quoted(new or '', 70)}", texts, (), numbers)
    if new is None:
        return Telling("", f"{name}: gone, was {quoted(old, 70)}", (key,), gone, loss=True)
    return Telling("", f"{name}: {quoted(old, 50)} → {quoted(new, 60)}", texts, gone, numbers, loss=True)


def changed_members(before: Mapping[str, str], after: Mapping[str, str]) -> list[Telling]:
    """Return the members of an archive that are new, gone or have another content."""
    new = [name for name in after if name not in before]
    gone = [name for name in before if name not in after]
    other = [name for name in after if name in before and before[name] != after[name]]
    left = f"of {counted(len(after), 'member')} now" if before else f"{counted(len(after), 'member')} in all"
    few = {name: f" ({after[name]})" for name in new if after[name] and len(new) < 4}
    found = []
    for what, names in (("new members", new), ("members with another content:", other), ("members gone:", gone)):
        if names:
            said = f"{what} {listed([quoted(name) + few.get(name, '') for name in names], 8)}, {left}"
            held, lost = ((), tuple(names)) if names is gone else (tuple(names), ())
            numbers = (str(len(new)), str(len(after))) if names is new else ()
            found.append(Telling("", said, held, lost, numbers, loss=names is not new))
    return found
