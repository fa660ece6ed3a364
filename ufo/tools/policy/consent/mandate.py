"""What the person asked for, and what of it is done: the part of a run that gives consent without a further question."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ufo.conditions.world import Copies
from ufo.desktop.backend import Desktop
from ufo.desktop.values import Application, Window
from ufo.errors import DesktopError
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.inputs import OrderInputs
from ufo.schema.open_documents import document_of, place_of_document
from ufo.schema.reading import Ordered
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.read_texts import ReadTexts
from ufo.tools.observe.selection import Selection
from ufo.tools.observe.targets import target_of_window
from ufo.tools.policy.consent.subject import is_browser, leaves_address_unsent
from ufo.tools.policy.files.judge_files import expanded
from ufo.tools.policy.scene.request import Request
from ufo.tools.policy.scene.run_record import RunRecord, Standing, WasMissing, not_known
from ufo.tools.policy.scene.scene import Judged
from ufo.tools.policy.scene.shown_page import known_there, page_of

OrderReader = Callable[[OrderInputs], Awaitable[Ordered | None]]
"""Whoever reads requests: a model, the built-in planner, a recording. None: nobody read it, and the person is asked."""
MOST_READINGS = 20
"""How often a reader is asked for one request. Each time may be a call to a model."""

_Same = tuple[str, str, str]
_TYPES = frozenset({ActionKind.KEYS, ActionKind.TEXT, ActionKind.VALUE, ActionKind.FORM, ActionKind.SELECT})


async def nobody_reads(_inputs: OrderInputs) -> Ordered | None:
    return None


class Mandate:
    """The consent in the person's requests, one object for all agents of a run. `notice` is called with the person's words that
    ordered an act. `guarded`: see RunRecord. `reader`: who reads whether a request orders an act; without one, the person is
    asked.
    """

    def __init__(
        self,
        guarded: Sequence[Path] = (),
        notice: Callable[[str], None] = lambda _: None,
        reader: OrderReader = nobody_reads,
    ) -> None:
        self.record = RunRecord(tuple(guarded))
        self.orders = Orders(reader)
        self._notice = notice
        self._began = True
        self._folder = Path()

    def read_by(self, reader: OrderReader) -> None:
        """Let somebody read requests who is there only after the tools are: it speaks to the run's log."""
        self.orders.reader = reader

    def begin(self, request: str, folder: Path, was_missing: WasMissing = not_known, at: float | None = None) -> None:
        """Begin a new request of the person. The previous request no longer consents to anything; what it made still counts as
        this run's. `was_missing`: see RunRecord. `at`: when it began, in seconds since 1970, where that was not now.
        """
        self.record.began_ns = self.record.began_ns or (time.time_ns() if at is None else int(at * 1e9))
        self.record.was_missing = was_missing
        self.record.request = Request(request, folder=folder)
        self.record.agreed = None
        self._began = False
        self._folder = folder
        self.orders.begin()

    async def look_around(self, desktop: Desktop, copies: Copies | None = None) -> None:
        """Record what is on the desktop before the first command of a request: the person saw it when they made the request.
        `copies`: tells the documents of windows whose titles do not.
        """
        if self._began:
            return
        self._began = True
        windows, applications = await desktop.windows(), await desktop.applications()
        self.record.standing = tuple(Standing(each, _is_terminal(each, applications)) for each in windows)
        titles = tuple(each.title.lstrip("*•● ").strip() for each in windows)
        names = tuple(part.strip() for title in titles for part in title.replace("\u2014", "-").split(" - "))
        shown = tuple(document_of(target_of_window(each)) for each in windows)
        self.record.request = Request(self.record.request.text, (*names, *shown), self._folder)
        self.record.pages.clear()
        for window in windows if self.orders.reader is not nobody_reads else ():
            if is_browser(window):
                self.record.pages[window.id] = await _page(desktop, window)
        told = [await copies.path(window) for window in windows] if copies is not None else []
        places = (*map(place_of_document, map(target_of_window, windows)), *self.record.pages.values(), *told)
        self.record.read.update(expanded(place) for place in places if place.startswith(("/", "~")))

    @property
    def acted(self) -> bool:
        """Whether anything was done for the request: until then the person has seen all that the windows show."""
        return self.record.has_begun and self._began

    def opens(self, command: Command, folder: Path) -> None:
        """Record which documents a launching command opens, by its `arguments`."""
        given = command.parameters.get("arguments")
        texts = [str(item) for item in given] if isinstance(given, list | tuple) else [str(given or "")]
        paths = [folder.resolve() / expanded(text.removeprefix("file://")) for text in texts if text]
        self.record.opens(path.resolve() for path in paths if path.is_file())

    def writes(self, judged: Judged) -> None:
        """Record what a command that runs now makes or replaces."""
        if judged.paths and judged.action_class is not ActionClass.DELETE:
            over = judged.action_class is ActionClass.OVERWRITE
            self.record.agreed = judged.paths[0] if over else None
            asked = judged.action_class.severity >= ActionClass.OUTSIDE.severity
            moved = {end for _, end in judged.moves}
            made = [path for path in judged.paths if path not in moved and (asked or not path.exists())]
            self.record.will_write(made, time.time_ns())
        self.record.will_move(judged.moves)

    def runs(self, command: Command, kind: ActionKind, judged: Judged) -> None:
        """Record that a program begins to run that was consented to."""
        if kind is ActionKind.PROGRAM and judged.action_class is ActionClass.RUN_PROGRAM:
            self.record.ran_ns[command.call_id] = (time.time_ns(), 0)

    def types(self, command: Command, kind: ActionKind, selection: Selection) -> None:
        """Record whether text is left in a browser's address bar: it is not the address of the page that is shown."""
        window = selection.window
        if window is None or not is_browser(window) or kind not in _TYPES:
            return
        keys = command.parameters if kind is ActionKind.KEYS else None
        element = selection.controls.get(str(command.parameters.get("id", "")))
        unsent = leaves_address_unsent(selection.snapshot, element, keys)
        if unsent:
            self.record.unsent.add(window.id)
        elif unsent is False:
            self.record.unsent.discard(window.id)

    def shows(self, selection: Selection, reads: ReadTexts) -> None:
        """Record what the page in the selected browser window is told by: nothing of it is new to its host, also later on."""
        window = selection.window
        if window is not None and is_browser(window) and window.id not in self.record.unsent:
            reads.shown(*known_there(selection.snapshot))

    def did(self, call_id: str) -> None:
        """Record that the command ran, which uses up what the request orders of it."""
        if call_id in self.record.ran_ns:
            self.record.ran_ns[call_id] = (self.record.ran_ns[call_id][0], time.time_ns())
        for said in self.orders.did(call_id):
            self._notice(f"consented by the request: {said!r}")


