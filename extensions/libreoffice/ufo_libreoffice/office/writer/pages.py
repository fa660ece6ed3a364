"""Pages of a text document: size, orientation, margins and columns, headers and footers.

LibreOffice takes back a change of a page style only where one of its commands made it, so these are used here; each works on the
page where the cursor stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..api import each, properties
from ..connection import Shown
from ..evidence import held
from ..looks import length
from ..property_table import Place
from ..refusals import Refused
from ..undo import one_step
from .fields import named_in, write_with_fields
from .places import paragraphs_of
from .text import require_text

_SIDES = ("left", "right", "top", "bottom")
_OFF = 15
"""Hundredths of a millimetre: LibreOffice counts in twentieths of a point."""
_ALIGN = {"left": 0, "right": 1, "center": 3}
_FIRST = "First Page"


def styles_in_use(document: Any) -> list[Any]:
    """Return the page styles of the pages, in the order in which they come."""
    known = document.StyleFamilies.getByName("PageStyles")
    used = [name for name in known.ElementNames if known.getByName(name).isInUse()]
    if len(used) > 1:
        names = dict.fromkeys(str(paragraph.PageStyleName or "") for paragraph in paragraphs_of(document))
        used = [name for name in names if name in used] or used
    return [known.getByName(name) for name in used or ["Standard"]]


@contextmanager
def _at_page_of(shown: Shown, style: Any) -> Iterator[None]:
    """Put the cursor on a page of that style, and back where it was."""
    view = shown.controller.getViewCursor()
    kept = view.getText().createTextCursorByRange(view)
    try:
        if view.PageStyleName != style.Name:
            there = next(
                (paragraph for paragraph in paragraphs_of(shown.document) if paragraph.PageStyleName == style.Name),
                None,
            )
            if there is not None:
                view.gotoRange(there.getStart(), False)
        yield
    finally:
        view.gotoRange(kept, False)


def command(shown: Shown, name: str, **arguments: Any) -> None:
    """Run one of LibreOffice's own commands on the document's window. A dot in an argument's name is written "__"."""
    given = properties(**{key.replace("__", "."): value for key, value in arguments.items()})
    frame = shown.controller.getFrame()
    shown.create("frame.DispatchHelper").executeDispatch(frame, f".uno:{name}", "", 0, given)


