"""Tool servers of extensions that are not installed: runs go on without them, and who asks for one is told how to get it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.known_tools import TOOLS
from ufo.config.settings import Settings
from ufo.desktop.fake import FakeDesktop
from ufo.errors import ConfigError
from ufo.extensions import OURS, Group
from ufo.tools.dispatch.catalogue import named_among
from ufo.tools.dispatch.toolset import build_dispatcher, require_known
from ufo.tools.observe.selection import Selection, ToolScope

_OF_THIS_SYSTEM = {tool.namespace for tool in TOOLS}
LEFT_OUT = [
    (name, extension.folder)
    for extension in OURS
    for name in sorted(extension.brings.get(Group.TOOLS, ()))
    if name in _OF_THIS_SYSTEM
]


def _without_ours(text: str, tmp_path: Path) -> Path:
    """Return the place, or one like it without what our extensions declare: all else is imported as before."""
    place = Path(text)
    if place.name != "site-packages":
        return place
    like = tmp_path / place.name
    like.mkdir()
    own = tuple(f"ufo_{extension.folder}-" for extension in OURS)
    for entry in place.iterdir():
        if not entry.name.startswith(own):
            (like / entry.name).symlink_to(entry)
    return like


@pytest.mark.parametrize(("server", "folder"), LEFT_OUT)
async def test_agents_go_on_without_them_and_a_person_is_told_what_installs_one(
    server: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(_without_ours(text, tmp_path)) for text in sys.path])
    tools = Settings().tools
    require_known(tools)
    places = [
        (agent, root)
        for agent, by_application in tools.items()
        for root, chosen in by_application.items()
        if server in chosen.action
    ]
    assert places
    for agent, root in places:
        dispatcher = build_dispatcher(agent, root, ToolScope(FakeDesktop(), Selection(), tmp_path), tools)
        told = await dispatcher.list_tools()
        await dispatcher.close()
        assert told and server not in {tool.namespace for tool in told}
    theirs = next(tool.tool_name for tool in TOOLS if tool.namespace == server)
    with pytest.raises(ConfigError, match=rf"pip install \./extensions/{folder}"):
        named_among(theirs, told)
