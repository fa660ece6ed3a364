"""Builds the tool sets of a run's agents, and holds what they share: the person, the person's secrets, and the texts that were
read.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ufo.agents.services import Tools
from ufo.config.sections import ToolboxSections
from ufo.config.settings import PolicySettings
from ufo.desktop.masked.masked_areas import MaskedAreas
from ufo.desktop.masked.masked_desktop import MaskedDesktop
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.desktop.private.sandbox import is_sandboxed
from ufo.desktop.timed_desktop import TimedDesktop
from ufo.desktop.values import REACHES
from ufo.knowledge.menus.shelf import MenuShelf
from ufo.runs.bounded import bounded
from ufo.runs.desktops import DesktopInUse, with_sight
from ufo.schema.action_class import ActionClass
from ufo.schema.spans import Spending, unmeasured
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.takeover import Attend, Takeover
from ufo.tools.dispatch.toolset import build_dispatcher, require_known
from ufo.tools.effects.form_before import FirstHeld
from ufo.tools.external.servers import ExternalServers
from ufo.tools.menus.book import MenuBook
from ufo.tools.observe.document_copies import DocumentCopies
from ufo.tools.observe.open_documents import open_documents
from ufo.tools.observe.read_texts import ReadTexts
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.policy.consent.mandate import Mandate
from ufo.tools.policy.policy import Policy
from ufo.tools.policy.scene.run_record import WasMissing, not_known
from ufo.tools.system.command_box import CommandBox, is_possible
from ufo.trace.events import Asked, Event, RoundStarted
from ufo.vision.detectors import GroundingService
from ufo.vision.sight import find_sight

_log = logging.getLogger(__name__)
_WHERE = (
    "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS",
)  # fmt: skip
"""The variables that put a program's windows on a desktop. Its home and folders stay the person's."""
_KEPT_IN = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "GSETTINGS_BACKEND")
"""The variables that say where a desktop's applications keep their settings."""


@dataclass(frozen=True, slots=True)
class Attended:
    """The person who may take over. `told` is called with what was done meanwhile."""

    attend: Attend
    told: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Shared:
    """What all tool sets of one run share. Without `attended` nobody can take over. `reads` holds the texts that were read,
    `first` what fields held when they were first seen, `mandate` what the request itself consents to, and `outside` the user's
    MCP servers. `spending`: measures what takes time.
    """

    keeper: SecretResolver
    attended: Attended | None = None
    reads: ReadTexts = field(default_factory=ReadTexts)
    first: FirstHeld = field(default_factory=FirstHeld)
    mandate: Mandate = field(default_factory=Mandate)
    outside: ExternalServers | None = None
    spending: Spending = unmeasured


class PersonSaid:
    """A listener for the person's words: they name the secrets that may be used, and the texts that may be sent where the
    person wants.
    """

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def on_event(self, event: Event) -> None:
        if isinstance(event, RoundStarted):
            self._shared.keeper.person_said(event.request)
            self._shared.reads.asked(event.request)
        elif isinstance(event, Asked) and not event.confirmation:
            self._shared.keeper.person_said(event.answer)


