"""Targets that a model may pick: a window, a control or a third-party agent (spec: host_agent_strategy.md, phase 1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.geometry import Rect

TREE_SOURCES = frozenset({"a11y", "uia"})
"""Sources that report what the application says of itself; all others are detectors that work on a picture."""

LETTER_BY_LETTER = "glyphs"
"""The source of text whose letters were each compared with those of its font. It is exact unless `doubt` says otherwise,
although no application reported it."""


class TargetKind(StrEnum):
    WINDOW = "window"
    CONTROL = "control"
    THIRD_PARTY_AGENT = "third_party_agent"
    # The specification's examples name windows by these two as well.
    APPLICATION = "APPLICATION"
    PROCESS = "PROCESS"

    @classmethod
    def _missing_(cls, value: object) -> TargetKind | None:
        """Accept a kind in upper or lower case: the specification writes "THIRD_PARTY_AGENT"."""
        return next((kind for kind in cls if str(value).casefold() == kind.value.casefold()), None)


class TargetInfo(BaseModel):
    """One target. `rect` is [left, top, right, bottom] in screen pixels.

    For controls: `type` is the role, one of `ufo.schema.roles.ROLES` (backends convert to it), `states` are the states that
    hold now, `value` is the text or number that it shows, `label` the text of the element that labels it, `path` the names
    of its containers from the window down, `source` where it was seen (`a11y`, `uia`, `vision`, `omniparser`, `glyphs`). For
    windows: `process` is the process name and `app_root` the name by which tool sets and agents are registered.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    kind: TargetKind = TargetKind.CONTROL
    name: str
    id: str | None = None
    type: str | None = None
    rect: tuple[int, int, int, int] | None = None
    source: str | None = None
    value: str | None = None
    states: tuple[str, ...] = ()
    label: str | None = None
    description: str | None = None
    path: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    row: int | None = None
    column: int | None = None
    process: str | None = None
    app_root: str | None = None
    doubt: str | None = Field(default=None, description="why what is said here may be wrong")

    @property
    def bounds(self) -> Rect | None:
        return None if self.rect is None else Rect.from_ltrb(*self.rect)

    @property
    def by_sight(self) -> bool:
        """Whether a detector found the control in a picture and no application reported it."""
        return self.source is not None and self.source not in TREE_SOURCES


STATES: frozenset[str] = frozenset(
    {
        "enabled", "disabled", "focused", "focusable", "checked", "unchecked", "mixed", "selected", "selectable",
        "expanded", "collapsed", "editable", "readonly", "multiline", "password", "pressed", "required", "invalid",
        "offscreen", "covered", "modal", "default", "active", "busy", "visited", "new",
        "found",
    }
)  # fmt: skip
"""The states that a control may report. `new`: it was not there at the last look. `found`: the last search named it."""


class TargetRegistry:
    """The targets of one step, by id. It is rebuilt at every step, so that a closed window cannot be chosen."""

    def __init__(self, targets: Iterable[TargetInfo] = ()) -> None:
        self._targets: dict[str, TargetInfo] = {}
        self.register(targets)

    def register(self, target: TargetInfo | Iterable[TargetInfo]) -> list[TargetInfo]:
        """Add targets and return them as registered. A target without an id gets the next free number."""
        return [self._with_id(item) for item in ([target] if isinstance(target, TargetInfo) else target)]

    def _with_id(self, target: TargetInfo) -> TargetInfo:
        if target.id is None:
            target = target.model_copy(update={"id": self.next_id()})
        self._targets[str(target.id)] = target
        return target

    def register_from_dict(self, target: dict[str, Any]) -> TargetInfo:
        return self.register(TargetInfo.model_validate(target))[0]

    def register_from_dicts(self, targets: Iterable[dict[str, Any]]) -> list[TargetInfo]:
        return [self.register_from_dict(target) for target in targets]

    def next_id(self) -> str:
        """Return the number after the highest numeric id, "0" in an empty registry."""
        return str(max((int(key) for key in self._targets if key.isdecimal()), default=-1) + 1)

    def get(self, target_id: str | None) -> TargetInfo | None:
        return None if target_id is None else self._targets.get(str(target_id))

    def find_by_name(self, name: str) -> list[TargetInfo]:
        return [target for target in self._targets.values() if target.name == name]

    def find_by_id(self, target_id: str) -> TargetInfo | None:
        return self.get(target_id)

    def find_by_kind(self, kind: TargetKind) -> list[TargetInfo]:
        return [target for target in self._targets.values() if target.kind == kind]

    def all_targets(self) -> list[TargetInfo]:
        return list(self._targets.values())

    def unregister(self, target_id: str) -> bool:
        return self._targets.pop(target_id, None) is not None

    def to_list(self, keep_keys: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """Return the targets as plain dicts for a prompt or a log, with only `keep_keys` where given."""
        wanted = None if keep_keys is None else set(keep_keys)
        return [target.model_dump(mode="json", include=wanted) for target in self._targets.values()]

    def clear(self) -> None:
        self._targets.clear()

    def __len__(self) -> int:
        return len(self._targets)
