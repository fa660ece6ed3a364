"""Chooses the tool servers that an agent gets on an application: names come from the settings, factories from one table.

A name that is not in the table is the entry point of an installed package, ours or another's, or a dotted path to a factory of
the user's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from mcp.server import MCPServer

from ufo.config.sections import ToolMap
from ufo.config.settings import ToolServerSettings
from ufo.errors import ConfigError
from ufo.extensions import Group, find, installed, is_known, is_missing, ours
from ufo.faults import note_fault
from ufo.platform.system_packages import asks_for_other_system
from ufo.schema.command import ToolType
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.external.servers import ExternalServer
from ufo.tools.observe.selection import ToolScope

ServerFactory = Callable[[ToolScope], MCPServer]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A kind of server. `factory` is "module:function" and is imported on first use; it takes a `ToolScope` and returns an
    `MCPServer`.
    """

    factory: str
    tool_type: ToolType


SERVERS: Mapping[str, ServerEntry] = MappingProxyType(
    {
        "UICollector": ServerEntry("ufo.tools.servers.ui_collector:ui_collector", "data_collection"),
        "HostUIExecutor": ServerEntry("ufo.tools.servers.host_ui:host_ui", "action"),
        "AppUIExecutor": ServerEntry("ufo.tools.servers.app_ui:app_ui", "action"),
        "PointerExecutor": ServerEntry("ufo.tools.servers.pointer_tools:pointer", "action"),
        "CommandLineExecutor": ServerEntry("ufo.tools.servers.command_line:command_line", "action"),
        "FileExecutor": ServerEntry("ufo.tools.servers.files:files", "action"),
        "DocumentExecutor": ServerEntry("ufo.tools.servers.documents:documents", "action"),
        "PictureExecutor": ServerEntry("ufo.tools.servers.pictures:pictures", "action"),
        "SystemExecutor": ServerEntry("ufo.tools.servers.system_tools:system", "action"),
        "SessionBusExecutor": ServerEntry("ufo.tools.servers.session_bus_tools:session_services", "action"),
        "MailExecutor": ServerEntry("ufo.tools.servers.mail_tools:mail", "action"),
        "ShowExecutor": ServerEntry("ufo.tools.servers.shown_pictures:shown", "action"),
        "DataExecutor": ServerEntry("ufo.tools.servers.data_tools:data", "action"),
    }
)


def build_dispatcher(
    agent: str,
    app_root: str,
    scope: ToolScope,
    tools: ToolMap,
    servers: Mapping[str, ServerEntry] = SERVERS,
    outside: Sequence[ExternalServer] = (),
) -> LocalCommandDispatcher:
    """Build the servers of `tools[agent][app_root]`, or of its `default`, and add those from `outside`. Those that work what only
    another system has are left out. Raises ConfigError for unknown names.
    """
    chosen = _chosen(agent, app_root, tools)
    named = [
        *_build(chosen.data_collection, "data_collection", scope, servers),
        *_build(chosen.action, "action", scope, servers),
    ]
    return LocalCommandDispatcher([*named, *stand_ins(outside)])


def stand_ins(outside: Sequence[ExternalServer]) -> list[NamedServer]:
    return [
        NamedServer(
            outside_server.connection.name, "action", outside_server.server, outside_server.connection.count_changes
        )
        for outside_server in outside
    ]


def _chosen(agent: str, app_root: str, tools: ToolMap) -> ToolServerSettings:
    by_application = tools.get(agent)
    if by_application is None:
        known = ", ".join(sorted(tools)) or "none"
        raise ConfigError(f"`tools` has no agent {agent!r}; add it, or use one of: {known}")
    chosen = by_application.get(app_root) or by_application.get("default")
    if chosen is None:
        raise ConfigError(f"`tools.{agent}` has neither {app_root!r} nor 'default'; add one of them")
    return chosen


def _build(
    names: Sequence[str], tool_type: ToolType, scope: ToolScope, servers: Mapping[str, ServerEntry]
) -> Iterator[NamedServer]:
    for name in _present(names):
        entry = _entry(name, tool_type, servers)
        try:
            server = _made(name, entry, scope)
        except ConfigError as error:
            if asks_for_other_system(error):
                continue
            raise
        yield NamedServer(name, tool_type, server)


def added_servers(tools: ToolMap, servers: Mapping[str, ServerEntry] = SERVERS) -> dict[str, ToolType]:
    """Return the servers that `tools` names beside those of the table and of our extensions, each with what its tools do."""
    chosen = [server_settings for by_application in tools.values() for server_settings in by_application.values()]
    looking: dict[str, ToolType] = {
        name: "data_collection" for server_settings in chosen for name in server_settings.data_collection
    }
    acting: dict[str, ToolType] = {name: "action" for server_settings in chosen for name in server_settings.action}
    return {
        name: kind
        for name, kind in (looking | acting).items()
        if name not in servers and ours(Group.TOOLS, name) is None
    }


def require_known(tools: ToolMap, servers: Mapping[str, ServerEntry] = SERVERS) -> None:
    """Check the server names of every agent and application, before anything is done for one of them. Raises ConfigError."""
    for by_application in tools.values():
        for chosen in by_application.values():
            for name in _present(chosen.data_collection):
                _entry(name, "data_collection", servers)
            for name in _present(chosen.action):
                _entry(name, "action", servers)


def _present(names: Sequence[str]) -> list[str]:
    """Return the names without those of extensions of ours that are not installed here: agents go on without their tools."""
    return [name for name in names if not is_missing(Group.TOOLS, name)]


def _entry(name: str, tool_type: ToolType, servers: Mapping[str, ServerEntry]) -> ServerEntry:
    entry = servers.get(name) or (ServerEntry(name, "action") if ours(Group.TOOLS, name) else None)
    if entry is None:
        if is_known(Group.TOOLS, name):
            return ServerEntry(name, tool_type)
        known = ", ".join(sorted({*servers, *installed(Group.TOOLS)}))
        raise ConfigError(
            f"there is no tool server {name!r}; known are: {known}. One of your own is named by the dotted path of its "
            "factory: package.module:function"
        )
    if entry.tool_type != tool_type:
        raise ConfigError(f"tool server {name!r} belongs under `{entry.tool_type}`, not under `{tool_type}`")
    return entry


def _made(name: str, entry: ServerEntry, scope: ToolScope) -> MCPServer:
    """Build the server. Raises ConfigError where its factory cannot be loaded, fails or returns something else."""
    factory: ServerFactory = find(Group.TOOLS, entry.factory)
    try:
        with _root_logger_kept():
            server = factory(scope)
    except Exception as error:  # noqa: BLE001 the boundary of code from outside
        said = "of another system" if asks_for_other_system(error) else note_fault(_log, entry.factory, error)
        raise ConfigError(f"tool server {name!r} cannot be built: {said}") from error
    if not isinstance(server, MCPServer):
        raise ConfigError(f"tool server {name!r}: {entry.factory!r} returned {type(server).__name__}, not an MCPServer")
    return server


@contextmanager
def _root_logger_kept() -> Iterator[None]:
    """Restore the root logger, which the SDK configures whenever a server is built: a library must not decide where logs go."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        for handler in [handler for handler in root.handlers if handler not in handlers]:
            root.removeHandler(handler)
        root.setLevel(level)
