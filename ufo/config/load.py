"""Loads the settings of a run, or raises one ConfigError that names every wrong setting. No error shows a value: it may be a
key.
"""

from __future__ import annotations

import difflib
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import SettingsError

from ufo.config.origin import counting
from ufo.config.settings import Settings
from ufo.errors import ConfigError

PREFIX = "UFO_"
_MARKS = frozenset({"UFO_PRIVATE_DESKTOP", "UFO_LAUNCH", "UFO_DATABASE", "UFO_STORE"})
"""Variables of programs on our desktops. They are no settings, since this program may be started there too."""


_log = logging.getLogger(__name__)


def load_settings(tell: Callable[[str], None] = _log.warning, /, **overrides: Any) -> Settings:
    """Load the settings: `overrides` win over the environment, then ./ufo.yaml, then ~/.config/ufo/ufo.yaml. Raises
    ConfigError.

    `tell` is called with one line about the settings in ./ufo.yaml that do not count.
    """
    _refuse_unknown_variables(os.environ)
    settings = validated(**overrides)
    if remark := counting(Settings).remark:
        tell(remark)
    return settings


def validated(**overrides: Any) -> Settings:
    """Load and validate the settings. Raises one ConfigError for everything that is wrong."""
    try:
        return Settings(**overrides)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
        raise ConfigError("; ".join(_told(problem) for problem in problems)) from None
    except SettingsError as error:
        # Its cause would quote the value.
        raise ConfigError(f'{error}; write a list or section there as JSON, e.g. \'["a", "b"]\'') from None


def changed(settings: Settings, **sections: Mapping[str, Any]) -> Settings:
    """Return the settings with other values in some sections."""
    update = {name: getattr(settings, name).model_copy(update=values) for name, values in sections.items()}
    return settings.model_copy(update=update)


def _refuse_unknown_variables(environ: Mapping[str, str]) -> None:
    """Refuse a variable that sets nothing, since a misspelled one would otherwise be ignored without a word."""
    sections = [name.upper() for name in Settings.model_fields]
    for variable in environ:
        if not variable.upper().startswith(PREFIX) or variable in _MARKS:
            continue
        section = variable.upper().removeprefix(PREFIX).partition("__")[0]
        if section not in sections:
            known = [f"{PREFIX}{name}" for name in sections]
            raise ConfigError(
                f"there is no setting for the environment variable {variable!r}{meant(PREFIX + section, known)}"
            )


def _told(problem: ErrorDetails) -> str:
    # A name may hold characters that a terminal obeys.
    path = [ascii(str(part))[1:-1] for part in problem["loc"]]
    name = ".".join(path) or "settings"
    if problem["type"] == "extra_forbidden":
        return f"there is no setting `{name}`{meant(path[-1], _names_in(path[:-1]))}"
    variable = f"{PREFIX}{'__'.join(path).upper()}"
    source = f" (from {variable})" if variable in {key.upper() for key in os.environ} else ""
    return f"`{name}` cannot be used{source}: {problem['msg'].removeprefix('Value error, ')}"


def _names_in(path: Iterable[str]) -> list[str]:
    model: type[BaseModel] = Settings
    for part in path:
        field = model.model_fields.get(part)
        kinds = () if field is None else (field.annotation, *get_args(field.annotation))
        inner = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
        if inner is None:
            return []
        model = inner
    return list(model.model_fields)


def meant(name: str, known: list[str]) -> str:
    """Return the end of a complaint about a name: the known name nearest to it, or else all known names."""
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return f"; did you mean `{close[0]}`?"
    return f"; it is one of {', '.join(known)}" if known else "; remove it"
