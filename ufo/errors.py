"""Every error this package raises on purpose.

UfoError
├── ConfigError            a setting or command line that cannot be used
├── DesktopError           the computer did not do what was asked
│   ├── DesktopUnavailable   no display, no session bus, no accessibility bus
│   ├── WindowGone           the window is closed
│   ├── StaleElement         the control is gone, or its place is now another control's
│   │   └── ElementGone          its object is gone; another one may be the same control, made anew
│   ├── AmbiguousElement     several controls match the description
│   ├── NotActionable        the control is there but disabled, covered or without that action
│   │   └── HandsNeeded          it needs the pointer and keyboard that the person keeps
│   ├── NotPermitted         the person allowed neither looking into that application nor working it
│   ├── SecretRefused        a secret may not be typed there, or cannot be read
│   ├── ApplicationHung      the application did not answer within its deadline
│   └── LaunchFailed         an application is not installed or did not show a window
├── Withheld               a dry run: it would have been done now, and was not
├── ModelError             a model gave no usable answer
│   ├── ModelUnavailable     no answer: network, 429, 5xx, timeout, refused key
│   └── MalformedAnswer      an answer that does not fit its schema
├── ToolError              a tool refused its arguments or failed
├── UnreadableDocument     a file that is not a document, or is broken or too large
│   └── LockedDocument       it opens only with a password
├── ProcessingException    a phase of a processor failed
├── IllegalTransition      a status that the transition table does not allow
├── LimitReached           steps, time or money are used up
├── Cancelled              the person stopped the run
├── TraceError             the log folder cannot be written or read
├── ControlError           a run cannot be reached, or refuses what it was asked from outside
├── SkillError             a skill cannot be saved, read or run with its values
└── KnowledgeError         what was learned cannot be read, written or found

A message says what happened and the next move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ufo.schema.usage import Usage


class UfoError(Exception):
    pass


class ConfigError(UfoError):
    pass


class DesktopError(UfoError):
    pass


class DesktopUnavailable(DesktopError):
    pass


class WindowGone(DesktopError):
    pass


class StaleElement(DesktopError):
    pass


class ElementGone(StaleElement):
    pass


class ElementHidden(ElementGone):
    """It is still there and not shown: what is shown in its place now is another one."""


class AmbiguousElement(DesktopError):
    pass


class NotActionable(DesktopError):
    pass


class PicturesRefused(NotActionable):
    """The window system gives this program no pictures at all."""


class HandsNeeded(NotActionable):
    """It needs the person's pointer, keyboard or focus, which the run leaves alone until they lend them."""


class NotPermitted(DesktopError):
    pass


class SecretRefused(DesktopError):
    pass


class ApplicationHung(DesktopError):
    pass


class LaunchFailed(DesktopError):
    pass


class Withheld(UfoError):
    """A dry run did not do it. It is no DesktopError, so that no other way is tried in its place."""


class ModelError(UfoError):
    pass


class ModelUnavailable(ModelError):
    """No answer of use. `used` is what endpoints told to have used for it all the same, and `unknown` the number of tries that
    they may bill without having told what they used. `may_pass`: the same question may be answered later.
    """

    def __init__(
        self, message: str = "", used: Usage | None = None, unknown: int = 0, *, may_pass: bool = False
    ) -> None:
        super().__init__(message)
        self.used = used
        self.unknown = unknown
        self.may_pass = may_pass


class MalformedAnswer(ModelError):
    """The model's answer does not fit its schema. `answer` is the last answer as it came, `error` is what was wrong with it,
    and `usage` is what all the `attempts` cost together.
    """

    def __init__(
        self, message: str, answer: str = "", error: str = "", attempts: int = 1, usage: Usage | None = None
    ) -> None:
        super().__init__(message)
        self.answer = answer
        self.error = error
        self.attempts = attempts
        self.usage = usage


class ToolError(UfoError):
    pass


class UnreadableDocument(UfoError):
    pass


class LockedDocument(UnreadableDocument):
    pass


class ProcessingException(UfoError):
    """A phase failed. `phase` is its name, `original_exception` is the error that it raised (spec: processor framework)."""

    def __init__(
        self,
        message: str,
        phase: str | None = None,
        context_data: Mapping[str, Any] | None = None,
        original_exception: BaseException | None = None,
    ) -> None:
        super().__init__(message)
        self.phase = phase
        self.context_data = dict(context_data or {})
        self.original_exception = original_exception


ProcessingError = ProcessingException
"""The name that app_agent_strategy.md gives it."""


class IllegalTransition(UfoError):
    def __init__(self, source: str, target: str) -> None:
        super().__init__(f"{source} may not become {target}")
        self.source = source
        self.target = target


class LimitReached(UfoError):
    pass


class Cancelled(UfoError):
    pass


class ControlError(UfoError):
    pass


class TraceError(UfoError):
    pass


class SkillError(UfoError):
    pass


class KnowledgeError(UfoError):
    pass
