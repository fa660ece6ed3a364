"""Decides in code, before dispatch, what may be done, what a person is asked about first, and what never happens.

A verdict rests on the tool, its arguments, the control that it would touch, and the files it would write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from ufo.conditions.world import Copies
from ufo.config.settings import PolicySettings
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.file_names import escaped
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.read_texts import texts_in
from ufo.tools.observe.selection import ToolScope
from ufo.tools.policy.consent.covered import Covered
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.consent.order_judge import Judge, Ruling
from ufo.tools.policy.consent.target import Act
from ufo.tools.policy.files.judge_contents import BY_CONTENTS
from ufo.tools.policy.files.judge_files import ARRANGES, arranging, saving, with_ending
from ufo.tools.policy.files.own_document import owner_of, words_as_open
from ufo.tools.policy.files.reading import reading
from ufo.tools.policy.files.written_path import Location, is_graver, is_obeyed
from ufo.tools.policy.input.controls import at_point, control
from ufo.tools.policy.input.entered_text import of_cells, pastes
from ufo.tools.policy.input.file_manager import dragging
from ufo.tools.policy.input.keys import by_keys, by_text, puts_in_copied
from ufo.tools.policy.input.office_commands import commanding
from ufo.tools.policy.input.opened_files import Further, also_judged
from ufo.tools.policy.input.verbs import BY_VERB
from ufo.tools.policy.programs.browser_acts import BY_BROWSER
from ufo.tools.policy.programs.formulas import keeping_changes, making_file
from ufo.tools.policy.programs.launches import closing, launching, programs, waking
from ufo.tools.policy.programs.remote_places import BY_PLACE
from ufo.tools.policy.programs.session_services import BY_SERVICE
from ufo.tools.policy.reading_rule import ReadingRule
from ufo.tools.policy.scene.ask_controls import ControlAsker, Painted
from ufo.tools.policy.scene.scene import Judged, Scene, gravest

_MOST_SHOWN = 600
Decision = Literal["allow", "ask", "deny"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about a command. `question` names exactly what would happen, and for a denied action why it does not.
    `why`: why the request itself does not count as consent. `judged` and `ruling`: what the verdict rests on. `covered`: the
    question and the window, as consent covers them whatever our own acts change in the title.
    """

    decision: Decision
    action_class: ActionClass
    question: str = ""
    why: str = ""
    judged: Judged = Judged(ActionClass.OBSERVE)
    ruling: Ruling | None = None
    covered: Covered = Covered()

    @property
    def needs_consent(self) -> bool:
        return self.decision == "ask"

    @property
    def asked(self) -> str:
        """The question as it is put to a person."""
        return f"{self.question} ({self.why})" if self.why else self.question


def _written(commands: Sequence[Command], into: str = "") -> tuple[str, ...]:
    """Return what commands write, those left out that surely write into another field than the one with the id `into`."""
    own = [command for command in commands if not into or str(command.parameters.get("id", "")) in ("", into)]
    texts = (command.parameters.get(key) for command in own for key in ("text", "keys", "value"))
    return tuple(text for text in texts if isinstance(text, str))


def _covered(scene: Scene, judged: Judged) -> Covered:
    window = scene.window.id if scene.window is not None else ""
    asked = judged.question.replace(judged.also, "", 1).replace(f"in {scene.title!r}", f"in {scene.steady_title!r}")
    return Covered(window, judged.action_class, asked, judged.also)


def _harmless(tool: ToolInfo) -> ActionClass | None:
    """Return the class of a tool that only looks or navigates, or None for any other."""
    facts = tool.facts
    if facts.reads and (facts.kind is ActionKind.LOOK or tool.tool_type == "data_collection"):
        return ActionClass.OBSERVE
    return ActionClass.NAVIGATE if facts.navigates and not facts.destroys else None


