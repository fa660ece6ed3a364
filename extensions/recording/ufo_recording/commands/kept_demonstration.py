"""Makes a demonstration of a recording: a skill that is done once more and proved, a summary, and what the person is told."""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ufo.agents.user import User
from ufo.cli.output import Terminal, agrees, at_terminal
from ufo.cli.process.logfile import logged
from ufo.config.agent_models import model_of
from ufo.config.sections import ModelSections
from ufo.config.settings import Settings
from ufo.errors import Cancelled, SkillError, UfoError
from ufo.extensions import Group, is_missing
from ufo.faults import why
from ufo.llm.by_agent import choose
from ufo.llm.provider import BUILTIN
from ufo.llm.registry import Surroundings
from ufo.platform.loop_signals import stopping
from ufo.platform.scratch import scratch
from ufo.recipes.index import index_shown
from ufo.recipes.recipe import Demonstration, Skill
from ufo.recipes.replay.request_match import Chosen
from ufo.recipes.store import DemonstrationStore, SkillStore
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import open_desktop
from ufo.runs.sessions.users import NobodyUser, TerminalUser
from ufo.schema.exit_codes import EXIT_CANCELLED
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore
from ufo.trace.emitter import Listener
from ufo.trace.panels import listener_for
from ufo.trace.writer import LogWriter
from ufo_recording.demonstrated import by_model, demonstration_of, for_other_values, skill_of
from ufo_recording.prove import Proof, prove
from ufo_recording.recording_folder import Recording

_MODEL_S = 60.0


