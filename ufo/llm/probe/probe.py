"""Asks an endpoint what its model can do, and tries it by small real requests: what it accepts and ignores does not count."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from datetime import date
from random import Random
from typing import Any

import httpx2
from PIL import Image
from pydantic import BaseModel, create_model

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.access import endpoint
from ufo.llm.json_answer import json_object
from ufo.llm.probe import catalogues
from ufo.llm.probe.catalogues import Claims
from ufo.llm.probe.findings import Findings, place_of
from ufo.llm.provider import Provider, Turn
from ufo.llm.vendors import CHAT, VENDORS
from ufo.network.addresses import Endpoint
from ufo.network.client import TooLarge, client_options
from ufo.schema.geometry import Rect
from ufo.schema.inputs import HostInputs
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.picture import Picture

_MOST_BYTES = 8 << 20
_ANSWER_S = 10.0
_TRIAL_S = 120.0
_TRIAL_TOKENS = 500
_NO_KEY = "no-key"
Opened = Callable[[ModelSettings], Provider]
_COLOURS = {"red": (220, 20, 20), "green": (20, 160, 40), "blue": (20, 40, 220), "yellow": (240, 220, 20)}
_EDGE = 128
_MARKER = "town_7"


Town: type[BaseModel] = create_model("Town", **{_MARKER: (str, ...)})  # type: ignore[call-overload]  # a name as a value
"""A schema whose field no model comes upon by itself."""


async def probe(settings: ModelSettings, opened: Opened, random: Random, today: date) -> Findings:
    """Find out what the model can do. Raises ModelUnavailable where it does not answer at all, and ConfigError.

    `opened` opens the model with such settings.
    """
    kind, _, model = settings.name.strip().partition(":")
    vendor = VENDORS.get(kind)
    # Only servers that speak this format have such lists, and only one that the person named or runs is asked for them.
    has_lists = vendor is not None and vendor.wire == CHAT and (settings.base_url is not None or not vendor.needs_key)
    place = endpoint(settings.base_url or vendor.base_url) if has_lists and vendor is not None else None
    trial = settings.model_copy(
        update={
            "max_retry": 0,
            "timeout_s": min(settings.timeout_s or _TRIAL_S, _TRIAL_S),
            "max_tokens": _TRIAL_TOKENS,
            "record": None,
            "backup": None,
        }
    )
    claims = await _claims(place, model, settings) if place is not None else Claims()
    async with _Trials(trial, opened) as tried:
        await tried.run("prompt", answers)
        has_form = vendor is None or not {"schema", "tool"}.isdisjoint(vendor.shapes)
        by_schema = await tried.run("schema", follows_schema) if has_form else None
        pictures = await tried.run("prompt", lambda provider: sees(provider, random))
    if place is not None:
        # Only a model that is loaded is listed there, with how much it really reads.
        claims = (await _of(place, settings, "GET", "api/ps", lambda it: catalogues.of_ollama_ps(it, model))).over(
            claims
        )
    return Findings(
        model=settings.name.strip(),
        place=place_of(settings),
        found=today,
        pictures=pictures,
        by_schema=by_schema,
        tools=claims.tools,
        context=claims.context,
        doubts=_doubts(claims, pictures),
    )


class _Trials:
    """Opens the model once for each way of answering, and closes them all."""

    def __init__(self, settings: ModelSettings, opened: Opened) -> None:
        self._settings = settings
        self._opened = opened
        self._open: dict[str, Provider] = {}

    async def __aenter__(self) -> _Trials:
        return self

    async def __aexit__(self, *_: object) -> None:
        for provider in self._open.values():
            await provider.close()

    async def run(self, way: str, trial: Callable[[Provider], Awaitable[Any]]) -> Any:
        if way not in self._open:
            update = {"answers": way, "visual_mode": True}
            self._open[way] = self._opened(self._settings.model_copy(update=update))
        return await trial(self._open[way])


async def _claims(place: Endpoint, model: str, settings: ModelSettings) -> Claims:
    """Return what the endpoint tells of the model, from whichever of its lists it has."""
    told = await _of(place, settings, "POST", "api/show", catalogues.of_ollama_show, {"model": model})
    listed = await _of(place, settings, "GET", "models", lambda it: catalogues.of_models_list(it, model))
    if listed.context is None and told.context is None:
        more = await _of(place, settings, "GET", "api/v0/models", lambda it: catalogues.of_models_list(it, model))
        props = await _of(place, settings, "GET", "props", catalogues.of_llama_props)
        told = told.over(more).over(props)
    return listed.over(told) if told.context is None else told.over(listed)


async def _of(  # noqa: PLR0913 one request is all of these
    place: Endpoint, settings: ModelSettings, method: str, path: str, read: Callable[[Any], Claims], body: object = None
) -> Claims:
    """Return what one list tells; nothing where the endpoint has no such list, or answers with something else."""
    base = place.base.rstrip("/")
    if path != "models":
        base = base.removesuffix("/v1")
    key = settings.api_key.get_secret_value().strip() if settings.api_key is not None else ""
    headers = {} if place.credentials is not None else {"Authorization": f"Bearer {key or _NO_KEY}"}
    options = client_options(place, _MOST_BYTES)
    options["headers"] = {**options["headers"], **headers}
    try:
        async with httpx2.AsyncClient(timeout=_ANSWER_S, **options) as client:
            answer = await client.request(method, f"{base}/{path}", json=body)
            return read(answer.json()) if answer.status_code == 200 else Claims()
    except (httpx2.HTTPError, httpx2.InvalidURL, TooLarge, ValueError, RecursionError):
        return Claims()


def _doubts(claims: Claims, pictures: bool) -> tuple[str, ...]:
    doubts = []
    if claims.is_listed is False:
        doubts.append("the endpoint does not list this model, and answers for it all the same")
    if claims.pictures and not pictures:
        doubts.append("the endpoint says that the model sees pictures; it did not see the one that was sent")
    return tuple(doubts)


def needs_endpoint(settings: ModelSettings) -> str:
    """Return why there is nothing to find out about a model, "" where there is."""
    kind = settings.name.strip().partition(":")[0]
    if kind in ("builtin", "hand", "scripted", "recorded"):
        return f"{settings.name!r} is no model at an endpoint, so that there is nothing to find out about it"
    return ""


class Reply(BaseModel):
    reply: str


async def answers(provider: Provider) -> None:
    """Ask for one word. Raises ModelUnavailable where nothing answers, whatever is asked."""
    await provider.complete(_turn([TextPart('Answer with {"reply": "ready"} and nothing else.')], Reply))


async def follows_schema(provider: Provider) -> bool:
    """Tell whether the form of an answer comes from the schema that goes with the request: the words do not tell it."""
    try:
        said = await provider.complete(_turn([TextPart("Name a town in Europe.")], Town))
        return _MARKER in json_object(said.text)
    except (ModelUnavailable, ValueError):
        return False


async def sees(provider: Provider, random: Random) -> bool:
    """Tell whether the model can name the colours of a picture."""
    left, right = random.sample(sorted(_COLOURS), 2)
    asked = (
        "The picture has a left and a right half. Which colours are they: red, green, blue or yellow? "
        'Answer with {"reply": "LEFT RIGHT"}.'
    )
    try:
        said = await provider.complete(_turn([TextPart(asked), ImagePart(_halves(left, right))], Reply))
    except ModelUnavailable:
        return False
    words = said.text.lower()
    others = [colour for colour in _COLOURS if colour not in (left, right)]
    return -1 < words.find(left) < words.find(right) and not any(other in words for other in others)


def _turn(parts: list[TextPart | ImagePart], schema: type[BaseModel]) -> Turn:
    return Turn("evaluation", (Message("user", tuple(parts)),), schema, HostInputs("", (), ()))


def _halves(left: str, right: str) -> Picture:
    picture = Image.new("RGB", (_EDGE, _EDGE), _COLOURS[right])
    picture.paste(_COLOURS[left], (0, 0, _EDGE // 2, _EDGE))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", Rect(0, 0, _EDGE, _EDGE))
