"""Names the interfaces of AT-SPI2 and reads the answers to its calls. An answer of an unexpected type counts as empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.schema.geometry import Rect

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
TABLE_CELL = "org.a11y.atspi.TableCell"
SELECTION = "org.a11y.atspi.Selection"
PROPERTIES = "org.freedesktop.DBus.Properties"


def state_bits(body: Sequence[Any] | None) -> int:
    words = body[0] if body else ()
    if type(words) is tuple and len(words) == 2 and type(words[0]) is int and type(words[1]) is int:
        # Nearly all answers have this form.
        return int(words[0]) | int(words[1]) << 32
    if not isinstance(words, list | tuple) or not all(isinstance(word, int) for word in words):
        return 0
    return sum(word << (32 * place) for place, word in enumerate(words[:2]))


def rect_of(body: Sequence[Any] | None) -> Rect | None:
    box = body[0] if body else None
    if type(box) is tuple and len(box) == 4 and type(box[0]) is type(box[1]) is type(box[2]) is type(box[3]) is int:
        # Nearly all answers have this form.
        return Rect(*box)
    if not isinstance(box, list | tuple) or len(box) != 4 or not all(isinstance(number, int) for number in box):
        return None
    return Rect(*box)


def refs_of(body: Sequence[Any] | None) -> list[Ref]:
    """Return the objects of an answer a(so), without null references."""
    found = body[0] if body else ()
    if not isinstance(found, list | tuple):
        return []
    return [Ref(item[0], item[1]) for item in found if is_ref(item)]


def is_ref(item: object) -> bool:
    if not isinstance(item, list | tuple) or len(item) != 2:
        return False
    bus, path = item
    return isinstance(bus, str) and isinstance(path, str) and bool(bus and path) and not path.endswith("/null")


def related_refs(body: Sequence[Any] | None, kind: int) -> list[Ref]:
    """Return the targets of one kind of relation in an answer a(ua(so))."""
    found = body[0] if body and isinstance(body[0], list) else ()
    return [
        ref
        for relation in found
        if isinstance(relation, list | tuple) and len(relation) == 2 and relation[0] == kind
        for ref in refs_of([relation[1]])
    ]


def attributes_of(body: Sequence[Any] | None) -> dict[str, str]:
    """Return the attributes of an answer a{ss}."""
    told = body[0] if body else ()
    # `dbus/wire.py` returns a list of pairs where the protocol has a dictionary.
    pairs = told.items() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return {
        pair[0]: pair[1] for pair in pairs if isinstance(pair, list | tuple) and len(pair) == 2 and _are_texts(*pair)
    }


def _are_texts(key: object, value: object) -> bool:
    return isinstance(key, str) and isinstance(value, str)


def variant(body: Sequence[Any] | None) -> object:
    """Return the value inside the variant of a property's answer."""
    return getattr(body[0], "value", None) if body else None
