"""How this ufo was installed, and so what a remedy is called: `make` in a checkout of its repository, `ufo setup` elsewhere."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from urllib.parse import unquote, urlsplit

PACKAGE = "ufo-desktop-agent"
_ROOT = Path(__file__).parents[2]
_UV_CACHE = frozenset({"archive-v0", "environments-v2"})


def is_checkout() -> bool:
    """Tell whether it runs from a checkout of its repository, with the Makefile and the extensions."""
    return (_ROOT / "Makefile").is_file() and (_ROOT / "extensions").is_dir()


def to_set_up() -> str:
    """Return the command that brings what is missing."""
    return "make setup" if is_checkout() else "ufo setup"


def to_add_extension(folder: str) -> str:
    """Return how an extension of ours, by its folder in `extensions/`, is installed."""
    if is_checkout():
        return f"make setup, or pip install ./extensions/{folder} in the repository of ufo"
    return to_set_up()


def to_add(*requirements: str) -> str:
    """Return the command that adds Python packages to this installation."""
    return shlex.join(adding(*requirements))


def adding(*requirements: str) -> tuple[str, ...]:
    """Return the argument vector that adds Python packages, by name or by the path of a wheel, to this installation. One of
    `uvx` is thrown away, so there it begins another.
    """
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return (shutil.which("pipx") or "pipx", "inject", PACKAGE, *requirements)
    if not (prefix / "uv-receipt.toml").is_file() and not _UV_CACHE.isdisjoint(prefix.parts):
        added = [part for requirement in requirements for part in ("--with", requirement)]
        return ("uvx", "--from", str(_installed_from() or PACKAGE), *added, "ufo")
    if "\nuv = " in _text(prefix / "pyvenv.cfg"):
        return (shutil.which("uv") or "uv", "pip", "install", "--python", sys.executable, *requirements)
    return (sys.executable, "-m", "pip", "install", *requirements)


def to_add_extra(extra: str) -> str:
    """Return the command that adds what an extra of this package brings; without one, what the package itself needs."""
    if is_checkout() or not extra:
        return to_set_up()
    told = (text.partition(";") for text in requires(PACKAGE) or ())
    return to_add(*(name.strip() for name, _, marker in told if re.search(rf"extra == .{extra}.", marker)))


def can_add() -> bool:
    """Tell whether packages can be added to this installation, which is not thrown away."""
    return adding()[0] != "uvx"


def wheel_beside(package: str) -> Path | None:
    """Return the wheel of a package that lies where the wheel lay that this ufo was installed from; None without one."""
    own = _installed_from()
    if own is None:
        return None
    return max(own.parent.glob(f"{package.replace('-', '_')}-*.whl"), default=None)


def _installed_from() -> Path | None:
    """Return the wheel that this ufo was installed from, where it was a file (PEP 610)."""
    try:
        told = distribution(PACKAGE).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    address = urlsplit(str(json.loads(told or "{}").get("url", "")))
    path = Path(unquote(address.path))
    return path if address.scheme == "file" and path.suffix == ".whl" else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
