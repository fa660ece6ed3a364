"""Which controls belong to a save dialog itself, by the tree alone: a page or a document can take the names of a dialog's parts,
but it cannot stand elsewhere than in its own place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ufo.commands.policy.scene.scene import Scene
from ufo.desktop.snapshot import Element


def parts_of_dialogs(scene: Scene, dialogs: Sequence[str]) -> tuple[Element, ...]:
    """Return what stands in the dialogs of these names, and in no document; without such a dialog all that is in no document:
    the window is the dialog.
    """
    outside = tuple(_outside_of_documents(scene))
    inside = tuple(_below(outside, dialogs))
    return inside or outside


def _outside_of_documents(scene: Scene) -> Iterator[Element]:
    document = None
    for element in scene.selection.snapshot or ():
        if document is not None and element.depth <= document:
            document = None
        if document is None and element.role == "Document":
            document = element.depth
        if document is None:
            yield element


def _below(elements: Sequence[Element], dialogs: Sequence[str]) -> Iterator[Element]:
    dialog = None
    for element in elements:
        if dialog is not None and element.depth <= dialog:
            dialog = None
        if dialog is not None:
            yield element
        elif element.role == "Dialog" and element.name in dialogs:
            dialog = element.depth
