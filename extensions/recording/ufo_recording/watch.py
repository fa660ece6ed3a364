"""Watches a person at work: joins each thing that they do with the control it was done to and with what changed after it.

The control is taken from the scene before the press, because a press may close the menu that it hit. A gesture is written when
the next one begins, or when nothing was done for a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection
from pathlib import Path

from ufo.desktop.backend import Desktop
from ufo.desktop.heard import Heard
from ufo.desktop.matching.selectors import selectors_of
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Window
from ufo.errors import DesktopUnavailable
from ufo.platform import proc
from ufo.schema.geometry import Point, Rect
from ufo.schema.predicate import Predicate
from ufo.schema.roles import TEXT_FIELDS_AND_CELLS
from ufo.schema.selector import Selector
from ufo.tools.effects.compare import Observation
from ufo.tools.effects.summary import UNCHANGED, facts
from ufo.vision.encode import blacked_out, png
from ufo_recording.end_state import conditions, places_of
from ufo_recording.gestures import Clicked, Dragged, Gesture, Gestures, Pressed, Turned, Typed
from ufo_recording.prove import Originals
from ufo_recording.recorded import ProgramSeen, Step
from ufo_recording.recording_folder import RecordingWriter
from ufo_recording.scenes import TOO_EARLY, Look, Scene, Scenes, element_at, focused, hit, in_front
from ufo_recording.secret_fields import SecretFields
from ufo_recording.typed_text import Told, seen, told

_PATIENT_S = 2.0
"""How long a pause has to be before typed text is written, so that a kill does not lose it."""
_WRITTEN_S = 1.0
"""How long nothing has to be done before anything else is written: what an application does may come in several parts."""
_AFTER_S = 3.0
_MARGIN = (120, 60)
_LARGEST = (480, 270)
_SHORTEST_SECRET = 3
"""Shorter texts are everywhere: to mask them would make a trace unreadable and tell them by that."""
_STATES = ("checked", "unchecked", "mixed", "expanded", "collapsed", "pressed", "selected")
_SHOWN = 2000


class Watcher:
    """Watches one desktop. `on_step` is called with each step as it is written. `stops`: chords that end the recording, which are
    no steps. `own`: process ids whose windows are left out.
    """

    def __init__(
        self,
        desktop: Desktop,
        writer: RecordingWriter,
        on_step: Callable[[Step], object] = lambda _step: None,
        stops: Collection[str] = (),
        own: frozenset[int] = frozenset(),
    ) -> None:
        self._desktop = desktop
        self._writer = writer
        self._on_step = on_step
        self.stops = set(stops)
        self._secrets = SecretFields(writer.masks)
        self.scenes = Scenes(desktop, self._secrets, own)
        self._originals = Originals(writer.folder)
        self._gestures = Gestures()
        self._events: asyncio.Queue[tuple[Heard, float] | None] = asyncio.Queue()
        self._programs: dict[int, ProgramSeen] = {}
        self._began = asyncio.get_running_loop().time()
        self._sealed = float("inf")
        self.steps: list[Step] = []
        self.ready = asyncio.Event()
        """Is set when the first scene is there: from then on nothing that the person does is missed."""

    def hear(self, heard: Heard) -> None:
        """Take an event. Called in the event loop; returns at once."""
        self._events.put_nowait((heard, asyncio.get_running_loop().time()))
        self.scenes.stir()

    async def run(self) -> None:
        """Watch until cancelled. Raises DesktopUnavailable where the desktop is gone, and TraceError."""
        try:
            await self.scenes.take()
            await asyncio.to_thread(self._keep_originals, {window.pid for window in self.scenes.known[-1].windows})
            self._writer.begin()
        finally:
            self.ready.set()
        taking = asyncio.ensure_future(self.scenes.run())
        joining = asyncio.ensure_future(self._join())
        try:
            await asyncio.wait([taking, joining], return_when=asyncio.FIRST_COMPLETED)
            for task in (taking, joining):
                if task.done():
                    task.result()
        finally:
            try:
                if not taking.done():
                    await self._finish(joining)
            finally:
                for task in (joining, taking):
                    task.cancel()
                await asyncio.wait([joining, taking])

    async def conditions(self, home: str, folder: str) -> tuple[Predicate, ...]:
        """Return what held when the person was done. `home`: their home folder, `folder`: where a relative path may begin."""
        if not self.steps or not self.scenes.known:
            return ()
        since = time.time() - (asyncio.get_running_loop().time() - self._began)
        places = places_of(self._programs.values(), home, folder)
        last = self.scenes.known[-1]
        return await asyncio.to_thread(conditions, self.steps, self.scenes.first, last, places, since, self._secrets)

    async def _finish(self, joining: asyncio.Future[None]) -> None:
        """Write what was done and not written yet. What is being written is not broken off: it would be in no file."""
        self._events.put_nowait(None)
        with contextlib.suppress(TimeoutError, DesktopUnavailable):
            async with asyncio.timeout(2 * _AFTER_S):
                await asyncio.wait([joining])
                self._sealed = float("inf")
                self.scenes.stir()
                await self.scenes.since(asyncio.get_running_loop().time())
                for gesture in self._gestures.end():
                    await self._write(gesture)

    async def _join(self) -> None:
        """Join events until there is a None among them."""
        while True:
            open_ = self._gestures.open
            patience = None if open_ is None else _PATIENT_S if isinstance(open_, Typed) else _WRITTEN_S
            try:
                async with asyncio.timeout(patience):
                    event = await self._events.get()
            except TimeoutError:
                if isinstance(open_, Typed) and not self._may_pause(open_):
                    event = await self._events.get()
                else:
                    self._sealed = float("inf")
                    for gesture in self._gestures.end():
                        await self._write(gesture)
                    continue
            if event is None:
                return
            await self._take(*event)

    def _may_pause(self, run: Typed) -> bool:
        """Tell whether the text may be written in parts. A secret is judged as a whole."""
        return not self._told(run).hidden

    async def _take(self, heard: Heard, at: float) -> None:
        scene = self.scenes.known[-1]
        active = scene.active
        element = focused(scene.looks[active.id].snapshot) if active is not None and active.id in scene.looks else None
        if not isinstance(self._gestures.open, Typed):
            self._gestures.multiline = element is not None and "multiline" in element.states
        for gesture in self._gestures.hear(heard, at):
            self._sealed = at
            await self._write(gesture)

    async def _write(self, gesture: Gesture) -> None:
        """Write the step of a gesture, if it was done to a window that is not our own."""
        after = await self._after(gesture)
        step, look, element = self._step(gesture, after)
        if step is None:
            return
        step = step.model_copy(update=self._outcome(gesture, after, look, element, step))
        picture = self._picture(gesture, look, element, step.number)
        step = step.model_copy(update={"picture": picture})
        self._writer.write(step)
        self.steps.append(step)
        self._on_step(self._writer.masks.model(step))

    async def _after(self, gesture: Gesture) -> Scene | None:
        """Return the last scene before anything else was done, or else the first one that shows what the gesture did."""
        try:
            async with asyncio.timeout(_AFTER_S):
                first = await self.scenes.since(gesture.ended)
        except TimeoutError:
            return None
        return next(
            (
                scene
                for scene in reversed(self.scenes.known)
                if first.began <= scene.began and scene.done <= self._sealed
            ),
            first,
        )

    def _step(self, gesture: Gesture, after: Scene | None) -> tuple[Step | None, Look | None, Element | None]:
        number = len(self.steps) + 1
        second = round(gesture.began - self._began, 2)
        match gesture:
            case Clicked(point=point) | Dragged(start=point) | Turned(point=point):
                look, element, doubt = hit(gesture, point, list(self.scenes.known))
                if look is None:
                    return self._closed(gesture, point, after), None, None
                step = self._placed(number, look, element, point, doubt)
                step = step.model_copy(update={"second": second, **self._of_pointer(gesture, look)})
                return step, look, element
            case Typed():
                found = self._told(gesture)
                if found.look is None and (found.hidden and self._look_in_front(gesture) is None):
                    return None, None, None
                return self._typed(number, second, gesture, found)
            case Pressed(keys=keys, count=count):
                look = self._look_in_front(gesture)
                if look is None or keys in self.stops:
                    return None, None, None
                is_seen = any(gesture.before <= scene.began <= gesture.began for scene in self.scenes.known)
                element = focused(look.snapshot) if is_seen else None
                step = self._placed(number, look, element, None, "" if is_seen else TOO_EARLY)
                return (
                    step.model_copy(update={"kind": "keys", "keys": keys, "count": count, "second": second}),
                    look,
                    element,
                )
        return None, None, None

    def _of_pointer(self, gesture: Gesture, look: Look) -> dict[str, object]:
        match gesture:
            case Clicked(button=button, count=count, held=held):
                return {"button": button, "count": count, "held": tuple(sorted(held))}
            case Dragged(end=end, button=button, held=held):
                onto = element_at(look.snapshot, end)
                to = None if onto is None else self._selector(look, onto)
                return {"kind": "drag", "button": button, "to": to, "held": tuple(sorted(held))}
            case Turned(dy=dy):
                return {"kind": "scroll", "count": dy}
        return {}

    def _typed(self, number: int, second: float, run: Typed, found: Told) -> tuple[Step, Look | None, Element | None]:
        look = found.look or self._look_in_front(run)
        assert look is not None
        if found.is_secret and len(run.text.strip()) >= _SHORTEST_SECRET:
            self._writer.masks.learn(run.text)
        element, is_field = found.element, found.element is not None and found.element.role in TEXT_FIELDS_AND_CELLS
        step = self._placed(number, look, element, None, found.doubt).model_copy(
            update={"kind": "type", "second": second}
        )
        if run.text.strip(" ") == "" and not is_field and element is not None and not found.is_secret:
            # The space bar presses what has the focus.
            return step.model_copy(update={"kind": "keys", "keys": "space", "count": run.keys}), look, element
        is_known = not found.hidden and not self._writer.masks.holds(found.text)
        text = found.text if is_known else ""
        update = {"text": text, "whole": found.whole or not is_known, "hidden": not is_known}
        return step.model_copy(update=update), look, element

    def _told(self, run: Typed) -> Told:
        """Say what of a run may be written, from the scenes that saw where the focus was meanwhile."""
        looks = seen(run, self.scenes.known, self._sealed)
        if looks is None:
            hides = any(self._secrets.is_in(look.snapshot) for look in in_front(self.scenes.known))
            return Told(hidden=True, is_secret=hides, doubt="nothing was looked at while it was typed")
        return told(run, *looks, self._secrets)

    def _look_in_front(self, gesture: Gesture) -> Look | None:
        """Return the look at the window that had the keyboard when the gesture began."""
        scenes = [scene for scene in self.scenes.known if gesture.before <= scene.began <= gesture.began]
        scenes = (
            scenes or [scene for scene in self.scenes.known if scene.began <= gesture.began] or list(self.scenes.known)
        )
        return next(reversed(list(in_front(scenes[-1:]))), None)

    def _closed(self, gesture: Gesture, point: Point, after: Scene | None) -> Step | None:
        """Return the step that closed a window by its frame, which belongs to the window manager."""
        if after is None or not isinstance(gesture, Clicked):
            return None
        there = {window.id for window in after.windows}
        for scene in [earlier for earlier in self.scenes.known if earlier.began <= gesture.began][-1:]:
            for window in scene.windows:
                frame = Rect.from_ltrb(
                    window.rect.x - _MARGIN[1],
                    window.rect.y - _MARGIN[1],
                    window.rect.right + _MARGIN[1],
                    window.rect.y,
                )
                if window.id not in there and frame.contains(point):
                    number = len(self.steps) + 1
                    return Step(number=number, kind="close", program=self._program(window), window=window.title)
        return None

    def _placed(self, number: int, look: Look, element: Element | None, point: Point | None, doubt: str) -> Step:
        window = look.window
        at = None
        if point is not None and not window.rect.is_empty:
            at = (
                round((point.x - window.rect.x) / window.rect.width, 4),
                round((point.y - window.rect.y) / window.rect.height, 4),
            )
        return Step(
            number=number,
            kind="click",
            program=self._program(window),
            window=window.title,
            control=None if element is None else self._selector(look, element),
            at=at,
            doubt=doubt,
        )

    def _selector(self, look: Look, element: Element) -> Selector | None:
        """Return the selector as an agent has it, which sees a dialog as a part of the window that it belongs to."""
        own = {window.id: window for scene in self.scenes.known for window in scene.windows}
        parent = own.get(look.window.id, look.window).parent
        around = [
            scene.looks[parent].snapshot for scene in reversed(self.scenes.known) if parent and parent in scene.looks
        ]
        view = next((snapshot for snapshot in around if snapshot.same(element) is not None), look.snapshot)
        shown = self._secrets.without(view)
        same = shown.same(element)
        return None if same is None else selectors_of(shown, [same])[0]

    def _program(self, window: Window) -> int:
        known = self._programs.get(window.pid)
        if known is None:
            documents = tuple(
                argument for argument in _given(window.pid) if "://" in argument or _is_file(argument, window.pid)
            )
            self._keep_originals({window.pid})
            known = ProgramSeen(
                number=len(self._programs) + 1,
                app_root=window.app_root,
                process=window.process,
                documents=documents,
                folder=str(proc.working_folder(window.pid) or ""),
            )
            self._programs[window.pid] = known
            self._writer.write(known)
        return known.number

    def _keep_originals(self, pids: Collection[int]) -> None:
        for pid in pids:
            for argument in _given(pid):
                if _is_file(argument, pid):
                    self._originals.keep(Path(proc.working_folder(pid) or "/", argument))

    def _outcome(
        self, gesture: Gesture, after: Scene | None, look: Look | None, element: Element | None, step: Step
    ) -> dict[str, object]:
        """Return what the control showed afterwards, and what changed."""
        if after is None or look is None:
            return {}
        if after.done > self._sealed:
            # The scene shows what was done next as well.
            return {}
        now = after.looks.get(look.window.id)
        before = self._before(gesture, look)
        told_: dict[str, object] = {"change": self._change(before, look, after, now)}
        same = None if element is None or now is None else now.snapshot.same(element)
        if same is not None and not self._secrets.keeps(same) and not step.hidden:
            told_["shown"] = (same.value or "")[:_SHOWN]
            if (
                element is not None
                and step.kind == "click"
                and same.states & element.states != same.states | element.states
            ):
                changed = [state for state in _STATES if state in same.states and state not in element.states]
                told_["state"] = changed[0] if changed else ""
        return told_

    def _before(self, gesture: Gesture, look: Look) -> Look:
        earlier = [
            scene for scene in self.scenes.known if scene.done <= gesture.began and look.window.id in scene.looks
        ]
        return earlier[-1].looks[look.window.id] if earlier else look

    def _change(self, before: Look, look: Look, after: Scene, now: Look | None) -> str:
        scene = next((scene for scene in reversed(self.scenes.known) if scene.done <= after.began), after)
        line = facts(
            Observation(scene.windows, self._secrets.without(before.snapshot)),
            Observation(after.windows, None if now is None else self._secrets.without(now.snapshot)),
            look.window,
        )
        return "" if line == UNCHANGED else line

    def _picture(self, gesture: Gesture, look: Look | None, element: Element | None, number: int) -> str:
        """Save a small picture of the place, with every secret black. Returns "" where there is none."""
        if look is None:
            return ""
        with_frame = [scene.looks[look.window.id] for scene in self.scenes.known if look.window.id in scene.looks]
        wanted = [
            seen for seen in with_frame if seen.frame is not None and (seen is look or seen.snapshot is look.snapshot)
        ]
        if isinstance(gesture, Typed):
            wanted = [look for look in with_frame if look.frame is not None][-1:] or wanted
        if not wanted:
            return ""
        chosen = wanted[-1]
        assert chosen.frame is not None
        place = _place(gesture, element)
        crop = chosen.frame.cropped(place) if place is not None else chosen.frame
        if crop.rect.is_empty:
            return ""
        dark = [element.rect for element in chosen.snapshot if self._secrets.keeps(element)]
        return self._writer.save(number, png(blacked_out(crop, [*chosen.dark, *dark])))


def _given(pid: int) -> list[str]:
    """Return the arguments of a program that are no options. Chromium writes its whole command line over the first one."""
    arguments = proc.arguments(pid)
    words = arguments[0].split() if len(arguments) == 1 else arguments
    return [word for word in words[1:] if word[:1] != "-"]


def _is_file(argument: str, pid: int) -> bool:
    folder = proc.working_folder(pid)
    with contextlib.suppress(OSError, ValueError):
        return Path(folder or "/", argument).is_file()
    return False


def _place(gesture: Gesture, element: Element | None) -> Rect | None:
    """Return the part of the screen that a picture shows: the control with a margin, or what is around the point."""
    width, height = _LARGEST
    point = getattr(gesture, "point", None) or getattr(gesture, "start", None)
    if element is not None and element.rect.width <= width and element.rect.height <= height:
        left, top, right, bottom = element.rect.as_ltrb()
        return Rect.from_ltrb(left - _MARGIN[0], top - _MARGIN[1], right + _MARGIN[0], bottom + _MARGIN[1])
    if point is None and element is not None:
        point = element.rect.center
    return None if point is None else Rect(point.x - width // 2, point.y - height // 2, width, height)
