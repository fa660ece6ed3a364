"""Our own tasks, over applications that the office tasks leave out."""

from __future__ import annotations

from bench.minds.own import archives, folders, messages, papers, pictures, preferences, terminal
from bench.minds.task import Task

TASKS: tuple[Task, ...] = (
    *messages.TASKS,
    *pictures.TASKS,
    *papers.TASKS,
    *archives.TASKS,
    *preferences.TASKS,
    *terminal.TASKS,
    *folders.TASKS,
)
