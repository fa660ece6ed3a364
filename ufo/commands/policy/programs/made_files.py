"""Judges files that are made of texts and rows, where a formula may reach out when the file is computed, and files that a
program made on a copy of the working folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ufo.commands.observe.read_texts import texts_in
from ufo.commands.policy.files.file_writes import arranging, writing
from ufo.commands.policy.files.judge_contents import making
from ufo.commands.policy.programs.formulas import class_of_formula
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.commands.policy.words.action_words import worst
from ufo.schema.action_class import ActionClass
from ufo.schema.tool_facts import ActionKind


def making_file(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge by where the file goes, by what is read for it, and by the formulas that it is given."""
    judged = making(scene, arguments)
    for text in texts_in(arguments.get("sheets") or {}):
        formula = class_of_formula(text)
        if formula is not ActionClass.EDIT and formula.severity > judged.action_class.severity:
            what = f"Compute the formula {text[:200]!r}, which reaches a server, another file or a program"
            judged = Judged(formula, what, judged.paths)
    return judged


def keeping_changes(scene: Scene, _arguments: Mapping[str, Any]) -> Judged:
    """Judge the difference that a program made: each file as if a tool wrote it or put it in the bin. One question names all that
    needs one.
    """
    if scene.tried.is_empty:
        return Judged(ActionClass.EDIT)
    judged = [writing(scene, path, "what a program made") for path in (*scene.tried.made, *scene.tried.changed)]
    gone = {"paths": [str(path) for path in scene.tried.removed]}
    judged += [arranging(scene, ActionKind.REMOVE_FILE, gone)] if scene.tried.removed else []
    asked = [each for each in judged if each.action_class.severity >= ActionClass.OUTSIDE.severity] or judged
    paths = tuple(path for each in asked for path in each.paths)
    return Judged(worst(each.action_class for each in judged), "; ".join(each.what for each in asked), paths)
