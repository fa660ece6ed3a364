"""`ufo skill-file`: prints the SKILL.md that teaches a coding agent the commands for the shell.

Its form is that of agentskills.io: a front matter with name and description, which an agent always reads, and a text that it
reads when it needs it.
"""

from __future__ import annotations

from importlib.resources import files

import yaml

from ufo.cli.output import print_json, print_text

NAME = "ufo"
"""The name of the skill, and so of the folder that an agent keeps it in."""
_EDGE = "---\n"


def skill_file(as_json: bool) -> int:
    text = skill_text()
    if as_json:
        front = yaml.safe_load(text.split(_EDGE)[1])
        print_json({"name": front["name"], "description": front["description"], "text": text})
    else:
        print_text(text.rstrip("\n"))
    return 0


def skill_text() -> str:
    return (files("ufo.cli") / "skills" / NAME / "SKILL.md").read_text(encoding="utf-8")
