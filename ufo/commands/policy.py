"""What may be done, what a person is asked about first, and what never happens: decided in code before dispatch.

A verdict rests on the tool, its arguments, the control that it would touch, and the files it would write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ufo.commands.beside import Beside, Painted
from ufo.commands.judging.controls import at_point, control
from ufo.commands.judging.entering import of_cells, pastes
from ufo.commands.judging.files import ARRANGES, arranging, saving
from ufo.commands.judging.opening import closing, launching, programs
from ufo.commands.judging.scene import Judged, Scene
from ufo.commands.judging.typing import by_keys, puts_in_copied
from ufo.commands.judging.verbs import BY_VERB
from ufo.commands.read_texts import texts_in
from ufo.commands.scope import ToolScope
from ufo.config.settings import PolicySettings
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command
from ufo.schema.tool import ToolInfo

Decision = Literal["allow", "ask", "deny"]

_NAVIGATES = frozenset(
    {"select_application_window", "wheel_mouse_input", "select_text", "select_table", "select_paragraph"}
)
_NAVIGATES |= {"select_table_range", "scroll_to"}
_READS = frozenset({"read", "texts"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """`question` names exactly what would happen; of a denied action it says why it does not."""

    decision: Decision
    action_class: ActionClass
    question: str = ""

    @property
    def needs_consent(self) -> bool:
        return self.decision == "ask"


def _written(commands: Sequence[Command]) -> tuple[str, ...]:
    texts = (one.parameters.get(key) for one in commands for key in ("text", "keys", "value"))
    return tuple(text for text in texts if isinstance(text, str))


class Policy:
    """For one agent's scope."""

    def __init__(self, settings: PolicySettings, scope: ToolScope, painted: Painted | None = None) -> None:
        """`painted` reads what is painted on controls; without it their names, and what their page tells, must do."""
        self._settings = settings
        self.scope = scope
        self._beside = Beside(scope.desktop, painted)

    async def verdict(self, command: Command, tool: ToolInfo | None, earlier: Sequence[Command] = ()) -> Verdict:
        """`tool` is None for a name that no server knows; such a command fails by itself and needs no consent. `earlier`: the
        commands of the same turn before it."""
        if tool is None:
            return Verdict("allow", ActionClass.OBSERVE)
        judged = await self._judge(command, tool, earlier)
        if judged.action_class in self._settings.deny:
            said = f"not done, because {judged.action_class.value!r} is denied in the settings: {judged.what}"
            return Verdict("deny", judged.action_class, said)
        if judged.action_class in self._settings.ask:
            return Verdict("ask", judged.action_class, f"{judged.what}?")
        return Verdict("allow", judged.action_class)

    async def _judge(self, command: Command, tool: ToolInfo, earlier: Sequence[Command]) -> Judged:
        name = tool.tool_name
        arguments = command.parameters
        if name in _READS or (tool.read_only and tool.tool_type == "data_collection"):
            return Judged(ActionClass.OBSERVE)
        if name in _NAVIGATES:
            return Judged(ActionClass.NAVIGATE)
        scene = Scene(
            self.scope.selection,
            await self.scope.desktop.windows(),
            await self.scope.desktop.applications(),
            self.scope.working_folder,
            _written(earlier),
            await self._copied(name, arguments),
            self.scope.reads,
        )
        judged = self._of_tool(scene, tool, arguments)
        told = await self._beside.told(scene) if scene.pressed else {}
        return self._of_tool(replace(scene, told=told), tool, arguments) if told else judged

    async def _copied(self, name: str, arguments: Mapping[str, Any]) -> str:
        """The clipboard's text, where it may be put in."""
        element = self.scope.selection.controls.get(str(arguments.get("id", "")))
        path = arguments.get("path")
        words = [*(path if isinstance(path, list) else ()), element.name if element is not None else ""]
        if puts_in_copied(str(arguments.get("keys", ""))) or any(pastes(str(word)) for word in words):
            return await self.scope.desktop.copied()
        return ""

    def _of_tool(self, scene: Scene, tool: ToolInfo, arguments: Mapping[str, Any]) -> Judged:
        name = tool.tool_name
        if name in ("run_shell", "execute_command"):
            return programs(scene, arguments, self._settings.programs)
        if name == "launch_application":
            return launching(scene, arguments)
        if name == "close_application":
            return closing(scene, arguments)
        if name in ("keyboard_input", "set_edit_text"):
            return by_keys(scene, name, arguments)
        if name in ARRANGES:
            return arranging(scene, name, arguments)
        if name in BY_VERB:
            return BY_VERB[name](scene, arguments)
        if name in ("click_on_coordinates", "drag_on_coordinates"):
            return at_point(scene, name, arguments)
        return self._judge_other(scene, tool, arguments)

    def _judge_other(self, scene: Scene, tool: ToolInfo, arguments: Mapping[str, Any]) -> Judged:
        if tool.tool_name == "save":
            return Judged(ActionClass.EDIT, "save the document under its own name")
        if tool.tool_name == "save_as":
            return saving(scene, arguments)
        given = {key: value for key, value in arguments.items() if key not in ("id", "name")}
        cells = of_cells(scene, texts_in(given), tool.tool_name)
        if cells.action_class is not ActionClass.EDIT:
            return cells
        if "id" in tool.parameters and arguments.get("id"):
            return control(scene, tool.tool_name, arguments)
        if tool.read_only:
            return Judged(ActionClass.OBSERVE)
        if tool.destructive:
            return Judged(
                ActionClass.UNKNOWN, f"Run the tool {tool.tool_name!r} with {dict(arguments)!r}, which may destroy"
            )
        return Judged(ActionClass.EDIT)
