"""Pictures that an agent asked to be shown, until its model has seen them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ufo.schema.picture import Picture

_MOST = 4
"""Of one turn: a picture costs a model as much as a thousand words."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A picture as a data URL, and what it shows."""

    url: str
    caption: str


@dataclass
class PictureTray:
    _laid: list[Laid] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        return len(self._laid) >= _MOST

    def lay(self, picture: Picture, caption: str) -> None:
        self._laid.append(Laid(picture.data_url, caption))

    def laid(self) -> tuple[Laid, ...]:
        return tuple(self._laid)

    def clear(self) -> None:
        self._laid.clear()
