"""The classes of actions, by which the policy decides what is allowed."""

from __future__ import annotations

from enum import StrEnum


class ActionClass(StrEnum):
    """The classes from harmless to grave; `severity` follows this order."""

    OBSERVE = "observe"
    NAVIGATE = "navigate"
    EDIT = "edit"
    CREATE = "create"
    LAUNCH = "launch"
    CLOSE = "close"
    OUTSIDE = "outside"
    UNKNOWN = "unknown"
    RUN_PROGRAM = "run_program"
    CLOSE_UNSAVED = "close_unsaved"
    OVERWRITE = "overwrite"
    SEND = "send"
    DELETE = "delete"
    SYSTEM = "system"

    @property
    def severity(self) -> int:
        return list(ActionClass).index(self)
