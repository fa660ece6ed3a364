"""Judges what a press or Enter sends, by the form that it is in: its label may say anything, or nothing.

A form that is posted does something at its host. One that is got asks for an address with its fields in it, which may carry
what was read. A control that a script gave its meaning is judged by its form where its label only agrees to it.
"""

from __future__ import annotations

from ufo.commands.policy.scene.control_words import ControlWords
from ufo.commands.policy.scene.scene import Scene
from ufo.commands.policy.words.action_words import is_consent
from ufo.schema.action_class import ActionClass

_SHOWN = 200


def sent_by(scene: Scene, label: str, told: ControlWords, *, sends: bool) -> str:
    """Say what is sent, as the end of a sentence; "" where nothing is that matters. `sends`: this sends the form for sure."""
    where = f" to {told.action[:_SHOWN]!r}" if told.action else ""
    if sends and told.method == "post":
        return f"which sends its form{where}"
    if sends and (held := scene.read.held(told.query)):
        return f"which gives what was read here{where}: {', '.join(repr(text[:_SHOWN]) for text in held[:3])}"
    if told.scripted and is_consent(label):
        return f"which may send its form{where} by a script"
    return ""


def class_of_sent(sent: str) -> ActionClass:
    return ActionClass.SEND if sent else ActionClass.EDIT
