"""Fields of forms in LibreOffice documents: what is written into one counts, and is shown in its final form, once it is left.

LibreOffice does not check a text that is set directly: a date field goes on showing it but holds another day. So it is
typed.
"""

from __future__ import annotations

import unicodedata

from ufo.commands.effects.judge import same_text
from ufo.commands.observe.in_view import above
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import InputEvent, Keys, TypeText, Window
from ufo.errors import NotActionable
from ufo.schema.patterns import regex
from ufo.schema.roles import ONE_LINE_FIELDS

_OFFICE = "libreoffice"
_NUMBER = regex(r"-?\d+(?:\.\d+)?")
_GROUPED = regex(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_CODE = regex(r"\A[A-Z]{3}\s|\s[A-Z]{3}\Z")


def has_forms(window: Window) -> bool:
    """Tell whether the window's documents may contain forms of this kind."""
    return window.app_root.startswith(_OFFICE)


def is_form_field(window: Window, snapshot: Snapshot | None, element: Element) -> bool:
    if snapshot is None or element.by_sight or element.role not in ONE_LINE_FIELDS or not has_forms(window):
        return False
    return any(one.role == "Document" for one in above(snapshot, element))


def is_mute(element: Element) -> bool:
    """Tell whether the field reports nothing of its text, as a field of several lines does."""
    return element.role == "Edit" and element.value is None


def typed(element: Element, wanted: str, added: str | None) -> list[InputEvent]:
    """Return the events that leave the field with `wanted` in it. A mute field that keeps its text gets only `added`.

    Raises NotActionable for characters that no such field takes.
    """
    has_lines = "multiline" in element.states
    if "\t" in wanted or ("\n" in wanted and not has_lines):
        raise NotActionable(
            f"a tab{'' if has_lines else ' or a line break'} leaves {element.role} {element.name!r}; write the text without it"
        )
    if added is not None and is_mute(element):
        return [Keys(("ctrl", "end")), TypeText(added)]
    written: InputEvent = TypeText(wanted) if wanted else Keys(("delete",))
    return [Keys(("ctrl", "a")), written, *(() if has_lines else (Keys(("tab",)),))]


def same_as_left(wanted: str, shown: str) -> bool:
    """Tell whether `shown` is how a field shows `wanted` once it was left: 9.5 as € 9.50, 1234 as 1,234.00."""
    if same_text(wanted, shown):
        return True
    bare = _CODE.sub("", "".join(sign for sign in shown.strip() if unicodedata.category(sign) != "Sc")).strip()
    plain = bare.replace(",", "") if _GROUPED.fullmatch(bare) else bare
    return bool(_NUMBER.fullmatch(wanted.strip())) and same_text(wanted.strip(), plain)
