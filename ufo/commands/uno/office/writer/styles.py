"""Styles of paragraphs and characters: found by the names that people know, made and altered."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from ..api import Refused
from ..connection import Shown
from ..undo import one_step
from .looks import OF_CHARACTERS, OF_PARAGRAPHS, give_look, has_look
from .text import require_text

_FAMILIES = {"paragraph": "ParagraphStyles", "character": "CharacterStyles"}
_ALSO = {"default": "Standard", "normal": "Standard", "default paragraph style": "Standard", "body text": "Text body"}
_NOT_OF_STYLES = ("style", "list level")


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
    known = {str(one).casefold(): str(one) for one in styles.ElementNames}
    named = known.get(plain) or known.get(_ALSO.get(plain, "").casefold())
    if named:
        return named
    return next((one for one in styles.ElementNames if styles.getByName(one).DisplayName.casefold() == plain), None)


def edit_style(shown: Shown, style: str, family: str, looks: Mapping[str, str], based_on: str) -> dict[str, Any]:
    """Give a style these looks. A style of that name is made where there is none."""
    require_text(shown)
    shown.require_writable()
    document = shown.document
    allowed = OF_CHARACTERS if family == "character" else {**OF_CHARACTERS, **OF_PARAGRAPHS}
    wrong = [one for one in looks if one not in allowed or one in _NOT_OF_STYLES]
    if wrong:
        raise Refused(
            f"a {family} style has no {wrong[0]!r}; it has {', '.join(one for one in allowed if one not in _NOT_OF_STYLES)}"
        )
    parent = style_named(document, based_on, family) if based_on else ""
    name = _found(document, style, family)
    styles = document.StyleFamilies.getByName(_FAMILIES[family])
    with one_step(document, "Style"):
        if name is None:
            name = style.strip()
            service = "ParagraphStyle" if family == "paragraph" else "CharacterStyle"
            styles.insertByName(name, document.createInstance(f"com.sun.star.style.{service}"))
            made = True
        else:
            made = False
        one = styles.getByName(name)
        if parent or (made and family == "paragraph"):
            one.ParentStyle = parent or "Standard"
        for look, value in looks.items():
            give_look(one, look, value)
    there = styles.getByName(name)
    equal = all(has_look(there, look, value) for look, value in looks.items()) and (
        not parent or there.ParentStyle == parent
    )
    return {"style": str(there.DisplayName), "made": made, "equal": equal}


def list_styles(shown: Shown) -> list[str]:
    """Return the names of the paragraph and character styles that are in use or that a person made."""
    require_text(shown)
    found = []
    for family in _FAMILIES.values():
        styles = shown.document.StyleFamilies.getByName(family)
        all_of_it = (styles.getByName(name) for name in styles.ElementNames)
        found += [str(one.DisplayName) for one in all_of_it if one.isUserDefined() or one.isInUse()]
    return found


OPERATIONS: dict[str, Callable[..., Any]] = {"writer.edit_style": edit_style, "writer.list_styles": list_styles}
