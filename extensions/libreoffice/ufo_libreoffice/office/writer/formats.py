"""Gives texts, paragraphs and styles their looks, and finds styles by the names that people know."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..api import each
from ..connection import Shown
from ..evidence import counted, held
from ..looks import LOOKS, give_look, has_look, is_of_paragraphs
from ..property_table import WRITTEN, Place
from ..refusals import Refused
from ..undo import one_step
from .places import missing, paragraphs_of, parts_of, places
from .text import is_wholly, require_text, selected_parts

_WHOLLY = ("bold", "italic", "underline", "strikethrough")
_FAMILIES = {"paragraph": "ParagraphStyles", "character": "CharacterStyles"}
_ALSO = {"default": "Standard", "normal": "Standard", "default paragraph style": "Standard", "body text": "Text body"}
_NOT_OF_STYLES = ("style", "list level")
_SELECTED = "selection"


def set_looks(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Give looks to a `style`, or else to `texts` wherever the document has them as whole words, the paragraphs that are wholly
    as `where` says, what is selected, the `paragraph` with that number among those with text (-1 is the last), or the whole
    document.
    """
    require_text(shown, writable=True)
    if place.style:
        return _edit_style(shown, place, wanted)
    looks = dict(wanted)
    if "style" in wanted:
        looks["style"] = style_named(shown.document, wanted["style"])
    parts = list(_parts(shown, place))
    around = (
        [block for part in parts for block in _paragraphs_around(part)] if any(map(is_of_paragraphs, looks)) else []
    )
    with one_step(shown.document, "Format"):
        # A style that is given later would cover the other looks.
        for look in sorted(looks, key=lambda look: look != "style"):
            for part in around if is_of_paragraphs(look) else parts:
                give_look(part, look, looks[look])
    equal = all(has_look(part, look, value) for look, value in looks.items() for part in _of(look, parts, around))
    said = [
        f"{look} of {counted(len(_of(look, parts, around)), 'place')} reads back as {value!r}"
        for look, value in looks.items()
    ]
    return {
        "texts": [getattr(part, "String", "")[:1000] for part in parts[:20]], "places": len(parts), "equal": equal,
        "said": "; ".join(said), "doubt": _not_installed(shown, wanted.get("font", "")),
    }  # fmt: skip


def _of(look: str, parts: Sequence[Any], around: Sequence[Any]) -> Sequence[Any]:
    return around if is_of_paragraphs(look) else parts


def _not_installed(shown: Shown, font: str) -> str:
    """Return the doubt where LibreOffice shows another font in its place."""
    if not font:
        return ""
    device = shown.controller.Frame.ContainerWindow.getToolkit().createScreenCompatibleDevice(1, 1)
    if font.casefold() in {str(known.Name).casefold() for known in device.getFontDescriptors()}:
        return ""
    return f"the font {font!r} is not installed, so another is shown in its place"


def _parts(shown: Shown, place: Place) -> Iterator[Any]:
    if place.where == _SELECTED:
        yield from selected_parts(shown)
        return
    if not place.texts:
        filled = [block for block in paragraphs_of(shown.document) if block.getString().strip()]
        if place.where:
            yield from _such(shown, filled, place.where)
            return
        number = place.paragraph
        if number > len(filled) or not filled:
            raise Refused(f"the document has {len(filled)} paragraphs with text, so there is no paragraph {number}")
        yield from filled if not number else [filled[number - 1 if number > 0 else -1]]
    for text in place.texts:
        found = places(shown.document, text) or parts_of(shown.document, text)
        if not found:
            raise Refused(missing(shown.document, text))
        yield from found


def _such(shown: Shown, paragraphs: Sequence[Any], where: str) -> list[Any]:
    """Return the paragraphs that are wholly bold, italic …, other than by their style, or that have a style."""
    plain = where.strip().casefold()
    if plain in _WHOLLY:
        found = [block for block in paragraphs if is_wholly(shown.document, block, LOOKS[plain].name)]
        if not found:
            raise Refused(f"no paragraph is wholly {plain}; name the lines by their texts")
        return found
    name = style_named(shown.document, where)
    found = [block for block in paragraphs if block.ParaStyleName == name]
    if not found:
        raise Refused(f"no paragraph has the style {where!r}; name the lines by their texts")
    return found


