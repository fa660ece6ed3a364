"""Waits for something to come or go."""

from __future__ import annotations

from ufo.planner.intents import ControlPhrase, WaitFor
from ufo.planner.scene.match import Found, find
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.scene.still_shown import still_shown

_TIMEOUT_S = 30
_POLLS = 15


def wait_for(intent: WaitFor, scene: Scene) -> Move:
    if not intent.what:
        call = action("wait", seconds=intent.seconds or 1)
        return first_way_left(scene, "waiting", (lambda: Move("Wait.", (call,)) if scene.has("wait") else None,))
    found = find(ControlPhrase(intent.what), scene.controls)
    if isinstance(found, Found) is not intent.gone:
        told = still_shown(found.control) if isinstance(found, Found) and not scene.unmet else ()
        return Move(f"{intent.what!r} is {'gone' if intent.gone else 'there'}.", steady=True, expect=told)
    timeout_s = intent.seconds or _TIMEOUT_S
    if scene.has("wait_for"):
        call = action("wait_for", name=intent.what, gone=intent.gone, timeout_s=timeout_s)
        return first_way_left(
            scene, f"waiting for {intent.what!r}", (lambda: Move(f"Wait for {intent.what!r}.", (call,)),)
        )
    if scene.has("wait") and len(scene.done("wait")) < _POLLS:
        return Move(f"Wait for {intent.what!r}.", (action("wait", seconds=2),), ends=False)
    return failed(f"{intent.what!r} {'is still there' if intent.gone else 'did not appear'}")