def _is_terminal(window: Window, applications: Sequence[Application]) -> bool:
    runs = [
        application
        for application in applications
        if window.app_root == application.id or window.process in application.command[:1]
    ]
    return "term" in f"{window.app_root} {window.process}".casefold() or any(
        "TerminalEmulator" in run.categories for run in runs
    )


async def _page(desktop: Desktop, window: Window) -> str:
    try:
        return page_of(await desktop.snapshot(window.id))
    except DesktopError:
        return ""


class Orders:
    """What the request of the person orders, as read, and how often it is done."""

    def __init__(self, reader: OrderReader) -> None:
        self.reader = reader
        self._answers: dict[OrderInputs, Ordered | None] = {}
        self._claims: dict[str, list[tuple[_Same, str]]] = {}
        self._done: Counter[_Same] = Counter()

    def begin(self) -> None:
        """Begin a new request: nothing of it is read or done."""
        self._answers.clear()
        self._claims.clear()
        self._done.clear()

    async def read(self, inputs: OrderInputs, call_id: str) -> Ordered | None:
        """Return whether the request orders the act once more than it is done or claimed by other commands. None where nobody
        reads it, or too much was asked already. The same question is asked once.
        """
        others = sum(same == _same(inputs) for key, rows in self._claims.items() if key != call_id for same, _ in rows)
        asked = replace(inputs, done_before=self._done[_same(inputs)] + others)
        if asked not in self._answers:
            if len(self._answers) >= MOST_READINGS:
                return None
            self._answers[asked] = await self.reader(asked)
        return self._answers[asked]

    def claim(self, call_id: str, granted: tuple[tuple[OrderInputs, str], ...]) -> None:
        """Let the command with that id use up what was granted: acts, each with the words that order it."""
        self._claims[call_id] = [(_same(inputs), quote) for inputs, quote in granted]

    def forget_claims(self) -> None:
        """Release the claims of commands that were decided on but never ran, so that others may claim them."""
        self._claims.clear()

    def did(self, call_id: str) -> tuple[str, ...]:
        """Record that the command ran, and return the words that ordered it."""
        rows = self._claims.pop(call_id, [])
        self._done.update(same for same, _ in rows)
        return tuple(dict.fromkeys(quote for _, quote in rows))


def _same(inputs: OrderInputs) -> _Same:
    """What counts as the same act again, whatever our own acts change in a window's title."""
    return inputs.action_class, inputs.target, inputs.application