def _paragraphs_around(part: Any) -> Iterator[Any]:
    if not hasattr(part, "createEnumeration") or hasattr(part, "ParaStyleName"):
        cursor = part.getText().createTextCursorByRange(part)
        cursor.gotoStartOfParagraph(False)
        cursor.gotoEndOfParagraph(True)
        yield cursor
        return
    yield from each(part)


def style_named(document: Any, name: str, family: str = "paragraph") -> str:
    """Return the internal name of a style, by that or by the name that is shown. Raises Refused with near names."""
    found = _found(document, name, family)
    if found is None:
        styles = document.StyleFamilies.getByName(_FAMILIES[family])
        near = difflib.get_close_matches(name, styles.ElementNames, 3, 0.5)
        like = f"did you mean {', '.join(map(repr, near))}? " if near else ""
        raise Refused(
            f"there is no {family} style {name!r}; {like}Take Title, Subtitle, Heading 1 to Heading 10, Text body or Standard"
        )
    return found


def _found(document: Any, name: str, family: str) -> str | None:
    styles = document.StyleFamilies.getByName(_FAMILIES[family])
    plain = name.strip().casefold()
    known = {str(elementname).casefold(): str(elementname) for elementname in styles.ElementNames}
    named = known.get(plain) or known.get(_ALSO.get(plain, "").casefold())
    if named:
        return named
    return next(
        (
            elementname
            for elementname in styles.ElementNames
            if styles.getByName(elementname).DisplayName.casefold() == plain
        ),
        None,
    )


def _edit_style(shown: Shown, place: Place, wanted: Mapping[str, str]) -> dict[str, Any]:
    """Give a style these looks. A style of that name is made where there is none."""
    document, family = shown.document, place.family
    of_family = [
        look
        for look in WRITTEN["writer"]["look"]
        if look not in _NOT_OF_STYLES and (family == "paragraph" or not is_of_paragraphs(look))
    ]
    wrong = [look for look in wanted if look not in of_family]
    if wrong:
        raise Refused(f"a {family} style has no {wrong[0]!r}; it has {', '.join(of_family)}")
    parent = style_named(document, place.based_on, family) if place.based_on else ""
    name = _found(document, place.style, family)
    styles, made = document.StyleFamilies.getByName(_FAMILIES[family]), name is None
    with one_step(document, "Style"):
        if name is None:
            name = place.style.strip()
            service = "ParagraphStyle" if family == "paragraph" else "CharacterStyle"
            styles.insertByName(name, document.createInstance(f"com.sun.star.style.{service}"))
        style = styles.getByName(name)
        if parent or (made and family == "paragraph"):
            style.ParentStyle = parent or "Standard"
        for look, value in wanted.items():
            give_look(style, look, value)
    there = styles.getByName(name)
    equal = all(has_look(there, look, value) for look, value in wanted.items())
    shown_name = str(there.DisplayName)
    is_default = family == "paragraph" and shown_name.casefold().startswith("default paragraph")
    return {
        "style": shown_name, "made": made, "equal": equal and (not parent or there.ParentStyle == parent),
        "said": f"style {shown_name!r} is {'made' if made else 'altered'} and reads back as wanted",
        "holds": [held(f"default {look}", wanted[look]) for look in ("font", "size") if is_default and look in wanted],
    }  # fmt: skip


def list_styles(shown: Shown) -> list[str]:
    """Return the names of the paragraph and character styles that are in use or that a person made."""
    require_text(shown)
    found = []
    for family in _FAMILIES.values():
        styles = shown.document.StyleFamilies.getByName(family)
        all_of_it = (styles.getByName(name) for name in styles.ElementNames)
        found += [str(item.DisplayName) for item in all_of_it if item.isUserDefined() or item.isInUse()]
    return found
