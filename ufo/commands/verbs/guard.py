"""What a verb presses on its own way is judged when it is seen: what nobody has looked at is not agreed to by a path of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ufo.commands.classes import class_of_label
from ufo.commands.judging.controls import pressing
from ufo.commands.judging.scene import Scene
from ufo.commands.scope import ToolScope
from ufo.desktop.backend import Window
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.action_class import ActionClass

_PLAIN = frozenset({ActionClass.OBSERVE, ActionClass.NAVIGATE, ActionClass.EDIT, ActionClass.CREATE})


def classes_of(words: Iterable[str]) -> frozenset[ActionClass]:
    """What the policy has judged already, because the words were part of the command."""
    return _PLAIN | {class_of_label(one) for one in words}


def require_judged(
    scope: ToolScope, windows: Sequence[Window], snapshot: Snapshot, element: Element, judged: frozenset[ActionClass]
) -> None:
    """Raises NotActionable where pressing `element` would do more than the command said when it was judged."""
    selection = replace(scope.selection, snapshot=snapshot)
    found = pressing(Scene(selection, tuple(windows), (), scope.working_folder), element)
    if found.action_class not in judged:
        raise NotActionable(
            f"{found.what} is more than was asked for here; look, and click it by itself if it is wanted"
        )
