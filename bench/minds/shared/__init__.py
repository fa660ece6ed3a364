"""Tasks over office documents, the browser, pictures, folders, terminal and calculator."""

from __future__ import annotations

from bench.minds.shared import browser, sheets, small_applications, text_documents
from bench.minds.task import Task

TASKS: tuple[Task, ...] = (*text_documents.TASKS, *sheets.TASKS, *browser.TASKS, *small_applications.TASKS)
