"""The lists: permissions, recipes, knowledge and settings, each as its command of `ufo` tells it."""

from __future__ import annotations

import asyncio

from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ufo.web.command_answers import CommandFailed, answer_of, require_words
from ufo.web.page_templates import page


class _Forgotten(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    application: str


class _Permitted(_Forgotten):
    never: bool = False


async def _permissions(_: Request) -> Response:
    return page("permissions.html.j2", here="permissions", rows=await answer_of("allow"))


async def _recipes(_: Request) -> Response:
    return page("recipes.html.j2", here="recipes", told=await answer_of("skill", "list"))


async def _knowledge(_: Request) -> Response:
    return page("knowledge.html.j2", here="knowledge", told=await answer_of("knowledge", "list"))


async def _settings(_: Request) -> Response:
    return page("settings.html.j2", here="settings", rows=await answer_of("config"))


LISTS = {"permissions": _permissions, "recipes": _recipes, "knowledge": _knowledge, "settings": _settings}
"""The pages by their addresses."""


async def forget(request: Request) -> Response:
    """Let an application be asked about again."""
    asked = _Forgotten.model_validate_json(await request.body())
    name = require_words(asked.application, "the application's name")
    return JSONResponse(await answer_of("allow", f"--forget={name}"))


async def permit(request: Request) -> Response:
    """Let an application be worked without a question, or never."""
    asked = _Permitted.model_validate_json(await request.body())
    name = require_words(asked.application, "the application's name")
    return JSONResponse(
        await (answer_of("allow", f"--never={name}") if asked.never else answer_of("allow", "--", name))
    )


async def choices(_: Request) -> Response:
    """Return the names that a new request can choose from, of models and of desktops that run."""
    models, desktops = await asyncio.gather(_rows("models"), _rows("desktop", "list"))
    return JSONResponse({"models": [row["name"] for row in models], "desktops": [row["name"] for row in desktops]})


async def _rows(*arguments: str) -> list[dict[str, str]]:
    """Return the rows of a list; none where its command fails: a name can be typed as well."""
    try:
        told = await answer_of(*arguments)
    except CommandFailed:
        return []
    rows: list[dict[str, str]] = told["providers"] if isinstance(told, dict) else told
    return rows
