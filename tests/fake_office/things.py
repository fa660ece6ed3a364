"""Objects as Office has them: properties by their names, methods and properties with arguments by a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ufo_libreoffice.microsoft.values import OfficeError


class Thing:
    """A property that it does not have is refused, also where it is set: a wrong name is never taken."""

    def __call__(self, name: str, *arguments: Any) -> Any:
        found = getattr(self, name)
        return found(*arguments) if callable(found) and not isinstance(found, Thing) else found

    def __getattr__(self, name: str) -> Any:
        raise OfficeError(f"{type(self).__name__} has no {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and not hasattr(type(self), name) and name not in self.__dict__:
            raise OfficeError(f"{type(self).__name__} has no {name!r} that can be set")
        object.__setattr__(self, name, value)

    def has(self, **properties: Any) -> None:
        """Give it properties that are only kept."""
        self.__dict__.update(properties)


class Many(Thing):
    """A collection: items by their number from 1 or by their name."""

    def __init__(self, items: Callable[[], Sequence[Any]], **more: Callable[..., Any]) -> None:
        self.has(_items=items, **more)

    @property
    def Count(self) -> int:
        return len(self._items())

    def Item(self, which: Any) -> Any:
        items = self._items()
        if isinstance(which, str):
            named = [item for item in items if str(item.Name).casefold() == which.casefold()]
            if named:
                return named[0]
        elif 1 <= int(which) <= len(items):
            return items[int(which) - 1]
        raise OfficeError(f"there is no {which!r}")


def kept(**properties: Any) -> Thing:
    made = Thing()
    made.has(**properties)
    return made


class Shared(Thing):
    """Properties of several places at once: what they all have, or `mixed`."""

    _names: dict[str, tuple[Callable[[Any], Any], Callable[[Any, Any], None]]] = {}
    _mixed: Any = None

    def __init__(self, places: Sequence[Any]) -> None:
        object.__setattr__(self, "_places", list(places))

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            raise OfficeError(f"{type(self).__name__} has no {name!r}")
        found = [self._names[name][0](place) for place in self._places]
        return found[0] if found and all(value == found[0] for value in found) else self._mixed

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._names:
            raise OfficeError(f"{type(self).__name__} has no {name!r} that can be set")
        for place in self._places:
            self._names[name][1](place, value)
