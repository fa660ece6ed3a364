"""Tasks that something learned can help with: help documents, menus, experience, demonstrations, the web.

Each is played with its source and without any.
"""

from __future__ import annotations

from bench.minds.learning import again, desk, handbook, hidden_commands, on_the_web, shown
from bench.minds.task import Task

TASKS: tuple[Task, ...] = (
    *handbook.TASKS,
    *hidden_commands.TASKS,
    *desk.TASKS,
    *again.TASKS_BEFORE,
    *again.TASKS,
    *shown.TASKS,
    *on_the_web.TASKS,
)
