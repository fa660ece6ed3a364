"""Thirty tasks over six applications that something learned can help with: help documents, menus, experience, demonstrations,
the web. Each names its source; it is played with that source and without any.
"""

from __future__ import annotations

from bench.minds.learning import again, handbook, hidden_commands, on_the_web, shown
from bench.minds.task import Task

TASKS: tuple[Task, ...] = (
    *handbook.TASKS,
    *hidden_commands.TASKS,
    *again.TASKS,
    *shown.TASKS,
    *on_the_web.TASKS,
)