class ServerToolbox:
    """Opens a tool set for an agent and an application, each with a selection of its own, and closes all of them together."""

    def __init__(
        self,
        place: DesktopInUse,
        settings: ToolboxSections,
        working_folder: Path,
        grounding: Sequence[GroundingService] = (),
        shared: Shared | None = None,
        shelf: MenuShelf | None = None,
    ) -> None:
        """Build the parts that the tool sets share. Without `shared`, no secret is given out; without `shelf`, nothing is kept of
        what applications offer.
        """
        require_known(settings.tools)
        self._shared = shared or Shared(SecretResolver(SecretStore(settings.secrets), Masks()))
        self._shared.mandate.record.reachable = settings.network.allow
        keeper = self._shared.keeper
        self.bounded = bounded(place, settings, keeper.masks)
        seen = with_sight(self.bounded.desktop, settings, grounding, place.environment)
        self._desktop = TimedDesktop(MaskedDesktop(seen, keeper), self._shared.spending)
        self._blinds = MaskedAreas(self.bounded.desktop, keeper.masks.holds)
        extension = find_sight()
        self._painted = None if extension is None else extension.painted_words(settings.sight)
        if extension is None:
            _log.info("painted words of controls are not read: the extension `sight` is not installed")
        self._environment = place.environment
        self._settings = settings
        self._working_folder = working_folder
        self.documents = open_documents(settings.desktop.documents, self.bounded.may)
        self._opened: list[GuardedDispatcher] = []
        # Beside the run: what it asks takes long, and nobody else waits for it.
        self.menus = MenuBook(
            self._desktop, shelf, documents=open_documents(settings.desktop.documents, self.bounded.may)
        )
        self._begun = time.time()
        boxed = settings.policy.sandbox and is_possible()
        self._box = CommandBox(working_folder, settings.desktop.sandbox_folders) if boxed else None

    def hears(self, request: str, was_missing: WasMissing = not_known, at: float | None = None) -> None:
        """Begin a new request of the person's, in their own words: it sets what they consent to from now on."""
        self._shared.mandate.begin(request, self._working_folder.resolve(), was_missing, at)

    def open(self, agent: str, app_root: str) -> Tools:
        scope = ToolScope(
            self._desktop,
            Selection(first=self._shared.first),
            self._working_folder,
            self._settings.desktop.settle_timeout_s,
            environment=self._for_programs(),
            settings_environment=self._for_settings(),
            pictures=self._blinds,
            reads=self._shared.reads,
            home=Path(home) if (home := self._environment.get("HOME")) else None,
            begun=self._begun,
            menus=self.menus,
            keeper=self._shared.keeper,
            reach=self._reach,
            box=self._box,
            browser_profile=self._settings.desktop.browser_profile,
            documents=self.documents,
        )
        outside = self._shared.outside
        servers = outside.of(agent) if outside is not None else ()
        inner = build_dispatcher(agent, app_root, scope, self._settings.tools, outside=servers)
        if agent != "HostAgent" and self._painted is not None:
            self._painted.begin()
        person = self._shared.attended
        floor = Takeover(scope, person.attend, person.told) if person else None
        policy = Policy(self._policy(), scope, self._shared.mandate, self._painted, DocumentCopies(scope))
        masks = self._shared.keeper.masks
        bounds = self.bounded.around(scope, self._settings.tools)
        dispatcher = GuardedDispatcher(inner, policy, floor, masks, bounds, self._shared.spending)
        self._opened.append(dispatcher)
        return Tools(dispatcher, scope)

    def _for_programs(self) -> Mapping[str, str]:
        """Return the environment of programs that the command line tool starts: the person's own, with the display and the
        buses of this run's desktop. On a sandboxed desktop it is that desktop's environment.
        """
        if is_sandboxed(self._environment):
            return self._environment
        own = desktop_environment(os.environ, self._settings.desktop.environment)
        here = {name: self._environment[name] for name in _WHERE if name in self._environment}
        return {**own, **here}

    def _for_settings(self) -> Mapping[str, str]:
        """Return the environment of programs that read and write the settings of this run's desktop: a desktop of its own has
        settings of its own.
        """
        kept = {name: self._environment[name] for name in _KEPT_IN if name in self._environment}
        return {**self._for_programs(), **kept}

    def _reach(self) -> Mapping[str, str]:
        """Return what a browser that is started is told of the hosts that it may reach; nothing where it may reach all."""
        allowed = self._settings.network.allow
        hosts = dict.fromkeys((*allowed, *self._shared.mandate.record.request.hosts))
        return {} if "*" in allowed else {REACHES: " ".join(hosts)}

    def _policy(self) -> PolicySettings:
        """Return the policy settings. On a sandboxed desktop they also deny everything outside of the working folder and the
        home folder, because our own tools run outside of the sandbox.
        """
        policy = self._settings.policy
        if not is_sandboxed(self._environment):
            return policy
        return policy.model_copy(update={"deny": (*policy.deny, ActionClass.OUTSIDE)})

    async def release(self, tools: Tools) -> None:
        if tools.dispatcher in self._opened:
            self._opened.remove(tools.dispatcher)
            await tools.dispatcher.close()

    async def close(self) -> None:
        while self._opened:
            await self._opened.pop().close()
        await self.menus.close()
        await self.documents.close()
        if self._shared.outside is not None:
            await self._shared.outside.close()
