from __future__ import annotations

from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.toolkits.gtk3 import GTK3
from ufo.desktop.linux.tree.elements import words_of

_COMBO_BOX, _LABEL, _STATIC, _SECTION = 11, 29, 116, 85


def _labels(holder: int) -> list[str]:
    """Return the labels of the boxes in a holder that says "From", a box, "to", and a box that has no name."""
    around = Node(Ref(":1.1", "/1"), None)
    around.kind = holder
    for place, (kind, name) in enumerate(
        ((_STATIC, "From"), (_COMBO_BOX, "From to"), (_STATIC, "to"), (_COMBO_BOX, ""))
    ):
        part = Node(Ref(":1.1", f"/1/{place}"), around)
        part.kind, part.name = kind, name
        around.children.append(part)
    return [words_of(part, "ComboBox", GTK3.wording)[2] for part in around.children if part.kind == _COMBO_BOX]


def test_the_second_field_of_a_label_is_labelled_by_the_words_before_it() -> None:
    assert _labels(_LABEL) == ["", "to"]
    assert _labels(_SECTION) == ["", ""]