class Policy:
    """Judges the commands of one agent's scope."""

    def __init__(
        self,
        settings: PolicySettings,
        scope: ToolScope,
        mandate: Mandate | None = None,
        painted: Painted | None = None,
        copies: Copies | None = None,
    ) -> None:
        """Set up the policy. `painted` reads the words painted on controls; without it only their names and what their page
        reports count. `copies` writes copies of open documents; without it what their windows show counts.
        """
        self._copies = copies
        self._settings = settings
        self.scope = scope
        self.mandate = mandate or Mandate()
        self._beside = ControlAsker(scope.desktop, painted)
        scope.judged.reading = ReadingRule(scope, self.mandate, partial(self._scene, Command(tool_name=""), ()))

    async def verdict(self, command: Command, tool: ToolInfo | None, earlier: Sequence[Command] = ()) -> Verdict:
        """Decide about a command. `tool` is None for a name that no server knows; such a command fails by itself and needs no
        consent. `earlier`: the commands before it in the same turn.
        """
        if tool is None:
            return Verdict("allow", ActionClass.OBSERVE)
        harmless = _harmless(tool)
        if harmless is not None and harmless not in self._settings.deny:
            return Verdict("allow", harmless)
        await self.mandate.look_around(self.scope.desktop, self._copies)
        scene = await self._scene(command, earlier)
        judged = Judged(harmless or ActionClass.OBSERVE)
        if harmless is None:
            scene, judged = await self._judge(scene, command, tool)
            judged = await self._also(scene, judged, Further(tool.facts.kind, command, earlier))
            judged = replace(judged, reached=scene.reached)
        if judged.action_class in self._settings.deny:
            said = f"not done, because {judged.action_class.value!r} is denied in the settings: {judged.question}"
            return Verdict("deny", judged.action_class, escaped(said))
        if judged.action_class not in self._settings.ask:
            return Verdict("allow", judged.action_class, judged=judged)
        judge = Judge(self.mandate.orders, self._settings.named_in_request, command.call_id)
        ruled = await judge.ruling(scene, Act(tool.facts.kind, command.parameters, judged))
        if ruled.answer == "denied":
            return Verdict("deny", judged.action_class, f"not done, because the request says {ruled.said!r}")
        if ruled.answer == "consented":
            self.mandate.orders.claim(command.call_id, ruled.granted)
            return Verdict("allow", judged.action_class, judged=judged, ruling=ruled)
        covered = _covered(scene, judged)
        return Verdict("ask", judged.action_class, f"{escaped(judged.question)}?", ruled.said, judged, covered=covered)

    def goes_ahead(self, command: Command, kind: ActionKind, judged: Judged) -> None:
        """Record that the command is about to run: what it makes counts as this run's own from now on."""
        if kind is ActionKind.LAUNCH:
            self.mandate.opens(command, self.scope.working_folder)
        if judged.is_read:
            self.mandate.record.read.update(path for path in judged.paths if path.is_file())
        else:
            self.mandate.writes(judged)
        location = Location(self.scope.working_folder, self.mandate.record)
        self.scope.judged.begin(judged.reached, partial(is_graver, location), partial(is_obeyed, location))
        self.mandate.types(command, kind, self.scope.selection)
        self.mandate.runs(command, kind, judged)

    async def _scene(self, command: Command, earlier: Sequence[Command]) -> Scene:
        scene = Scene(
            self.scope.selection,
            await self.scope.desktop.windows(),
            await self.scope.desktop.applications(),
            self.scope.working_folder,
            _written(earlier),
            self.mandate.record,
            await self._copied(command.parameters),
            self.scope.reads,
            is_boxed=self.scope.box is not None and ActionClass.RUN_PROGRAM not in self._settings.deny,
            tried=self.scope.trials.difference,
        )
        owner = owner_of(scene)
        if self._copies is not None and owner is not None and (told := await self._copies.path(owner)):
            scene = replace(scene, placed=Path(told))
        # A sheet shows a cell's text in its input line too, so that elsewhere two fields may hold one text.
        into = str(command.parameters.get("id", "")) if scene.is_browser else ""
        return replace(scene, written=_written(earlier, into)) if into else scene

    async def _copied(self, arguments: Mapping[str, Any]) -> str:
        """Return the clipboard's text where the command may paste it, else ""."""
        element = self.scope.selection.controls.get(str(arguments.get("id", "")))
        path = arguments.get("path")
        words = [*(path if isinstance(path, list) else ()), element.name if element is not None else ""]
        if puts_in_copied(str(arguments.get("keys", ""))) or any(pastes(str(word)) for word in words):
            return await self.scope.desktop.copied()
        return ""

    async def _judge(self, scene: Scene, command: Command, tool: ToolInfo) -> tuple[Scene, Judged]:
        """Judge a command, and return the scene extended by what the controls that it touches say beside their names."""
        # It may have to read an archive for that.
        judged = await asyncio.to_thread(self._of_tool, scene, tool, command.parameters)
        told = await self._beside.told(scene) if scene.pressed else {}
        if not told:
            return scene, judged
        scene = replace(scene, told=told)
        return scene, self._of_tool(scene, tool, command.parameters)

    async def _also(self, scene: Scene, judged: Judged, what: Further) -> Judged:
        """Judge what the command does to files. A window may show a part of its document, so that a document that seems to have
        lost its content is read as it stands before a person is asked.
        """
        found = also_judged(scene, judged, what)
        if self._copies is None or not scene.doubted:
            return found
        held = await words_as_open(self._copies, scene.doubted[0].name)
        return found if held is None else also_judged(replace(scene, held=held), judged, what)

    def _of_tool(self, scene: Scene, tool: ToolInfo, arguments: Mapping[str, Any]) -> Judged:
        kind = tool.facts.kind
        if kind is ActionKind.FOREIGN:
            return foreign(tool, arguments)
        if kind is ActionKind.PROGRAM:
            return programs(scene, arguments, self._settings.programs)
        if kind in ARRANGES:
            return arranging(scene, kind, arguments)
        judge = _BY_KIND.get(kind)
        if judge is not None:
            return judge(scene, with_ending(arguments, tool.facts.ending))
        judged = _judge_other(scene, tool, arguments)
        if not arguments.get(tool.facts.takes):
            return judged
        return gravest([judged, reading(scene, {"path": arguments[tool.facts.takes]})])


