"""Asks before every command whether it may run, and whether the desktop is still what the turn counted on.

A command that needs consent runs only after it was given, and only as it was shown. After any surprise, the rest of several
commands is SKIPPED.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from ufo.desktop.values import Keys
from ufo.errors import DesktopError, ToolError, UfoError
from ufo.schema.action_class import ActionClass
from ufo.schema.command import NEEDS_CONSENT, Command, Effect, Result
from ufo.schema.roles import BUTTONS_AND_LINKS, CHOICE_HOLDERS, ROWS_AND_TABS
from ufo.schema.spans import Spending, Spent, unmeasured
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.secrets.masks import Masks
from ufo.tools.act.key_notation import events_in
from ufo.tools.dispatch.application_gate import ApplicationGate
from ufo.tools.dispatch.arguments import fitted
from ufo.tools.dispatch.borrowed_hands import BorrowedHands
from ufo.tools.dispatch.dry_run import DryRun
from ufo.tools.dispatch.foreseen_targets import by_name_alone, is_foreseen, path_of, resolve, shown_as
from ufo.tools.dispatch.listed_again import ListedAgain
from ufo.tools.dispatch.locate import Locator
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.tools.dispatch.results import failed, skipped, undone
from ufo.tools.dispatch.secret_use import learn_given, learn_notation, misplaced
from ufo.tools.dispatch.takeover import Takeover
from ufo.tools.dispatch.turn_guard import TurnGuard, Undone
from ufo.tools.observe.control_names import called
from ufo.tools.observe.read_texts import texts_in
from ufo.tools.observe.selection import ToolScope
from ufo.tools.policy.consent.covered import Covered
from ufo.tools.policy.policy import Policy, Verdict


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a person was shown of a command. Consent covers exactly this."""

    command: Command
    covered: Covered

    def covers(self, command: Command, now: Covered) -> bool:
        return self.command == command and self.covered.covers(now)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What holds all commands of a run: `gate` to the permitted applications, `dry` to looking, and `hands` to what leaves the
    person's pointer and keyboard alone.
    """

    gate: ApplicationGate | None = None
    dry: DryRun | None = None
    hands: BorrowedHands | None = None


class GuardedDispatcher(BasicCommandDispatcher):
    """Wraps another dispatcher. A denied command never runs; a command that needs consent runs once for each approval."""

    def __init__(
        self,
        inner: BasicCommandDispatcher,
        policy: Policy,
        floor: Takeover | None = None,
        masks: Masks | None = None,
        bounds: Bounds = Bounds(),  # noqa: B008 - it is frozen
        spending: Spending = unmeasured,
    ) -> None:
        self._inner = inner
        self._bounds = bounds
        self._spending = spending
        self._policy = policy
        self._floor = floor
        self._masks = masks if masks is not None else Masks()
        self._locator = Locator(policy.scope)
        self._listed_again = ListedAgain(policy.scope)
        self._guard = TurnGuard(policy.scope)
        self._shown: dict[str, _Shown] = {}
        self._approved: dict[str, _Shown] = {}
        self._listed: tuple[ToolInfo, ...] = ()
        self._tools: dict[str, ToolInfo] = {}

    async def review(self, commands: Sequence[Command]) -> list[Verdict]:
        """Return one verdict for each command, in order. Raises DesktopError where the desktop cannot be looked at."""
        with self._spending(Spent.CONSENT, ""):
            return await self._reviewed(commands)

    async def _reviewed(self, commands: Sequence[Command]) -> list[Verdict]:
        verdicts = []
        self._policy.mandate.orders.forget_claims()
        commands = await self._fitted(commands)
        for place, command in enumerate(commands):
            tool = await self._tool(command)
            if refused := await self._not_permitted(command, tool):
                verdicts.append(Verdict("deny", ActionClass.NAVIGATE, refused))
                continue
            judged = shown_as(command) if is_foreseen(command, tool) else await self._in_sight(command)
            # A control that is not there yet is judged once it is, right before its command runs: what it is, and on which
            # page, is not known before.
            if await self._comes_later(command, tool, commands[:place]):
                judged = None
            verdict = Verdict("allow", ActionClass.NAVIGATE)
            if judged is not None:
                verdict = await self._policy.verdict(judged, tool, commands[:place])
            if verdict.needs_consent:
                self._shown[command.call_id] = _Shown(command, verdict.covered)
            verdicts.append(verdict)
        return verdicts

    def approve(self, call_id: str) -> None:
        """Record that the person consented to the command as it was last reviewed. Do nothing for a command that needs no
        consent.
        """
        shown = self._shown.pop(call_id, None)
        if shown is not None:
            self._approved[call_id] = shown

    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        """Run the commands one at a time, each after its own verdict and guard. After an action that was refused, failed or
        seems to have done nothing, and after any surprise, the rest is SKIPPED with the reason. After a failure to read only
        what reads too goes on: nothing was changed that it could count on.
        """
        commands = await self._fitted(commands)
        results: list[Result] = []
        stopped = missed = ""
        acted = 0
        for place, command in enumerate(commands):
            reads = _reads(await self._tool(command))
            stopped = stopped or ("" if reads else missed)
            if not stopped and self._floor is not None and await self._is_action(command):
                stopped = await self._floor.before(command)
            if not stopped and acted and await self._is_action(command):
                stopped = await self._surprise(command, results)
            if stopped:
                results.append(skipped(command, stopped))
                continue
            with self._spending(Spent.TOOL, _named(command)):
                result = await self._guarded(command, timeout, commands[:place], is_first=not acted)
            results.append(result)
            if await self._is_action(command):
                acted += 1
                why = _reason_to_stop(command, result)
                stopped, missed = ("", missed or why) if reads else (why, missed)
        return results

    async def give_floor(self, upcoming: str) -> None:
        """Let the person take over before a turn: the agent that decides the turn looks first anyway."""
        if self._floor is not None:
            await self._floor.give(upcoming)

    async def check(self) -> tuple[Undone, ...]:
        """Return the commands of the last turn whose confirmed effect did not last until now."""
        return await self._guard.undone()

    async def hold(self, results: Sequence[Result], seconds: float) -> list[Result]:
        """Return the results once what they confirm has lasted for `seconds`. Results that did not last say so."""
        with self._spending(Spent.HOLDING, ""):
            return _with_undone(results, await self._guard.hold(seconds))

    async def list_tools(self) -> tuple[ToolInfo, ...]:
        return await self._inner.list_tools()

    async def close(self) -> None:
        await self._inner.close()

    async def _guarded(self, command: Command, timeout: float, earlier: Sequence[Command], *, is_first: bool) -> Result:
        tool = await self._tool(command)
        is_action = await self._is_action(command)
        if refused := await self._not_permitted(command, tool):
            return failed(command, refused, effect=Effect.REFUSED)
        try:
            if is_action and is_first:
                surprised = await self._first(command)
                if surprised is not None:
                    return surprised
            found = await self._found(command, tool, earlier)
        except UfoError as error:
            return failed(command, str(error), effect=Effect.REFUSED)
        judged = misplaced(found, tool, self._tools.values()) or await self._judged(command, found, earlier)
        if isinstance(judged, Result):
            return judged
        learn_given(found, tool, self._masks)
        known, began = len(self._masks), time.time()
        result = await self._run(found, tool, timeout)
        if result.ok and tool is not None and tool.facts.of_window and (why := await self._not_told()):
            return failed(command, why, effect=Effect.REFUSED)
        if len(self._masks) > known:
            learn_notation(found, tool, self._masks)
        # What an application tells by its own interface did not pass the desktop that hides secrets.
        told = {"action_class": judged.action_class.value, "deed": judged.judged.question, "span": (began, time.time())}
        result = self._masks.model(result.model_copy(update=told))
        scope = self._policy.scope
        self._guard.credit(command, submits=_may_submit(found, tool, scope), turns_to=_may_turn_to(found, tool, scope))
        self._note_read(found, tool, result)
        if result.effect is not Effect.REFUSED:
            self._policy.mandate.did(command.call_id)
        return result

    async def _found(self, command: Command, tool: ToolInfo | None, earlier: Sequence[Command]) -> Command:
        """Return the command with the control that it names, as it is shown by now. Raises UfoError where there is none."""
        found = command
        if is_foreseen(command, tool):
            found = await resolve(command, self._policy.scope, tool, self._guard.opened)
        elif await self._comes_later(command, tool, earlier):
            await _look_anew(self._policy.scope)
        looks = tool is not None and tool.facts.kind is ActionKind.LOOK
        found = await self._locator.locate(found, reads=looks)
        await self._listed_again.renew(found, tool)
        return found

    async def _run(self, command: Command, tool: ToolInfo | None, timeout: float) -> Result:
        dry = self._bounds.dry
        if dry is not None and (instead := dry.in_place_of(command, tool)) is not None:
            return instead

        async def call() -> Result:
            (result,) = await self._inner.execute_commands([command], timeout)
            return result

        hands = self._bounds.hands
        result = await call() if hands is None else await hands.run(command, call)
        return result if dry is None else dry.told(command, tool, result)

    async def _not_permitted(self, command: Command, tool: ToolInfo | None) -> str:
        """Return why the command's application may not be worked, after the person was asked; "" where it may."""
        gate = self._bounds.gate
        try:
            return "" if gate is None else await gate.refusal(command, tool)
        except UfoError as error:
            return f"it could not be judged whether that application may be worked: {error}"

    async def _not_told(self) -> str:
        reading = self._policy.scope.judged.reading
        try:
            return await reading.withheld() if reading is not None else ""
        except UfoError as error:
            return f"it could not be judged whether what the window shows may be read: {error}"

    def _note_read(self, command: Command, tool: ToolInfo | None, result: Result) -> None:
        """Note what was shown and what the tool returned, so that it can be checked later whether an address carries it away."""
        reads = self._policy.scope.reads
        reads.look(self._policy.scope.selection.snapshot)
        self._policy.mandate.shows(self._policy.scope.selection, reads)
        if tool is not None and tool.read_only:
            # The result of a look also has roles and states, which are no secret.
            reads.add(texts_in(result.result) if tool.tool_type == "action" else ())
        else:
            reads.wrote(texts_in(command.parameters))
            reads.add(texts_in(result.result))

    async def _first(self, command: Command) -> Result | None:
        """Refuse the first action where the desktop changed since the look: a model may think for a long time before it acts."""
        await self._guard.begin()
        undone_since = await self._guard.undone()
        self._guard.begin_again()
        said = "; ".join(item.said for item in undone_since) or await self._surprise_of(command, is_first=True)
        return failed(command, f"not run, because since the look {said}", effect=Effect.REFUSED) if said else None

    async def _surprise(self, command: Command, results: list[Result]) -> str:
        try:
            gone = await self._guard.undone()
            results[:] = _with_undone(results, gone)
            said = "; ".join(item.said for item in gone) or await self._surprise_of(command, is_first=False)
        except DesktopError as error:
            said = str(error)
        return f"not run, because {said}" if said else ""

    async def _surprise_of(self, command: Command, *, is_first: bool) -> str:
        return await self._guard.surprise(command, await self._tool(command), is_first=is_first)

    async def _in_sight(self, command: Command) -> Command | None:
        """Return the command with its controls found, or None where a control that it names by selector is not there now."""
        try:
            return await self._locator.locate(command, patient=False)
        except UfoError:
            return None

    async def _comes_later(self, command: Command, tool: ToolInfo | None, earlier: Sequence[Command]) -> bool:
        """Tell whether the command names by path what is not in sight, and an action before it in the turn may bring it."""
        path = path_of(command)
        follows = tool is not None and tool.facts.kind is ActionKind.PATH
        if not path or not (follows or is_foreseen(command, tool)):
            return False
        first = path[0] if follows else path[-1]
        if called(self._policy.scope.selection.snapshot or (), first):
            return False
        return any([await self._is_action(before) for before in earlier])

    async def _judged(self, command: Command, found: Command, earlier: Sequence[Command]) -> Verdict | Result:
        """Return the verdict under which the command runs, or the result of one that may not. Consent covers the command as it
        was shown; what is judged is the control that it leads to now.
        """
        try:
            tool = await self._tool(command)
            kind = tool.facts.kind if tool is not None else ActionKind.OTHER
            verdict = await self._policy.verdict(found, tool, earlier)
        except UfoError as error:
            return failed(command, f"it could not be judged whether {command.tool_name!r} is safe: {error}")
        if verdict.decision == "allow":
            self._policy.goes_ahead(found, kind, verdict.judged)
            return verdict
        if verdict.decision == "deny":
            return failed(command, f"{verdict.question}; find another way", effect=Effect.REFUSED)
        approved = self._approved.pop(command.call_id, None)
        if approved is not None and approved.covers(command, verdict.covered):
            self._policy.goes_ahead(found, kind, verdict.judged)
            return verdict
        if approved is not None:
            said = (
                f"what was consented to is not what would happen now: {verdict.question} It was not done; give the action "
                "once more by the control's id, and it is asked about as it is now"
            )
            return failed(command, said, effect=Effect.REFUSED)
        return failed(command, f"{NEEDS_CONSENT}: {verdict.asked}", effect=Effect.REFUSED)

    async def _fitted(self, commands: Sequence[Command]) -> list[Command]:
        return [
            by_name_alone(fitted(command, tool), tool) for command in commands for tool in [await self._tool(command)]
        ]

    async def _tool(self, command: Command) -> ToolInfo | None:
        """Find the tool as the inner dispatcher does: by type and name, or else by name. Those of a server from outside may have
        changed since the last command.
        """
        # Where they cannot be listed, the command itself fails with the reason.
        with suppress(UfoError):
            listed = await self._inner.list_tools()
            if listed != self._listed:
                self._listed, self._tools = listed, {tool.tool_key: tool for tool in listed}
        own = self._tools.get(f"{command.tool_type}::{command.tool_name}")
        return own or next((tool for tool in self._tools.values() if tool.tool_name == command.tool_name), None)

    async def _is_action(self, command: Command) -> bool:
        tool = await self._tool(command)
        return (tool.tool_type if tool else command.tool_type) == "action"


