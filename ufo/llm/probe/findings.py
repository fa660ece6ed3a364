"""What was found out about a model at an endpoint, kept in the person's cache folder with its date."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.config.settings import ModelSettings
from ufo.llm.access import endpoint
from ufo.llm.vendors import VENDORS
from ufo.secrets import files

_SHARE_OF_ANSWER = 5


class Findings(BaseModel):
    """What a model can do; None where that could not be found out. `context`: the tokens that it reads and writes in one call.
    `doubts`: where the endpoint claims something else than it does.
    """

    model_config = ConfigDict(frozen=True)

    model: str
    place: str
    found: date
    pictures: bool | None = None
    by_schema: bool | None = None
    tools: bool | None = None
    context: int | None = None
    doubts: tuple[str, ...] = ()


def remember(findings: Findings, environ: Mapping[str, str]) -> Path:
    """Keep the findings; return their file. Raises OSError."""
    path = _file(findings.model, findings.place, environ)
    files.make_folder(path.parent)
    files.write(path, findings.model_dump_json(indent=1).encode())
    return path


def recall(model: str, place: str, environ: Mapping[str, str]) -> Findings | None:
    """Return what was found out about the model there, or None. A file that is none of ours tells nothing."""
    try:
        findings = Findings.model_validate_json(_file(model, place, environ).read_bytes())
    except (OSError, ValidationError):
        return None
    return findings if (findings.model, findings.place) == (model, place) else None


def informed(settings: ModelSettings, findings: Findings | None) -> ModelSettings:
    """Return the settings with what was found out where they are as they come. Where the context is known, an answer gets a part
    of it, so that the prompt has the rest.
    """
    known: dict[str, object] = {}
    if findings is not None:
        if findings.pictures is False:
            known["visual_mode"] = False
        if findings.by_schema is False and settings.answers == "auto":
            known["answers"] = "prompt"
        if settings.context_tokens is None and findings.context is not None:
            known["context_tokens"] = findings.context
    context = known.get("context_tokens", settings.context_tokens)
    if isinstance(context, int) and settings.max_tokens == ModelSettings().max_tokens:
        known["max_tokens"] = min(settings.max_tokens, context // _SHARE_OF_ANSWER)
    return settings.model_copy(update=known) if known else settings


def place_of(settings: ModelSettings) -> str:
    """Return the address of the model's endpoint without credentials; "" for one of the account's own. Raises ConfigError."""
    vendor = VENDORS.get(settings.name.strip().partition(":")[0])
    address = settings.base_url or (vendor.base_url if vendor is not None else "")
    return endpoint(address).base if address else ""


def _file(model: str, place: str, environ: Mapping[str, str]) -> Path:
    home = environ.get("XDG_CACHE_HOME") or str(Path(environ.get("HOME") or Path.home()) / ".cache")
    name = hashlib.sha256(f"{place}\n{model}".encode()).hexdigest()[:24]
    return Path(home) / "ufo" / "models" / f"{name}.json"
