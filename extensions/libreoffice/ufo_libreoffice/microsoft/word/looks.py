"""Gives texts, paragraphs, styles and pages of Word their looks, by the properties of the table that every office has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown, one_step
from ufo_libreoffice.microsoft.values import (
    AUTOMATIC,
    Look,
    OfficeError,
    alike,
    choice,
    colour,
    each,
    give,
    points,
    switch,
    wrong_in,
)
from ufo_libreoffice.microsoft.word.places import filled, missing, places, plain, range_of, require_text, words_of
from ufo_libreoffice.microsoft.word.text import numbered
from ufo_libreoffice.office.evidence import counted, held
from ufo_libreoffice.office.property_table import Place
from ufo_libreoffice.office.refusals import Refused

_MULTIPLE, _POINTS_PER_LINE, _COLLAPSE_TO_START = 5, 12, 1
"""wdLineSpaceMultiple, and wdCollapseStart."""
_LETTERS: Look = {
    "bold": ("Font.Bold", switch),
    "italic": ("Font.Italic", switch),
    "underline": ("Font.Underline", choice(on=1, off=0)),
    "strikethrough": ("Font.StrikeThrough", switch),
    "colour": ("Font.Color", lambda value: AUTOMATIC if value == "none" else colour(value)),
    "highlight": ("Font.Shading.BackgroundPatternColor", lambda value: AUTOMATIC if value == "none" else colour(value)),
    "size": ("Font.Size", float),
    "font": ("Font.Name", str),
    "superscript": ("Font.Superscript", switch),
    "subscript": ("Font.Subscript", switch),
}
_PARAGRAPHS: Look = {
    "align": ("ParagraphFormat.Alignment", choice(left=0, center=1, right=2, justify=3)),
    "space above": ("ParagraphFormat.SpaceBefore", points),
    "space below": ("ParagraphFormat.SpaceAfter", points),
    "indent": ("ParagraphFormat.LeftIndent", points),
    "first line": ("ParagraphFormat.FirstLineIndent", points),
    "page break": ("ParagraphFormat.PageBreakBefore", switch),
    "line spacing": ("ParagraphFormat.LineSpacing", lambda value: float(value) * _POINTS_PER_LINE),
    "list level": ("ListFormat.ListLevelNumber", int),
}
_LISTS: Look = {
    # wdListNoNumbering, wdListBullet and wdListSimpleNumbering, which only the methods of a list set.
    "list": ("ListFormat.ListType", choice(none=0, bullet=2, number=3)),
}
_NUMBERINGS = {"1": 0, "I": 1, "i": 2, "A": 3, "a": 4}
"""wdListNumberStyle."""
_PAGE: Look = {
    "page orientation": ("Orientation", choice(portrait=0, landscape=1)),
    "left margin": ("LeftMargin", points),
    "right margin": ("RightMargin", points),
    "top margin": ("TopMargin", points),
    "bottom margin": ("BottomMargin", points),
}
_WHOLLY = ("bold", "italic", "underline", "strikethrough")
_STYLES = {
    "default": -1, "normal": -1, "standard": -1, "body text": -67, "text body": -67, "title": -63, "subtitle": -75,
    "quote": -181, "caption": -35, **{f"heading {level}": -1 - level for level in range(1, 10)},
}  # fmt: skip
"""wdBuiltinStyle: their names differ from language to language, their numbers do not."""
_PARAGRAPH_STYLE, _CHARACTER_STYLE = 1, 2
_PRIMARY, _FIRST = 1, 2
"""wdHeaderFooterPrimary and wdHeaderFooterFirstPage."""
_FIELDS = {"page": 33, "pages": 26, "date": 31, "time": 32, "title": 15, "author": 17, "file": 29}
"""wdFieldType."""


def set_looks(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give looks to a `style`, or else to `texts` wherever the document has them, the paragraphs that are wholly as `where`
    says, what is selected, the `paragraph` with that number, or the whole document.
    """
    require_text(shown, writable=True)
    if place.style:
        return _edit_style(shown, place, wanted)
    parts = list(_parts(shown, place))
    with one_step(shown, "Format"):
        # A style that is given later would cover the other looks.
        for look in sorted(wanted, key=lambda look: look != "style"):
            for part in parts:
                _give(shown, part, look, wanted[look])
    wrong = {name for part in parts for name in _wrong(shown, part, wanted)}
    said = (f"{look} of {counted(len(parts), 'place')} reads back as {value!r}" for look, value in wanted.items())
    return {
        "texts": [plain(str(part.Text))[:1000] for part in parts[:20]], "places": len(parts), "equal": not wrong,
        "said": "; ".join(said), "doubt": _not_installed(shown, wanted.get("font", "")),
    }  # fmt: skip


