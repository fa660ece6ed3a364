"""Our own tasks, over applications that the office tasks leave out."""

from __future__ import annotations

from bench.minds.own import archives, drawing, folders, messages, papers, preferences, terminal
from bench.minds.task import Task

TASKS: tuple[Task, ...] = (
    *messages.TASKS,
    *drawing.TASKS,
    *papers.TASKS,
    *archives.TASKS,
    *preferences.TASKS,
    *terminal.TASKS,
    *folders.TASKS,
)
