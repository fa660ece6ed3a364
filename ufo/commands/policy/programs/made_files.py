"""Judges files that are made of texts and rows: a formula in one of them may reach out when the file is computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ufo.commands.observe.read_texts import texts_in
from ufo.commands.policy.files.judge_contents import making
from ufo.commands.policy.programs.formulas import class_of_formula
from ufo.commands.policy.scene.scene import Judged, Scene
from ufo.schema.action_class import ActionClass


def making_file(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judge by where the file goes, by what is read for it, and by the formulas that it is given."""
    judged = making(scene, arguments)
    for text in texts_in(arguments.get("sheets") or {}):
        formula = class_of_formula(text)
        if formula is not ActionClass.EDIT and formula.severity > judged.action_class.severity:
            what = f"Compute the formula {text[:200]!r}, which reaches a server, another file or a program"
            judged = Judged(formula, what, judged.paths)
    return judged
