"""Compares presentations slide by slide: added, removed, moved, and what changed on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ufo.proof.difference.by_products import INHERITED
from ufo.proof.difference.comparing.alignment import Alignment, align, moves
from ufo.proof.difference.comparing.paragraphs import compare_paragraphs
from ufo.proof.difference.comparing.properties import changed_properties
from ufo.proof.difference.comparing.runs import look_said
from ufo.proof.difference.content import Paragraph, Slide
from ufo.proof.difference.line_words import counted, listed, quoted, unique
from ufo.proof.difference.told import Telling
from ufo.schema.patterns import regex

_COLOUR = regex(r"#[0-9a-f]{6}")
_SHADE = 6
"""Of 255 steps of a colour."""
QUIET = frozenset({"bullets"})
"""Counts that follow from the texts."""


def paired_slides(before: Sequence[Slide], after: Sequence[Slide]) -> Alignment:
    """Return which slide became which; where only their order is another, in the order from before."""
    olds, news = [_held(slide) for slide in before], [_held(slide) for slide in after]
    if _is_reordered(olds, news):
        return Alignment(tuple(moves(olds, news)))
    return align(olds, news, lambda old, new: _likeness(olds[old], news[new], old == new))


def compare_slides(before: Sequence[Slide], after: Sequence[Slide]) -> list[Telling]:
    """Return the differences but for those of pictures."""
    found = paired_slides(before, after)
    told = [_gone(place, before, after) for place in found.removed]
    for place in found.inserted:
        told += _new(place, after)
    order = [new for _, new in found.pairs]
    if order != sorted(order):
        told.append(_reordered(order, after))
    pairs = [(before[old], after[new]) for old, new in found.pairs]
    for (_, new), pair in zip(found.pairs, pairs, strict=True):
        told += _changed(*pair, f"slide {new + 1} of {len(after)}")
    inherited = unique(look_said(name, value) for pair in pairs for name, value in _inherited(*pair))
    if inherited:
        said = f"{listed(inherited, 6)}, which texts had of their layouts, now also stand on the slides"
        told.append(Telling("", said, inherited, by_product=INHERITED))
    return told


def _is_reordered(olds: Sequence[tuple[str, ...]], news: Sequence[tuple[str, ...]]) -> bool:
    return olds != news and len(olds) > 1 and Counter(olds) == Counter(news)


def _held(slide: Slide) -> tuple[str, ...]:
    """Return what a slide is known by."""
    return (*_texts(slide), *(picture.key for picture in slide.pictures))


def _reordered(order: Sequence[int], after: Sequence[Slide]) -> Telling:
    titles = listed([quoted(_title(slide), 24) for slide in after], 6)
    moved = [f"{was} → {now + 1}" for was, now in enumerate(order, 1) if was != now + 1]
    said = f"the same {counted(len(after), 'slide')} in another order ({listed(moved, 6)}): {titles}"
    numbers = unique(str(now + 1) for was, now in enumerate(order, 1) if was != now + 1)
    return Telling("", said, unique(_title(slide) for slide in after), numbers=numbers)


def _looks(paragraph: Paragraph) -> set[str]:
    return {*paragraph.look, *(name for _, look in paragraph.runs for name in look)}


def _inherited(before: Slide, after: Slide) -> Iterator[tuple[str, str]]:
    """Iterate over the looks of texts that say now what they had of their layout before, with what they are."""
    for old, new in _one_by_one(before, after):
        for name in sorted(_as_inherited(old, new)):
            yield name, next(look[name] for look in (new.look, *(look for _, look in new.runs)) if name in look)


def _one_by_one(before: Slide, after: Slide) -> Iterator[tuple[Paragraph, Paragraph]]:
    """Iterate over the filled paragraphs, each with the one from before that has its text, or else its place."""
    olds = _filled(before)
    by_text = {paragraph.text: paragraph for paragraph in olds}
    for place, new in enumerate(_filled(after)):
        if new.text in by_text or olds:
            yield by_text.get(new.text, olds[min(place, len(olds) - 1)]), new


def _as_inherited(old: Paragraph, new: Paragraph) -> frozenset[str]:
    """Return the looks that the text said nothing of, and that all of it says now as its layout gave it before."""
    unset = set(old.inherited) - _looks(old)
    looks = [new.look, *(look for text, look in new.runs if text.strip())]
    said = {name: {look[name] for look in looks if name in look} for name in unset & _looks(new)}
    return frozenset(
        name
        for name, values in said.items()
        if values and all(_is_same(value, old.inherited[name]) for value in values)
    )


def _is_same(value: str, other: str) -> bool:
    """Tell whether two values are the same; programs that work out a colour of a theme differ by a shade that nobody sees."""
    if not (_COLOUR.fullmatch(value) and _COLOUR.fullmatch(other)):
        return value.casefold() == other.casefold()
    return all(abs(int(value[at : at + 2], 16) - int(other[at : at + 2], 16)) <= _SHADE for at in (1, 3, 5))


def _without(paragraph: Paragraph, names: frozenset[str]) -> Paragraph:
    return paragraph.without(lambda name, _: name in names)


def _likeness(old: tuple[str, ...], new: tuple[str, ...], is_same_place: bool) -> float:
    common = len(set(old) & set(new))
    return common + 0.5 * is_same_place if common else 0.2 * is_same_place


def _texts(slide: Slide) -> tuple[str, ...]:
    return tuple(paragraph.text for paragraph in slide.paragraphs)


def _title(slide: Slide) -> str:
    return next((paragraph.text for paragraph in slide.paragraphs if paragraph.text.strip()), "")


def _gone(place: int, before: Sequence[Slide], after: Sequence[Slide]) -> Telling:
    texts = [text for text in _texts(before[place]) if text.strip()]
    said = f"slide {place + 1} of {len(before)} removed; gone: {listed([quoted(text) for text in texts])}; "
    said += f"{counted(len(after), 'slide')} left"
    return Telling(f"slide {place + 1}", said, (), unique(texts), (str(place + 1), str(len(after))), loss=True)


def _new(place: int, after: Sequence[Slide]) -> list[Telling]:
    slide = after[place]
    texts = [text for text in _texts(slide) if text.strip()]
    layout = slide.properties.get("layout", "")
    held = listed([quoted(text, 50) for text in texts], 6) if texts else "no text"
    said = f"new slide, number {place + 1} of {len(after)}{f', layout {layout}' if layout else ''}: {held}"
    rest = {name: value for name, value in slide.properties.items() if name not in ("layout", *QUIET)}
    telling = Telling(f"slide {place + 1}", said, unique([*texts, layout]), numbers=(str(place + 1), str(len(after))))
    return [telling, *changed_properties({"slide background": "none"}, rest, f"slide {place + 1}")]


def _changed(before: Slide, after: Slide, where: str) -> list[Telling]:
    quiet = {id(new): _as_inherited(old, new) for old, new in _one_by_one(before, after)}
    news = [_without(paragraph, quiet.get(id(paragraph), frozenset())) for paragraph in _filled(after)]
    told = compare_paragraphs(_filled(before), news, "line", where)
    properties = [
        {name: value for name, value in slide.properties.items() if name not in QUIET} for slide in (before, after)
    ]
    return [*told, *changed_properties(properties[0], properties[1], where)]


def _filled(slide: Slide) -> list[Paragraph]:
    return [paragraph for paragraph in slide.paragraphs if paragraph.text.strip()]