def set_page(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Set up all pages: their orientation, size ("210 x 297 mm", upright), margins and columns."""
    require_text(shown, writable=True)
    styles = styles_in_use(shown.document)
    margins = {side: length(wanted[f"{side} margin"]) for side in _SIDES if f"{side} margin" in wanted}
    with one_step(shown.document, "Page setup"):
        for style in styles:
            with _at_page_of(shown, style):
                _set_size(shown, style, wanted.get("page orientation", ""), _size_of(wanted))
                _set_margins(shown, style, margins)
                if "columns" in wanted:
                    command(shown, "PageColumnType", PageColumnType=int(wanted["columns"]))
    return {
        "pages": [_described(style) for style in styles], "said": "the page reads back as wanted",
        "equal": all(_is_so(style, wanted, margins) for style in styles),
        # Where there is a header, formats count the margin to it or to the text.
        "holds": [held(name, value) for name, value in wanted.items() if not _is_beside_band(name, styles)],
    }  # fmt: skip


def _size_of(wanted: Mapping[str, str]) -> list[int]:
    return [length(side) for side in wanted.get("page size", "").split(" x ") if side]


def _is_beside_band(name: str, styles: Sequence[Any]) -> bool:
    band = {"top margin": "Header", "bottom margin": "Footer"}.get(name)
    return band is not None and any(_has(style, band) for style in styles)


def _set_size(shown: Shown, style: Any, orientation: str, size: list[int]) -> None:
    is_wide = (orientation or _lies(style)) == "landscape"
    short, long = sorted(size or (style.Width, style.Height))
    if not orientation and not size:
        return
    width, height = (long, short) if is_wide else (short, long)
    command(shown, "AttributePageSize", AttributePageSize__Width=width, AttributePageSize__Height=height)
    if bool(style.IsLandscape) != is_wide:
        command(shown, "AttributePage", AttributePage__Landscape=is_wide)


def _set_margins(shown: Shown, style: Any, wanted: Mapping[str, int]) -> None:
    now = {"left": style.LeftMargin, "right": style.RightMargin, "top": style.TopMargin, "bottom": style.BottomMargin}
    all_four = {**now, **wanted}
    if {"left", "right"} & wanted.keys():
        command(
            shown, "PageLRMargin", PageLRMargin__Left=all_four["left"], PageLRMargin__Right=all_four["right"]
        )  # fmt: skip
    if {"top", "bottom"} & wanted.keys():
        command(
            shown, "PageULMargin", PageULMargin__Upper=all_four["top"], PageULMargin__Lower=all_four["bottom"]
        )  # fmt: skip


def _described(style: Any) -> dict[str, Any]:
    margins = {side: f"{getattr(style, f'{side.title()}Margin') / 100:g} mm" for side in _SIDES}
    return {
        "style": str(style.DisplayName), "size": f"{style.Width / 100:g} x {style.Height / 100:g} mm",
        "orientation": _lies(style), "margins": margins, "columns": max(1, style.TextColumns.ColumnCount),
        "header": _has(style, "Header"), "footer": _has(style, "Footer"),
    }  # fmt: skip


def _lies(style: Any) -> str:
    return "landscape" if style.Width > style.Height else "portrait"


def _is_so(style: Any, wanted: Mapping[str, str], margins: Mapping[str, int]) -> bool:
    sides, size = sorted((style.Width, style.Height)), sorted(_size_of(wanted))
    return (
        wanted.get("page orientation", _lies(style)) == _lies(style)
        and (not size or all(abs(now - side) <= _OFF for now, side in zip(sides, size, strict=True)))
        and all(abs(getattr(style, f"{side.title()}Margin") - value) <= _OFF for side, value in margins.items())
        and wanted.get("columns", "") in ("", str(max(1, style.TextColumns.ColumnCount)))
    )


def set_bands(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Write the header or the footer, fields in braces; an empty text takes it away. `place.pages`: "all", "first" or "others",
    where the first page is the only one, or the one that is left out.
    """
    require_text(shown, writable=True)
    done = [_set_band(shown, part, wanted, place.pages) for part in ("header", "footer") if part in wanted]
    if not done:
        raise Refused("give the header or the footer with its align")
    return {
        **done[-1], "said": "; ".join(band["said"] for band in done), "equal": all(band["equal"] for band in done),
        "holds": [fact for band in done for fact in band["holds"]],
    }  # fmt: skip


def _set_band(shown: Shown, name: str, wanted: Mapping[str, str], pages: str) -> dict[str, Any]:
    part, text = name.title(), wanted[name]
    with one_step(shown.document, part):
        styles = styles_in_use(shown.document)
        if pages != "all":
            first = _first_page_alone(shown, styles[0])
            after = [style for style in styles_in_use(shown.document) if style.Name != first.Name]
            styles = [first] if pages == "first" else after or [_follower(shown.document, first)]
        for style in styles:
            _write_band(shown, style, part, text, wanted.get(f"{name} align", ""))
    texts = [str(getattr(style, f"{part}Text").String) if _has(style, part) else "" for style in styles]
    names = [str(style.DisplayName) for style in styles]
    return {
        "text": texts[0], "styles": names, "equal": _reads(styles, part, text), "holds": _of_band(name, text, pages),
        "said": f"the {name} of {', '.join(names)} reads {texts[0]!r}" if text else f"there is no {name}",
    }  # fmt: skip


def _of_band(name: str, text: str, pages: str) -> list[dict[str, str]]:
    """Return what a file tells of a header or footer."""
    plain = text.partition("{")[0].strip()
    number = [held("field", "on", key="page number")] if "{page}" in text else []
    if pages != "all":
        return number
    return [held(name, "none")] if not text else [*([held(name, plain)] if plain else []), *number]


def _follower(document: Any, style: Any) -> Any:
    return document.StyleFamilies.getByName("PageStyles").getByName(style.FollowStyle)


def _first_page_alone(shown: Shown, style: Any) -> Any:
    """Return the page style that only the first page has. It is given to the first page where another one goes on there."""
    if style.FollowStyle != style.Name:
        return style
    if style.Name != "Standard":
        raise Refused(
            f"a first page of its own is only made where pages have the Default Page Style; they have {style.DisplayName!r}"
        )
    known = shown.document.StyleFamilies.getByName("PageStyles")
    first = known.getByName(_FIRST)
    paragraphs_of(shown.document)[0].PageDescName = _FIRST
    with _at_page_of(shown, first):
        _set_size(shown, first, _lies(style), [style.Width, style.Height])
        _set_margins(shown, first, {side: getattr(style, f"{side.title()}Margin") for side in _SIDES})
    return first


def _has(style: Any, part: str) -> bool:
    return bool(getattr(style, f"{part}IsOn"))


def _write_band(shown: Shown, style: Any, part: str, text: str, align: str) -> None:
    if not text:
        if _has(style, part):
            # An empty one goes without a question.
            getattr(style, f"{part}Text").setString("")
            command(shown, f"InsertPage{part}", PageStyle=style.DisplayName, On=False)
        return
    if not _has(style, part):
        command(shown, f"InsertPage{part}", PageStyle=style.DisplayName, On=True)
    if not _has(style, part):
        return
    holder = getattr(style, f"{part}Text")
    holder.setString("")
    cursor = holder.createTextCursor()
    write_with_fields(shown.document, cursor, text)
    if align:
        cursor.gotoStart(False)
        cursor.gotoEnd(True)
        cursor.ParaAdjust = _ALIGN[align]


def _reads(styles: list[Any], part: str, text: str) -> bool:
    if not text:
        return not any(_has(style, part) for style in styles)
    return all(
        _has(style, part) and _fields_of(getattr(style, f"{part}Text")) == len(named_in(text)) for style in styles
    )


def _fields_of(holder: Any) -> int:
    """Return how many fields stand in a text."""
    return sum(portion.TextPortionType == "TextField" for block in each(holder) for portion in each(block))
