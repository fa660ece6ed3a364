"""Reads and sets options of LibreOffice in its configuration, where its own dialog Tools > Options keeps them."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .api import UnoError, file_path, properties
from .connection import Shown
from .refusals import Refused

_PATH = re.compile(r"org\.openoffice\.[A-Za-z0-9.]+(?:/[^/\x00]+)+")
_CODE = re.compile(
    r".*(?:security|scripting|macro|jobs|/java|addons|protocolhandler|externalmailer|extension|trusted|password|/views/"
    r"|eventbinding|/events|proxy|/inet/|setup/office/factories|misc/firstrun|/paths?/).*"
    r"|org\.openoffice\.(?:office\.java|office\.jobs|office\.events|office\.protocolhandler|office\.scripting|vcl|ucb|setup"
    r"|office\.extensionmanager|typedetection|office\.addons|office\.paths|office\.dataaccess).*"
)
"""What decides about programs and code that LibreOffice runs, whom it trusts, and what it talks to."""
KNOWN: Mapping[str, str] = {
    "autosave": "org.openoffice.Office.Recovery/AutoSave/Enabled",
    "autosave minutes": "org.openoffice.Office.Recovery/AutoSave/TimeIntervall",
    "backup copy": "org.openoffice.Office.Common/Save/Document/CreateBackup",
    "undo steps": "org.openoffice.Office.Common/Undo/Steps",
    "first name": "org.openoffice.UserProfile/Data/givenname",
    "last name": "org.openoffice.UserProfile/Data/sn",
    "initials": "org.openoffice.UserProfile/Data/initials",
    "company": "org.openoffice.UserProfile/Data/o",
    "street": "org.openoffice.UserProfile/Data/street",
    "city": "org.openoffice.UserProfile/Data/l",
    "postal code": "org.openoffice.UserProfile/Data/postalcode",
    "country": "org.openoffice.UserProfile/Data/c",
    "email": "org.openoffice.UserProfile/Data/mail",
    "phone": "org.openoffice.UserProfile/Data/telephonenumber",
    "writer default font": "org.openoffice.Office.Writer/DefaultFont/Standard",
    "writer default font size": "org.openoffice.Office.Writer/DefaultFont/StandardHeight",
    "writer heading font": "org.openoffice.Office.Writer/DefaultFont/Heading",
    "writer unit": "org.openoffice.Office.Writer/Layout/Other/MeasureUnit",
    "calc unit": "org.openoffice.Office.Calc/Layout/Other/MeasureUnit/Metric",
    "impress unit": "org.openoffice.Office.Impress/Layout/Other/MeasureUnit/Metric",
    "draw unit": "org.openoffice.Office.Draw/Layout/Other/MeasureUnit/Metric",
    "icon size": "org.openoffice.Office.Common/Misc/SymbolSet",
    "spell check while typing": "org.openoffice.Office.Linguistic/SpellChecking/IsSpellAuto",
    "locale": "org.openoffice.Setup/L10N/ooSetupSystemLocale",
}
UNITS = {
    "millimeter": 1, "centimeter": 2, "meter": 3, "kilometer": 4, "inch": 8, "foot": 9, "mile": 10, "point": 6, "pica": 7,
}  # fmt: skip
_MOST = 60
_WRITTEN_S = 5.0


def read_option(shown: Shown, name: str) -> dict[str, Any]:
    """Return an option's value, all options of a node, or those that have names of their own for ""."""
    if not name:
        return {"options": {known: _told(shown, path) for known, path in KNOWN.items()}}
    path = _path_of(name)
    try:
        found = _node(shown, path)
    except UnoError:
        found = None
    if found is not None and hasattr(found, "ElementNames"):
        return {
            "path": path,
            "options": {
                str(elementname): _plain(found.getByName(elementname)) for elementname in found.ElementNames[:_MOST]
            },
        }
    return {"path": path, "value": _value(shown, path)}


def set_option(shown: Shown, name: str, value: Any) -> dict[str, Any]:
    """Set an option, or empty it for None. `before` is what takes it back; `file` is where it is kept."""
    path = _path_of(name)
    plain = path.casefold()
    if _CODE.fullmatch(plain) and path not in KNOWN.values():
        raise Refused(
            f"{name!r} decides what LibreOffice runs or trusts; that is changed by the person only, under Tools > Options"
        )
    node, _, key = path.rpartition("/")
    before = _value(shown, path)
    wanted = None if value is None else _as_kept(name, path, before, value)
    provider = _provider(shown)
    access = _access(provider, node, writes=True)
    try:
        access.replaceByName(key, wanted)
        access.commitChanges()
    except UnoError as error:
        raise Refused(f"{name!r} cannot be set to {value!r} ({error or type(error).__name__})") from error
    _written(provider)
    after = _value(shown, path)
    file = _registry(shown)
    equal = after == (list(wanted) if isinstance(wanted, tuple) else wanted)
    return {
        "path": path, "key": f"{node}.{key}", "before": before, "after": after, "file": file,
        "equal": equal and (wanted is None or before == after or _is_kept(file, node, key, after)),
    }  # fmt: skip


