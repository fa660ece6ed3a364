"""A desktop that keeps secrets: the last step before an application gets a text, and the first after it shows one.

The code above it sees placeholders only. Here a placeholder becomes its value, for an application that the secret is meant
for; text for a password field is made known to the masks before it goes there; and a value that an application shows is
replaced by its placeholder. A text that is or holds a secret is typed key by key and never put on the clipboard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ufo.desktop.backend import Desktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.masked.typed_runs import typed_runs
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Reconfirm, Target, window_of
from ufo.desktop.values import Delivery, ElementVerb, InputEvent, Keys, Launch, TypeText
from ufo.desktop.values import Window as DesktopWindow
from ufo.errors import SecretRefused, UfoError
from ufo.schema.geometry import Point
from ufo.schema.menus import MenuEntry, Menus
from ufo.schema.secret import references
from ufo.secrets.secret_resolver import SecretResolver

_DOT = "•"
_LOOKS = 8


@dataclass(frozen=True, slots=True)
class _Lengths:
    """The lengths of a text with placeholders and of the text they stand for. A reader who wrote the first expects its length
    in dots.
    """

    written: int
    real: int


class MaskedDesktop(ForwardingDesktop):
    """Implements `ufo.desktop.backend.Desktop` around `inner`. What a new call of the seam tells must be thought of here before
    it is handed on unmasked: a test names each call that is.
    """

    def __init__(self, inner: Desktop, keeper: SecretResolver) -> None:
        super().__init__(inner)
        self._keeper = keeper
        self._masks = keeper.masks
        self._looks: dict[str, Snapshot] = {}
        self._last_masked: tuple[Snapshot, Snapshot] | None = None
        self._lengths: dict[str, _Lengths] = {}
        self._typed: dict[str, list[str]] = {}

    async def snapshot(self, window_id: str) -> Snapshot:
        return self._kept(window_id, await self._inner.snapshot(window_id))

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        return self._kept(window_id, await self._inner.glance(window_id, sight_s))

    def _kept(self, window_id: str, seen: Snapshot) -> Snapshot:
        """Keep the look for what it tells of secrets, and return it masked."""
        self._looks.pop(window_id, None)
        self._looks[window_id] = seen
        while len(self._looks) > _LOOKS:
            del self._looks[next(iter(self._looks))]
        self._learn_from(seen)
        # Give the same object for the same look: whoever compares two looks checks identity first.
        if self._last_masked is None or self._last_masked[0] is not seen:
            self._last_masked = (seen, self._masked_snapshot(seen))
        return self._last_masked[1]

    def _masked_snapshot(self, seen: Snapshot) -> Snapshot:
        masked = tuple(map(self._masked_element, seen.elements))
        same = all(element is other for element, other in zip(masked, seen.elements, strict=True))
        return seen if same else replace(seen, elements=masked)

    def _masked_element(self, element: Element) -> Element:
        if "password" in element.states:
            lengths = self._lengths.get(element.handle.key)
            if lengths is not None and len(element.value or "") == lengths.real:
                return replace(element, value=_DOT * lengths.written)
            return element
        named = self._masks.named
        name, value, label = named(element.name), named(element.value or ""), named(element.label or "")
        if (name, value, label) == (element.name, element.value or "", element.label or ""):
            return element
        return replace(element, name=name, value=value or element.value, label=label or element.label)

    async def text(self, handle: Handle) -> str | None:
        text = await self._inner.text(handle)
        return None if text is None else self._masks.named(text)

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        menus, named = await self._inner.menus(window_id, known), self._masks.named
        return replace(menus, entries=tuple(_masked_entry(menu, named) for menu in menus.entries))

    async def entries(self, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
        entries = await self._inner.entries(handle, at_most)
        return None if entries is None else tuple(map(self._masked_element, entries))

    async def page_parts(self, handle: Handle) -> tuple[Element, ...] | None:
        parts = await self._inner.page_parts(handle)
        return None if parts is None else tuple(map(self._masked_element, parts))

    async def native_tree(self, window_id: str) -> tuple[Mapping[str, object], ...]:
        named = self._masks.named
        return tuple(
            {key: named(value) if isinstance(value, str) else value for key, value in told.items()}
            for told in await self._inner.native_tree(window_id)
        )

    async def reidentify(self, handle: Handle) -> Element:
        return self._masked_element(await self._inner.reidentify(handle))

    async def target(self, window_id: str, handle: Handle, at: Point | None = None) -> Target:
        target = await self._inner.target(window_id, handle, at)
        return target if target.element is None else replace(target, element=self._masked_element(target.element))

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        """Do an action of an element. Raises SecretRefused for a placeholder whose value may not go there."""
        if text is None:
            return await self._inner.act(handle, verb)
        window = await self._window_of(handle) if references(text) else None
        real = await self._keeper.resolved(text, window)
        if await self._is_hidden(handle):
            self._masks.learn(real)
        if real != text:
            self._lengths[handle.key] = _Lengths(len(text), len(real))
        with self._errors_masked():
            return await self._inner.act(handle, verb, real)

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        """Send input. Raises SecretRefused for a placeholder whose value may not go there."""
        if any(isinstance(event, TypeText | Keys) for event in events):
            events = await self._prepared(events, window_of(to))
        with self._errors_masked():
            await self._inner.send(to, events, reconfirm)

    async def _prepared(self, events: Sequence[InputEvent], into: str | None) -> Sequence[InputEvent]:
        """Put values in the place of placeholders, and tell the masks whatever of the text is secret."""
        window = await self._window(into) if references([text.text for text in _texts(events)]) else None
        real: list[InputEvent] = [
            TypeText(await self._keeper.struck(event.text, window)) if isinstance(event, TypeText) else event
            for event in events
        ]
        look = await self._look_for_fields(into)
        focused = _focused(look)
        runs = typed_runs(real, multiline=focused is not None and "multiline" in focused.states)
        if look is not None and _hidden(look):
            for run in runs[0 if focused is None or "password" in focused.states else 1 :]:
                self._masks.learn(run)
        elif into is not None and any(runs):
            self._typed[into] = runs
        if focused is not None and real != list(events):
            written = typed_runs(events, multiline="multiline" in focused.states)
            self._lengths[focused.handle.key] = _Lengths(len(written[0]), len(runs[0]))
        return [
            replace(item, struck=True) if isinstance(item, TypeText) and self._masks.holds(item.text) else item
            for item in real
        ]

    async def _look_for_fields(self, window_id: str | None) -> Snapshot | None:
        """Return the last look, or a new one where the last showed a password field: the focus may be in another field by now."""
        known = self._looks.get(window_id or "")
        if window_id is None or (known is not None and not _hidden(known)):
            return known
        try:
            return await self._inner.snapshot(window_id)
        except UfoError:
            return known

    def _learn_from(self, seen: Snapshot) -> None:
        """Tell the masks what was typed before a password field came into sight. The window showed none at that time, but the
        field may have opened while the keys were sent.
        """
        runs = self._typed.pop(seen.window_id, None)
        fields = _hidden(seen) if runs else ()
        for run in runs or ():
            if any(run and len(field.value or "") == len(run) for field in fields):
                self._masks.learn(run)
        for run in (runs or ())[1:]:
            if any(field.value is None for field in fields):
                self._masks.learn(run)

    async def _is_hidden(self, handle: Handle) -> bool:
        known = next(
            (element for look in self._looks.values() for element in look if element.handle.key == handle.key), None
        )
        try:
            element = known if known is not None else await self._inner.reidentify(handle)
        except UfoError:
            return False
        return "password" in element.states

    async def _window_of(self, handle: Handle) -> DesktopWindow | None:
        for window_id, look in reversed(self._looks.items()):
            if any(element.handle.key == handle.key for element in look):
                return await self._window(window_id)
        return None

    async def _window(self, window_id: str | None) -> DesktopWindow | None:
        return next((window for window in await self._inner.windows() if window.id == window_id), None)

    @contextmanager
    def _errors_masked(self) -> Iterator[None]:
        """Remove secrets from the messages of errors about a text that did not go through."""
        try:
            yield
        except UfoError as error:
            error.args = tuple(self._masks.value(item) for item in error.args)
            raise

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> DesktopWindow:
        """Start a program. Raises SecretRefused for a placeholder: every user of the machine can read its command line."""
        if references([what.program, *what.arguments, dict(what.environment)]):
            raise SecretRefused(
                "a secret cannot be given to a program at its start; type it into the field that asks for it"
            )
        return await self._inner.launch(what, timeout_s)


def _masked_entry(entry: MenuEntry, named: Callable[[str], str]) -> MenuEntry:
    return replace(entry, path=tuple(map(named, entry.path)), description=named(entry.description))


def _texts(events: Sequence[InputEvent]) -> list[TypeText]:
    return [event for event in events if isinstance(event, TypeText)]


def _hidden(look: Snapshot) -> tuple[Element, ...]:
    return tuple(element for element in look if "password" in element.states)


def _focused(look: Snapshot | None) -> Element | None:
    """Return the element with the keyboard focus; a password field first, where a toolkit reports the focus of several."""
    focused = [element for element in look or () if "focused" in element.states]
    return next((element for element in focused if "password" in element.states), focused[-1] if focused else None)