def _parts(shown: Shown, place: Place) -> Iterator[Any]:
    if place.where == "selection":
        chosen = shown.application.Selection.Range
        if int(chosen.Start) == int(chosen.End):
            raise Refused("nothing is selected; call select_place first")
        yield chosen
        return
    for text in place.texts:
        found = places(shown, text)
        if not found:
            raise Refused(missing(shown, text))
        yield from found
    if place.texts:
        return
    known = filled(shown)
    if place.where:
        yield from _such(shown, place.where)
    elif place.paragraph:
        yield words_of(shown, numbered(known, place.paragraph))
    elif known:
        yield shown.document.Content
    else:
        raise Refused("the document has no text")


def _such(shown: Shown, where: str) -> list[Any]:
    """Return the paragraphs that are wholly bold, italic …, or that have a style."""
    look = where.strip().casefold()
    ranges = [range_of(shown, item) for item in filled(shown)]
    if look in _WHOLLY:
        found = [part for part in ranges if not wrong_in(part, _LETTERS, {look: "on"})]
    else:
        name = str(_style(shown, where).NameLocal)
        found = [part for part in ranges if str(part.Style.NameLocal) == name]
    if not found:
        raise Refused(f"no paragraph is wholly {where}, or has that style; name the lines by their texts")
    return found


def _give(shown: Shown, part: Any, look: str, value: str) -> None:
    if look == "style":
        part.Paragraphs.Style = _style(shown, value)
    elif look == "list":
        _list(part, value)
    elif look == "numbering":
        _list(part, "number" if value in _NUMBERINGS else value)
        if value in _NUMBERINGS:
            part.ListFormat.ListTemplate.ListLevels("Item", 1).NumberStyle = _NUMBERINGS[value]
    else:
        if look == "line spacing":
            part.ParagraphFormat.LineSpacingRule = _MULTIPLE
        give(part, {**_LETTERS, **_PARAGRAPHS}, {look: value})


def _list(part: Any, value: str) -> None:
    if value == "none":
        part.ListFormat("RemoveNumbers")
    # Word's own methods take a list away where it is there already.
    elif wrong_in(part, _LISTS, {"list": value}):
        part.ListFormat("ApplyBulletDefault" if value == "bullet" else "ApplyNumberDefault")


def _wrong(shown: Shown, part: Any, wanted: Mapping[str, str]) -> list[str]:
    plainly = {look: value for look, value in wanted.items() if look in _LETTERS or look in _PARAGRAPHS}
    wrong = wrong_in(part, {**_LETTERS, **_PARAGRAPHS}, plainly)
    if "style" in wanted:
        name = str(_style(shown, wanted["style"]).NameLocal)
        wrong += [] if str(part.Paragraphs("Item", 1).Style.NameLocal) == name else ["style"]
    if "list" in wanted:
        wrong += wrong_in(part, _LISTS, {"list": wanted["list"]})
    return wrong


def _not_installed(shown: Shown, font: str) -> str:
    if not font or any(str(known).casefold() == font.casefold() for known in each(shown.application.FontNames)):
        return ""
    return f"the font {font!r} is not installed, so another is shown in its place"


def _style(shown: Shown, name: str) -> Any:
    try:
        return shown.document.Styles("Item", _STYLES.get(name.strip().casefold(), name))
    except OfficeError as error:
        raise Refused(
            f"there is no style {name!r}; take Title, Subtitle, Heading 1 to Heading 9, Normal or one that the document has"
        ) from error


def _edit_style(shown: Shown, place: Place, wanted: Mapping[str, str]) -> dict[str, Any]:
    """Give a style these looks. A style of that name is made where there is none."""
    looks = _LETTERS if place.family == "character" else {**_LETTERS, **_PARAGRAPHS}
    if wrong := [look for look in wanted if look not in looks or look == "list level"]:
        raise Refused(f"a {place.family} style has no {wrong[0]!r}; it has {', '.join(looks)}")
    with one_step(shown, "Style"):
        try:
            style, made = shown.document.Styles("Item", _STYLES.get(place.style.strip().casefold(), place.style)), False
        except OfficeError:
            kind = _CHARACTER_STYLE if place.family == "character" else _PARAGRAPH_STYLE
            style, made = shown.document.Styles("Add", place.style.strip(), kind), True
        if place.based_on:
            style.BaseStyle = str(_style(shown, place.based_on).NameLocal)
        if "line spacing" in wanted:
            style.ParagraphFormat.LineSpacingRule = _MULTIPLE
        give(style, looks, wanted)
    name = str(style.NameLocal)
    is_default = _STYLES.get(place.style.strip().casefold()) == _STYLES["default"]
    return {
        "style": name, "made": made, "equal": not wrong_in(style, looks, wanted),
        "said": f"style {name!r} is {'made' if made else 'altered'} and reads back as wanted",
        "holds": [held(f"default {look}", wanted[look]) for look in ("font", "size") if is_default and look in wanted],
    }  # fmt: skip


