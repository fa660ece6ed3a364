"""Checks of `ufo doctor`: whether windows without an accessibility tree can be seen (the detector that the settings choose is
shown a button), and what tools the user's MCP servers tell.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.errors import ConfigError, UfoError
from ufo.extensions import not_installed, to_install
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TREE_SOURCES, TargetInfo, TargetKind
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore
from ufo.tools.external.servers import ExternalServers, Surroundings
from ufo.vision.detectors import detector
from ufo.vision.encode import png_of
from ufo.vision.local.ocr import packages_of

_WORD = "Continue"


@dataclass(frozen=True, slots=True)
class Check:
    """One check of `ufo doctor`. `ok` is None where it is not needed here. `mend` is the command or step that repairs it."""

    name: str
    ok: bool | None
    detail: str
    mend: str = ""


def left_out_extensions() -> list[Check]:
    """Name the extensions of ours that are not installed. A run goes on without them."""
    return [
        Check(f"extension {extension.folder}", None, f"not installed: {extension.without}", to_install(extension))
        for extension in not_installed()
    ]


async def sight(settings: Settings) -> Check:
    """Check the detector. A failure counts only where a setting asks for a detector: windows with a tree are worked without
    one.
    """
    named = settings.system.control_backend
    name = "omniparser" if settings.omniparser.endpoint and "vision" not in named else "vision"
    title = f"sight ({name})"
    if set(named) <= TREE_SOURCES:
        return Check(title, None, "not used: `control_backend` is the tree alone")
    failed = None if named == ("auto",) and name == "vision" else False
    if name == "vision":
        packages = packages_of(settings.sight.languages)
        mend = f"make setup (pip install 'ufo-desktop-agent[sight]'); sudo apt-get install -y {packages}"
    else:
        mend = "start it, or correct omniparser.endpoint"
    picture = _button()
    window = TargetInfo(kind=TargetKind.WINDOW, name="ufo doctor", rect=picture.rect.as_ltrb())
    began = time.perf_counter()
    try:
        seen = await detector(name, SeeingSections.of(settings)).screen_parsing(picture, window)
    except UfoError as error:
        return Check(title, failed, str(error), mend)
    if not any(_WORD.casefold() in target.name.casefold() for target in seen):
        told = ", ".join(target.name for target in seen) or "nothing"
        return Check(title, failed, f"a button that says {_WORD!r} was seen as: {told}", mend)
    return Check(title, True, f"read a button in {time.perf_counter() - began:.2f} s")


def _button() -> Picture:
    image = Image.new("RGB", (320, 120), "#e0e0e0")
    pen = ImageDraw.Draw(image)
    pen.rectangle((90, 40, 230, 80), "#f4f4f4", "#707070")
    pen.text((160, 60), _WORD, "black", font_size=16, anchor="mm")
    return png_of(image, Rect(0, 0, 320, 120))


async def mcp_servers(settings: Settings, folder: Path) -> list[Check]:
    """Return one check for each server, none where none is configured."""
    told: list[str] = []
    around = Surroundings(folder, SecretStore(settings.secrets), Masks(), told.append, settings.desktop.environment)
    try:
        servers = ExternalServers(settings.mcp, around)
    except ConfigError as error:
        return [Check("MCP servers", False, str(error), "correct `mcp` in ufo.yaml")]
    try:
        tools = await servers.tools()
    finally:
        await servers.close()
    return [_check(name, count, settings, told) for name, count in tools.items()]


def _check(name: str, tools: int, settings: Settings, told: list[str]) -> Check:
    said = [text for text in told if repr(name) in text]
    if tools:
        return Check(f"MCP server {name}", True, "; ".join([f"{tools} tools", *said]))
    command = settings.mcp[name].command
    missing = bool(command) and shutil.which(command[0]) is None
    mend = f"install {command[0]!r}" if missing else f"correct `mcp.{name}`; docs/mcp.md"
    return Check(f"MCP server {name}", False, "; ".join(said) or "it tells no tools", mend)