async def _look_anew(scope: ToolScope) -> None:
    """See what an earlier action of the turn brought, so that what follows it is judged by that."""
    window = scope.selection.require_window()
    await scope.desktop.settle(window.id, scope.settle_timeout_s)
    scope.selection.snapshot = await scope.desktop.snapshot(window.id)


def _may_submit(command: Command, tool: ToolInfo | None, scope: ToolScope) -> bool:
    """Tell whether the command may send off what was typed before it: Enter, or the press of a button or link."""
    kind = tool.facts.kind if tool is not None else ActionKind.OTHER
    if kind is ActionKind.KEYS:
        with contextlib.suppress(ToolError):
            events = events_in(command.parameters)
            return any(isinstance(event, Keys) and "enter" in event.chord for event in events)
    pressed = scope.selection.controls.get(str(command.parameters.get("id", "")))
    return kind is ActionKind.CLICK and pressed is not None and pressed.role in BUTTONS_AND_LINKS


def _may_turn_to(command: Command, tool: ToolInfo | None, scope: ToolScope) -> bool:
    """Tell whether the command may choose another row, page or entry, whose details other controls show from then on."""
    kind = tool.facts.kind if tool is not None else ActionKind.OTHER
    control = scope.selection.controls.get(str(command.parameters.get("id", "")))
    role = control.role if control is not None else ""
    turns = {ActionKind.CLICK: role in ROWS_AND_TABS, ActionKind.SELECT: role in CHOICE_HOLDERS, ActionKind.PATH: True}
    return turns.get(kind, False)


def _reads(tool: ToolInfo | None) -> bool:
    return tool is not None and tool.facts.reads


def _reason_to_stop(command: Command, result: Result) -> str:
    """Return why the commands after this one must not run, or "": they were decided on the belief that it works."""
    if not result.ok:
        return f"not run, because {command.tool_name!r} before it failed: {result.error}"
    if result.unfinished:
        return f"not run, because {command.tool_name!r} before it ended in its middle: {result.unfinished}"
    if result.effect is Effect.SUSPECTED_NOOP:
        return (
            f"not run, because {command.tool_name!r} before it seems to have done nothing: {'; '.join(result.evidence)}"
        )
    return ""


def _named(command: Command) -> str:
    name = command.parameters.get("name")
    return f"{command.tool_name} {name!r}" if isinstance(name, str) and name else command.tool_name


def _with_undone(results: Sequence[Result], gone: Sequence[Undone]) -> list[Result]:
    said = {item.call_id: item.said for item in gone}
    return [undone(result, said[result.call_id]) if result.call_id in said else result for result in results]