@dataclass(frozen=True, slots=True)
class Wish:
    """How a demonstration is kept. `unverified`: also where nothing proves it. `replaces`: a skill of that name is replaced.
    `values`: for variables of its skill, secrets among them. `proved`: how it is proved already, "" where it is not.
    """

    request: str = ""
    unverified: bool = False
    plays: bool = True
    consents: bool = False
    replaces: bool = False
    as_json: bool = False
    values: Mapping[str, str] = field(default_factory=dict)
    proved: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of a recording. `demonstration` is None where it was not kept; `why` says why, or why there is no skill."""

    recording: Recording
    demonstration: Demonstration | None
    skill: Skill | None
    proof: Proof
    why: str = ""

    def as_object(self) -> dict[str, Any]:
        """Return it for programs."""
        kept = self.demonstration.model_dump(mode="json") if self.demonstration is not None else None
        return {
            "name": self.recording.folder.name,
            "folder": str(self.recording.folder),
            "steps": len(self.recording.steps),
            "kept": self.demonstration is not None,
            "verified": bool(self.demonstration is not None and self.demonstration.proved),
            "proof": self.proof.told,
            "why": self.why,
            "demonstration": kept,
        }


class Keeping:
    """Keeps recordings as the settings and the person wish."""

    def __init__(self, settings: Settings, console: Terminal, wish: Wish) -> None:
        self._settings = settings
        self._console = console
        self._wish = wish
        self._asks = at_terminal(wish.as_json)

    async def keep(self, recording: Recording) -> Kept:
        """Make, prove and keep a demonstration. Raises SkillError where it cannot be written."""
        name, wish = recording.folder.name, self._wish
        try:
            skill: Skill | None = skill_of(recording, name, wish.request)
            why_not = ""
        except SkillError as error:
            skill, why_not = None, str(error)
        proof = await self._proof(skill, why_not, recording.folder)
        demonstration = demonstration_of(recording, name, wish.request, skill)
        if not proof.holds and not wish.unverified and not self._wants_it_anyway(proof):
            return Kept(recording, None, None, proof, proof.told)
        kept_skill = skill if skill is not None and (proof.holds or not wish.proved) else None
        if kept_skill is not None:
            try:
                SkillStore(self._settings.skills.folder).write(for_other_values(kept_skill), replace=wish.replaces)
            except SkillError as error:
                kept_skill, why_not = None, str(error)
        proved = proof.told if proof.holds else wish.proved
        told, by = await self._summary(demonstration)
        demonstration = demonstration.model_copy(
            update={
                "skill": kept_skill.name if kept_skill is not None else "",
                "proved": proved,
                "summary": told,
                "summarized_by": by,
            }
        )
        DemonstrationStore(self._settings.knowledge.folder).put(demonstration.name, demonstration)
        if wrong := await asyncio.to_thread(index_shown, self._settings.knowledge.folder):
            self._say(f"it is kept, and not in the index yet: {wrong}")
        return Kept(recording, demonstration, kept_skill, proof, why_not)

    async def _proof(self, skill: Skill | None, why_not: str, recording: Path) -> Proof:
        if self._wish.proved:
            return Proof(True, self._wish.proved)
        if skill is None:
            return Proof(False, why_not)
        if not self._wish.plays:
            return Proof(False, "it was not done again")
        given = {**self._secrets(skill), **self._wish.values}
        self._say("doing it once more on a fresh desktop, on copies of your files")
        with scratch() as place:
            return await prove(skill, lambda chosen: self._play(chosen, place, given), place, given, recording)

    def _secrets(self, skill: Skill) -> dict[str, str]:
        """Ask a person at a terminal for the secrets that were typed, since none is kept."""
        missing = [
            variable.name
            for variable in skill.variables
            if variable.secret and not self._wish.values.get(variable.name)
        ]
        if not missing or not self._asks:
            return {}
        self._say(
            "secrets that you typed were not recorded; without them it cannot be done again (Enter leaves that out)"
        )
        return {text: getpass.getpass(f"{text}: ") for text in missing}

    def _wants_it_anyway(self, proof: Proof) -> bool:
        if not self._asks:
            return False
        self._say(f"not proved: {proof.told}")
        return agrees(self._console, "Keep it unverified?", "")

    async def _play(self, chosen: Chosen, folder: Path, given: Mapping[str, str]) -> RunSummary:
        """Do the skill on a private desktop; nothing decides but the skill. The planner reads what it shows, where it is
        installed.
        """
        reader = {} if is_missing(Group.PROVIDERS, BUILTIN) else {"name": BUILTIN}
        settings = self._settings.model_copy(
            update={
                "desktop": self._settings.desktop.model_copy(update={"where": "private"}),
                "skills": self._settings.skills.model_copy(update={"on_doubt": "stop"}),
                # A rehearsal teaches nothing that the demonstration does not tell already.
                "system": self._settings.system.model_copy(update={"save_experience": "always_not"}),
                "agents": self._settings.agents.model_copy(update={"evaluation": None}),
                "model": self._settings.model.model_copy(update={**reader, "decide_locally": False}),
            }
        )
        timeout_s = settings.system.question_timeout_s
        consents = self._wish.consents
        person: User = TerminalUser(self._console, timeout_s, consents) if self._asks else NobodyUser(consents)
        shown: list[Listener] = [] if self._wish.as_json else [listener_for(self._console, True)]
        with stopping(lambda: os._exit(EXIT_CANCELLED)):
            log = LogWriter(settings.log_dir)
            for variable in chosen.skill.variables:
                if variable.secret:
                    log.masks.learn(given.get(variable.name, ""))
            try:
                with logged(log.folder, log.masks):
                    async with open_desktop(settings.desktop, folder) as desktop:
                        # Nothing of it is wanted afterwards, so that nothing is lost with that desktop.
                        desktop = replace(desktop, ends_with_run=False)
                        parts = SessionParts(desktop, person, folder, log, shown, skill=chosen)
                        async with open_session(settings, parts) as session:
                            return await session.run(chosen.request)
            except asyncio.CancelledError:
                raise Cancelled("stopped by the person") from None
            finally:
                log.close()

    async def _summary(self, demonstration: Demonstration) -> tuple[str, str]:
        """Return the summary and who made it: the model of the AppAgent where one is configured, or the rule."""
        model = model_of(ModelSections.of(self._settings), "app")
        if model.name.strip() == BUILTIN or not demonstration.steps:
            return demonstration.summary, demonstration.summarized_by
        store = SecretStore(self._settings.secrets)
        try:
            async with asyncio.timeout(_MODEL_S):
                chosen = choose(ModelSections.of(self._settings), "app", Surroundings())
                opened = await chosen.opened(lambda name: store.value(SecretRef(name)))
                try:
                    return await by_model(demonstration, opened.provider), opened.provider.name
                finally:
                    await opened.provider.close()
        except (UfoError, TimeoutError) as error:
            self._say(f"no summary by {model.name}: {why(error)}; it is summed up by rule")
            return demonstration.summary, demonstration.summarized_by

    def _say(self, text: str) -> None:
        self._console.print(f"ufo: {text}", style="dim", markup=False, highlight=False, soft_wrap=True)


def tell(console: Terminal, kept: Kept) -> None:
    """Print what came of a recording, and what can be done next."""
    name, steps = kept.recording.folder.name, len(kept.recording.steps)
    demonstration = kept.demonstration

    def say(text: str, style: str = "") -> None:
        console.print(text, style=style or None, markup=False, highlight=False, soft_wrap=True)

    if demonstration is None:
        say(f"not kept  {name}: {kept.why}", "bold yellow")
        say(f"Trace     {kept.recording.folder / 'trace.log'}")
        say(f"Next      ufo demo replay {name}, ufo demo keep {name} (unverified), or ufo demo forget {name}")
        return
    state = f"verified: {demonstration.proved}" if demonstration.proved else f"unverified: {kept.proof.told}"
    say(
        f"kept      {name}, {steps} step{'s' if steps != 1 else ''}, {state}",
        "bold green" if demonstration.proved else "bold yellow",
    )
    say(f"          {demonstration.summary}")
    say(f"Trace     {kept.recording.folder / 'trace.log'}")
    if kept.skill is not None:
        values = "".join(f" {variable}=…" for variable in demonstration.variables)
        say(f"Again     ufo skill run {name}{values}")
    elif kept.why:
        say(f"No skill  {kept.why}")


def outcome_code(kept: Kept) -> int:
    """Return the exit code: 0 where it is kept and proved, 10 kept unverified, 11 not kept."""
    if kept.demonstration is None:
        return RunOutcome.FAILED.exit_code
    return 0 if kept.demonstration.proved else RunOutcome.COMPLETED_UNVERIFIED.exit_code