def _path_of(name: str) -> str:
    plain = " ".join(name.split()).casefold()
    if plain in KNOWN:
        return KNOWN[plain]
    path = name.strip().strip("/")
    head, _, last = path.rpartition("/")
    if head and "." in last:
        path = f"{head}/{last.replace('.', '/')}"
    if not _PATH.fullmatch(path) or ".." in path:
        raise Refused(
            f"there is no option {name!r}; take one of {', '.join(KNOWN)}, or a path like "
            "org.openoffice.Office.Recovery/AutoSave/TimeIntervall"
        )
    return path


def _provider(shown: Shown) -> Any:
    return shown.context.getValueByName("/singletons/com.sun.star.configuration.theDefaultProvider")


def _access(provider: Any, node: str, *, writes: bool) -> Any:
    kind = "ConfigurationUpdateAccess" if writes else "ConfigurationAccess"
    try:
        return provider.createInstanceWithArguments(
            f"com.sun.star.configuration.{kind}", properties(nodepath=f"/{node}")
        )
    except UnoError as error:
        raise Refused(f"LibreOffice has no options at {node!r} ({error or type(error).__name__})") from error


def _node(shown: Shown, path: str) -> Any:
    node, _, key = path.rpartition("/")
    holder = _access(_provider(shown), node, writes=False)
    if not holder.hasByName(key):
        near = ", ".join(map(str, holder.ElementNames[:20]))
        raise Refused(f"{node!r} has no option {key!r}; it has {near}")
    return holder.getByName(key)


def _value(shown: Shown, path: str) -> Any:
    found = _node(shown, path)
    if hasattr(found, "ElementNames"):
        raise Refused(
            f"{path!r} holds several options: {', '.join(map(str, found.ElementNames[:30]))}; name one of them"
        )
    return _plain(found)


def _told(shown: Shown, path: str) -> Any:
    try:
        return _value(shown, path)
    except (Refused, UnoError):
        return None


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "ElementNames"):
        return f"({len(value.ElementNames)} options)"
    return value if isinstance(value, (bool, int, float, str)) or value is None else str(value)


def _as_kept(name: str, path: str, before: Any, value: Any) -> Any:
    """Return the value in the type that the option has."""
    word = str(value).strip().casefold()
    if "MeasureUnit" in path and word.rstrip("s").replace("metre", "meter") in UNITS:
        return UNITS[word.rstrip("s").replace("metre", "meter")]
    if isinstance(before, bool):
        if word not in ("true", "false", "on", "off", "yes", "no", "1", "0"):
            raise Refused(f"{name!r} is on or off; {value!r} is neither")
        return word in ("true", "on", "yes", "1")
    try:
        if isinstance(before, int):
            return int(value)
        if isinstance(before, float):
            return float(value)
    except (TypeError, ValueError):
        raise Refused(f"{name!r} is a number, such as {before!r}; {value!r} is none") from None
    if isinstance(before, list):
        return tuple(value) if isinstance(value, list) else (value,)
    return value if before is None and not isinstance(value, str) else str(value)


def _written(provider: Any) -> None:
    """Have the options written now: LibreOffice does it a moment later by itself."""
    flush = getattr(provider, "flush", None)
    if flush is not None:
        flush()


def _registry(shown: Shown) -> str:
    return str(
        Path(file_path(shown.create("util.PathSubstitution").getSubstituteVariableValue("$(user)")))
        / "registrymodifications.xcu"
    )


def _is_kept(file: str, node: str, key: str, value: Any) -> bool:
    """Tell whether the file holds the option's value. It is written by a thread of LibreOffice's own."""
    deadline = time.monotonic() + _WRITTEN_S
    said = str(value).lower() if isinstance(value, bool) else str(value)
    place = f'oor:path="/{node}"'
    while time.monotonic() < deadline:
        lines = Path(file).read_text(encoding="utf-8").split("<item ") if Path(file).is_file() else []
        held = [line for line in lines if place in line and f'oor:name="{key}"' in line]
        if any(f"<value>{_escaped(said)}</value>" in line for line in held) or isinstance(value, list) and held:
            return True
        time.sleep(0.05)
    return False


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