_BY_KIND: Mapping[ActionKind, Callable[[Scene, Mapping[str, Any]], Judged]] = MappingProxyType(
    {
        ActionKind.LAUNCH: launching,
        ActionKind.CLOSE: closing,
        ActionKind.WAKE: waking,
        ActionKind.KEYS: by_keys,
        ActionKind.TEXT: by_text,
        ActionKind.POINT: at_point,
        ActionKind.DRAG: dragging,
        ActionKind.SAVE_AS: saving,
        ActionKind.MAKE_FILE: making_file,
        ActionKind.KEEP_CHANGES: keeping_changes,
        ActionKind.OFFICE_COMMAND: commanding,
        **BY_CONTENTS,
        **BY_SERVICE,
        **BY_PLACE,
        ActionKind.EXPORT: saving,
        **BY_VERB,
        **BY_BROWSER,
    }
)


def foreign(tool: ToolInfo, arguments: Mapping[str, Any]) -> Judged:
    """Judge a call to an MCP server of the user's. What it does is unknown unless the person vouches for the server or allows
    the tool; what it states of itself can only make it riskier.
    """
    facts = tool.facts
    if facts.reads:
        return Judged(ActionClass.OBSERVE)
    if facts.vouched and not facts.destroys:
        return Judged(ActionClass.EDIT)
    risk = "which may destroy something, as its server says" if facts.destroys else "whose effect is unknown"
    return Judged(ActionClass.UNKNOWN, f"Call {tool.tool_name!r} of your MCP server with {_shown(arguments)}, {risk}")


def _shown(arguments: Mapping[str, Any]) -> str:
    text = repr(dict(arguments))
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}… ({len(text) - _MOST_SHOWN} more characters)"


def _judge_other(scene: Scene, tool: ToolInfo, arguments: Mapping[str, Any]) -> Judged:
    if tool.facts.kind is ActionKind.SAVE:
        return Judged(ActionClass.EDIT, "save the document under its own name")
    given = {key: value for key, value in arguments.items() if key not in ("id", "name")}
    cells = of_cells(scene, texts_in(given), into_cells=tool.facts.into_cells)
    if cells.action_class is not ActionClass.EDIT:
        return cells
    if "id" in tool.parameters and arguments.get("id"):
        return control(scene, arguments)
    if tool.read_only:
        return Judged(ActionClass.OBSERVE)
    if tool.destructive:
        return Judged(
            ActionClass.UNKNOWN,
            f"Run the tool {tool.tool_name!r} with {dict(arguments)!r}, which may destroy something",
        )
    return Judged(ActionClass.EDIT)