def set_page(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Set paper, margins and columns of all pages."""
    require_text(shown, writable=True)
    setups = [section.PageSetup for section in each(shown.document.Sections)]
    plainly = {name: value for name, value in wanted.items() if name in _PAGE}
    wrong = []
    with one_step(shown, "Page"):
        for setup in setups:
            # The orientation first: Word turns the sides and the margins with it.
            give(setup, _PAGE, {name: plainly[name] for name in _PAGE if name in plainly})
            sides = dict(_sides(setup, wanted))
            for name, value in sides.items():
                setattr(setup, name, value)
            if "columns" in wanted:
                setup.TextColumns("SetCount", int(wanted["columns"]))
            wrong += wrong_in(setup, _PAGE, plainly)
            wrong += [name for name, value in sides.items() if not alike(getattr(setup, name), value)]
            wrong += (
                ["columns"] if "columns" in wanted and int(setup.TextColumns.Count) != int(wanted["columns"]) else []
            )
    return {
        "equal": not wrong, "said": "the page reads back as wanted",
        "holds": [held(name, value) for name, value in wanted.items() if "top" not in name and "bottom" not in name],
    }  # fmt: skip


def _sides(setup: Any, wanted: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    if "page size" not in wanted:
        return
    wide, high = (points(side) for side in wanted["page size"].split(" x "))
    if (setup.Orientation == 1) is not (wide > high):
        wide, high = high, wide
    yield from (("PageWidth", wide), ("PageHeight", high))


def set_bands(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Write header and footer. Names in braces become fields: {page}, {pages}, {date}, {time}, {title}, {author}, {file}."""
    require_text(shown, writable=True)
    kind = _FIRST if place.pages == "first" else _PRIMARY
    equal, said = [], []
    with one_step(shown, "Header and footer"):
        for section in each(shown.document.Sections):
            if place.pages != "all":
                section.PageSetup.DifferentFirstPageHeaderFooter = True
            for name in ("header", "footer"):
                bands = section.Headers if name == "header" else section.Footers
                whole = partial(_range_of_band, bands, kind)
                if name in wanted:
                    equal.append(_write_band(whole, wanted[name]))
                    said.append(f"the {name} reads {plain(str(whole().Text)).strip()!r}")
                if align := wanted.get(f"{name} align"):
                    band = whole()
                    give(band, _PARAGRAPHS, {"align": align})
                    equal.append(not wrong_in(band, _PARAGRAPHS, {"align": align}))
    facts = [
        held(name, wanted[name] or "none")
        for name in ("header", "footer")
        if name in wanted and "{" not in wanted[name] and place.pages == "all"
    ]
    return {"equal": all(equal), "said": "; ".join(dict.fromkeys(said)) or "aligned as wanted", "holds": facts}


def _range_of_band(bands: Any, kind: int) -> Any:
    return bands("Item", kind).Range


def _write_band(written: Callable[[], Any], text: str) -> bool:
    band, parts = written(), _divided(text)
    band.Text = ""
    # Each goes before those behind it: what is put at the end of a text may come behind its last mark.
    for words, field in reversed(parts):
        start = band.Duplicate
        start("Collapse", _COLLAPSE_TO_START)
        if field:
            band.Fields("Add", start, field)
        else:
            start.Text = words
    now = str(written().Text)
    return all(words in now for words, field in parts if not field)


def _divided(text: str) -> Sequence[tuple[str, int]]:
    found = []
    for at, part in enumerate(text.replace("}", "{").split("{")):
        if at % 2 and part not in _FIELDS:
            raise Refused(f"{part!r} is no field of a header or footer; take one of {', '.join(_FIELDS)}")
        if part:
            found.append((part, _FIELDS[part] if at % 2 else 0))
    return found
