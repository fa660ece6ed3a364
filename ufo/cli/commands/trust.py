"""`ufo trust`: shows what a folder's ufo.yaml changes, and records that the person allows it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from ufo.cli.output import Terminal, agrees, print_answer, print_json, print_text
from ufo.config.files import NAME, SettingsFile, read_in
from ufo.config.load import load_settings
from ufo.config.trust import TrustStore
from ufo.config.values import Change, changes
from ufo.errors import ConfigError
from ufo.schema.exit_codes import EXIT_FAILED

_QUESTION = "Trust this folder with these settings?"
_NOBODY = "trusting a folder needs your yes: run this at a terminal, or add --yes"


def trust(folder: Path, consents: bool = False, as_json: bool = False) -> int:
    """Show what the file changes, ask, and record the answer. Raises ConfigError where there is no file or nobody can be
    asked.
    """
    file = _file_in(folder)
    told = changes(file, load_settings(lambda _: None))
    store = TrustStore()
    console = Terminal(stderr=as_json)
    _show(console, file, told)
    needed = any(change.guarded for change in told) and not store.trusts(file)
    agreed = not needed or consents or agrees(console, _QUESTION, _NOBODY, as_json)
    if needed and agreed:
        # The file is trusted exactly as it was shown: both use the bytes that were read above.
        store.trust(file)
    if as_json:
        trusted = store.trusts(file)
        print_json(
            {"folder": str(file.path.parent), "trusted": trusted, "changes": [asdict(change) for change in told]}
        )
    else:
        console.say(_ending(needed, agreed, store.trusts(file)))
    return 0 if agreed else EXIT_FAILED


def list_(as_json: bool = False) -> int:
    trusted = TrustStore().all()
    if as_json:
        print_json([{"folder": folder, **item.model_dump()} for folder, item in trusted.items()])
        return 0
    lines = [f"{folder!r}  since {item.since}{_state(Path(folder), item.sha256)}" for folder, item in trusted.items()]
    print_text("\n".join(lines) or "No folder is trusted.")
    return 0


def forget(folder: Path, as_json: bool = False) -> int:
    """Trust the folder no longer. Raises ConfigError where it is not trusted."""
    place = str(folder.resolve())
    if not TrustStore().forget(place):
        raise ConfigError(f"{place!r} is not trusted; see which folders are: ufo trust --list")
    print_answer(as_json, {"forgotten": place}, f"{place!r} is no longer trusted.")
    return 0


def _file_in(folder: Path) -> SettingsFile:
    place = folder.resolve()
    file = read_in(place)
    if file is None:
        raise ConfigError(
            f"there is no {NAME} in {str(place)!r} to trust, besides your own; name a folder that has one"
        )
    return file


def _state(folder: Path, digest: str) -> str:
    try:
        file = read_in(folder)
    except (ConfigError, OSError):
        file = None
    if file is None:
        return "  (has no file now)"
    return "" if file.digest == digest else "  (the file has changed: not trusted)"


def _show(console: Terminal, file: SettingsFile, told: tuple[Change, ...]) -> None:
    console.say(f"{str(file.path)!r} sets:")
    for change in told:
        way = f"{change.before or 'nothing'} -> {change.after or 'nothing'}"
        if change.before == change.after:
            way = f"{change.after} (as it is)"
        console.say(f"  {change.setting}: {way}{'' if change.guarded else '  (counts without trust)'}")


def _ending(needed: bool, agreed: bool, trusted: bool) -> str:
    if needed:
        return "Trusted, as long as the file stays as it is." if agreed else "Not trusted; nothing was changed."
    return "It is trusted already." if trusted else "It counts without trust."
