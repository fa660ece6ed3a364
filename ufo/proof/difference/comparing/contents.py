"""Compares what a file held with what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ufo.proof.difference.comparing.paragraphs import compare_paragraphs
from ufo.proof.difference.comparing.properties import (
    OF_EVERY_NEW_FILE,
    WhyKey,
    changed_members,
    changed_properties,
    changed_values,
    charts,
    numbers_in,
)
from ufo.proof.difference.comparing.remarks import changed_remarks, counts_told
from ufo.proof.difference.comparing.sheets import compare_sheets
from ufo.proof.difference.comparing.slides import compare_slides
from ufo.proof.difference.content import EMPTY, UNSAID, Content, Paragraph
from ufo.proof.difference.line_words import counted, listed, quoted, shortened, shown, unique
from ufo.proof.difference.told import Telling, together

_MOST_TOLD = 40


def compare(before: Content, after: Content, why_key: WhyKey | None = None) -> list[Telling]:
    """Return the differences, at most a few dozen. `before` is EMPTY for a file that is new. `why_key`: tells of settings why
    nobody has to ask for a change of that key.
    """
    is_new = before is EMPTY
    if not is_new:
        before, after = _without_new_defaults(before, after)
    told: list[Telling] = []
    if before.sheets or after.sheets:
        told += compare_sheets(before, after)
    elif before.slides or after.slides:
        told += compare_slides(before.slides, after.slides) + charts(before.charts, after.charts)
    else:
        told += compare_paragraphs(before.paragraphs, after.paragraphs, after.unit)
        told += changed_remarks(before.remarks, after.remarks, after.paragraphs)
    told += changed_values(before.values, after.values, why_key)
    told += changed_members(before.members, after.members)
    counts = counts_told(before.remarks, after.remarks)
    olds, news = (
        {name: value for name, value in side.properties.items() if name not in counts} for side in (before, after)
    )
    told += _of_new(news) if is_new else changed_properties(olds, news)
    return joined_rest(told)


def _without_new_defaults(before: Content, after: Content) -> tuple[Content, Content]:
    """Return both without what a program takes where no style says anything, and wrote out when it saved a file that left that
    open: texts that look so now looked so before.
    """
    new = {name: value for name, value in after.defaults.items() if name not in before.defaults}
    if not new:
        return before, after

    def is_default(name: str, value: str) -> bool:
        return new.get(name) == value

    left_open = {
        name: UNSAID
        for name, value in after.properties.items()
        if is_default(name.removeprefix("default "), value) and not before.properties.get(name)
    }
    before = replace(before, properties={**before.properties, **left_open})
    return _without(before, is_default), _without(after, is_default)


def _without(content: Content, is_quiet: Callable[[str, str], bool]) -> Content:
    def rest(paragraphs: Iterable[Paragraph]) -> tuple[Paragraph, ...]:
        return tuple(paragraph.without(is_quiet) for paragraph in paragraphs)

    slides = tuple(replace(slide, paragraphs=rest(slide.paragraphs)) for slide in content.slides)
    return replace(content, paragraphs=rest(content.paragraphs), slides=slides)


def _of_new(properties: Mapping[str, str]) -> list[Telling]:
    """Tell the properties of a new file in one line, without what it has of its kind or template."""
    own = {
        name: value
        for name, value in properties.items()
        if name not in OF_EVERY_NEW_FILE
        and value not in (UNSAID, "off", "none", "0", "")
        and (name, value) not in (("header align", "left"), ("footer align", "left"))
    }
    if not own:
        return []
    said = ", ".join(f"{name} {shortened(shown(value), 60)}" for name, value in own.items())
    texts, numbers = unique([*own, *own.values()]), unique(n for value in own.values() for n in numbers_in(value))
    return [Telling("", said, texts, numbers=numbers)]


def summary(content: Content) -> str:
    """Return what a new file holds in a few words: "2 sheets (Sheet1, Sheet2)", "3 lines", "320 x 213"."""
    if content.unread:
        return content.unread
    if content.sheets:
        filled = sum(len(sheet.sheet.cells) for sheet in content.sheets)
        names = listed([quoted(sheet.name, 20) for sheet in content.sheets], 6)
        return f"{counted(len(content.sheets), 'sheet')} ({names}), {counted(filled, 'filled cell')}"
    if content.slides:
        return counted(len(content.slides), "slide")
    if content.members:
        return counted(len(content.members), "member")
    if content.values:
        return counted(len(content.values), "value")
    if content.paragraphs:
        return counted(len(content.paragraphs), content.unit)
    return content.properties.get("size", "empty")


def joined_rest(told: list[Telling]) -> list[Telling]:
    """Return the tellings; of too many the first ones and the rest in one, which holds the literals of all of them."""
    if len(told) <= _MOST_TOLD:
        return told
    rest = [telling for telling in told[_MOST_TOLD - 1 :] if not telling.by_product]
    if not rest:
        return told[: _MOST_TOLD - 1]
    places = listed([telling.where or telling.said[:40] for telling in rest], 8)
    said = f"{counted(len(rest), 'more difference')}, at {places}; the first: {shortened(rest[0].said, 80)}"
    return [*told[: _MOST_TOLD - 1], together("", said, rest)]
