"""A provider for every model that is asked over HTTP, whatever the format on the wire."""

from __future__ import annotations

import asyncio
import re
import time
import warnings
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel
from pydantic_ai import exceptions as ai_errors
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelResponse, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings as RequestSettings
from pydantic_ai.tools import ToolDefinition

from ufo.config.settings import Answers, ModelSettings
from ufo.dotted import load
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.access import Access
from ufo.llm.prices import usage_of
from ufo.llm.provider import Completion, Turn
from ufo.llm.providers.failures import CALL_ERRORS, Asked, failure_of
from ufo.llm.providers.messages import to_messages
from ufo.llm.providers.wire import Wire, believed_usage
from ufo.llm.response_schema import response_schema
from ufo.llm.retries import Backoff, Failure, Wasted, retrying, told_while_waiting
from ufo.llm.vendors import Shape
from ufo.platform.own_install import to_add_extra
from ufo.schema.message import ImagePart

_SAMPLING_REFUSED = ("openai_supports_reasoning", "bedrock_disallows_sampling_settings")
"""Marks of models that set their own temperature and refuse ours."""
_SETTLED = (
    ai_errors.ModelAuthenticationError,
    ai_errors.ModelNotFoundError,
    ai_errors.ModelQuotaExceededError,
    ai_errors.ModelContextWindowExceededError,
)
_PICTURES = re.compile(r"image|picture|vision|multi-?modal|mmproj", re.IGNORECASE)
"""Words with which endpoints refuse pictures: "unknown variant `image_url`", "is not a multimodal model", "image input is not
supported"."""
_IN_WORDS = {"object": "any JSON object", "words": "the prompt alone"}


def opened(
    model: str, access: Access, settings: ModelSettings, backoff: Backoff, notice: Callable[[str], None]
) -> RemoteModel:
    """Open a model at its endpoint. Raises ConfigError where the library of its format is missing or takes no such name."""
    # A count that cannot be right is dropped here, which needs no words of the library's on the terminal.
    warnings.simplefilter("ignore", ai_errors.UsageExtractionFailedWarning)
    try:
        wire = load(access.vendor.wire)(access, model)
    except ImportError as error:
        raise ConfigError(
            f"the library for {access.vendor.title} cannot be loaded ({error}); {to_add_extra(access.vendor.extra)}"
        ) from error
    except ai_errors.UserError as error:
        raise ConfigError(f"{access.kind}:{model} cannot be asked: {error}; correct `model.name`") from error
    return RemoteModel(model, access, wire, settings, backoff, notice)


class RemoteModel:
    """A model at one endpoint. `notice` gets notes about retries, long waits, and what the endpoint cannot do."""

    def __init__(  # noqa: PLR0913 opened() makes it
        self,
        model: str,
        access: Access,
        wire: Wire,
        settings: ModelSettings,
        backoff: Backoff,
        notice: Callable[[str], None],
    ) -> None:
        self._model_name = model
        self._access = access
        self._wire = wire
        self._settings = settings
        self._backoff = backoff
        self._notice = notice
        self._asked = Asked(model, access)
        self._errors: tuple[type[Exception], ...] = (*CALL_ERRORS, *wire.errors)
        self._shapes = _shapes(access.vendor.shapes, settings.answers)
        self._temperature = settings.temperature if _takes_temperature(wire) else None
        self.sees_pictures = settings.visual_mode

    @property
    def name(self) -> str:
        return f"{self._access.kind}:{self._model_name}"

    async def complete(self, turn: Turn) -> Completion:
        """Return the model's answer. Raises ModelUnavailable, whose words never hold the key."""
        started = time.monotonic()
        wasted = Wasted()
        asking = retrying(lambda: self._ask(turn), self._settings.max_retry, self._backoff, self._notice, wasted)
        response = await told_while_waiting(asking, self._asked.place, self._notice)
        used = wasted.used + usage_of(believed_usage(response.usage))
        if response.finish_reason == "content_filter":
            raise ModelUnavailable(
                f"{self._asked.place} refused to answer, or its content filter stopped the answer; put the request in "
                "other words, or set `model.backup`",
                used,
                wasted.unknown,
            )
        return Completion(
            text=_text_of(response),
            usage=used,
            model=response.model_name or self._model_name,
            seconds=time.monotonic() - started,
            truncated=response.finish_reason == "length",
            unknown=wasted.unknown,
        )

    async def close(self) -> None:
        await self._wire.close()

    async def _ask(self, turn: Turn) -> ModelResponse | Failure:
        """Ask in the best shape that the endpoint takes. Endpoints name the refusal of a shape in many ways; it was the shape if
        the same request succeeds in the next one.
        """
        first: Failure | None = None
        for position, shape in enumerate(self._shapes):
            try:
                response = await self._request(turn, shape)
            except self._errors as error:
                failure = failure_of(error, self._asked)
                if not _may_be_about_the_shape(error):
                    return failure
                first = first or failure
            else:
                if not response.parts and response.finish_reason is None:
                    said = f"{self._asked.place} answered with something that is no answer of a model"
                    return Failure(said, may_pass=True, used=usage_of(believed_usage(response.usage)))
                if position:
                    self._settle_on(self._shapes[position:])
                return response
        assert first is not None
        return first

    def _settle_on(self, shapes: tuple[Shape, ...]) -> None:
        refused = "tool for the answer" if "tool" in self._shapes else "JSON schema"
        self._shapes = shapes
        self._notice(
            f"{self._asked.place} takes no {refused}; from now on {_IN_WORDS[shapes[0]]} is asked for, with the schema in words"
        )

    async def _request(self, turn: Turn, shape: Shape) -> ModelResponse:
        """Ask, and once more without what the endpoint refuses: which models take a temperature, and which take pictures, changes
        with every new model, and the name of a deployment tells no model.
        """
        while True:
            try:
                return await self._send(turn, shape)
            except ai_errors.ModelHTTPError as error:
                if not self._goes_without(error, turn):
                    raise

    def _goes_without(self, error: ai_errors.ModelHTTPError, turn: Turn) -> bool:
        """Leave out from now on what the endpoint refuses. Return whether that may help."""
        if self._temperature is not None and _is_about_temperature(error):
            self._temperature = None
            self._notice(f"{self._asked.place} takes no temperature for {self._model_name!r}; from now on none is set")
            return True
        if self.sees_pictures and _has_pictures(turn) and _is_about_pictures(error):
            self.sees_pictures = False
            self._notice(
                f"{self._asked.place} takes no pictures for {self._model_name!r}; from now on none are sent "
                "(`model.visual_mode: false`)"
            )
            return True
        return False

    async def _send(self, turn: Turn, shape: Shape) -> ModelResponse:
        schema = response_schema(turn)
        settings = self._wire.settings | RequestSettings(max_tokens=self._settings.max_tokens)
        if self._temperature is not None:
            settings["temperature"] = self._temperature
        # The library would apply a timeout to each piece, so that an answer in small pieces would never time out.
        async with asyncio.timeout(self._settings.timeout_s):
            return await model_request(
                self._wire.model,
                to_messages(turn, schema if shape in ("object", "words") else None, self.sees_pictures),
                model_settings=settings,
                model_request_parameters=asked_for(shape, turn.schema, schema),
                instrument=False,
            )


def _shapes(shapes: tuple[Shape, ...], answers: Answers) -> tuple[Shape, ...]:
    """Return the shapes in which answers are asked for, as the settings say."""
    if answers == "prompt":
        return ("words",)
    return shapes[:1] if answers == "schema" else shapes


def _takes_temperature(wire: Wire) -> bool:
    return wire.takes_temperature and not any(wire.model.profile.get(mark) for mark in _SAMPLING_REFUSED)


def _is_about_temperature(error: ai_errors.ModelHTTPError) -> bool:
    return error.status_code in (400, 422) and "temperature" in str(error.body)


def _is_about_pictures(error: ai_errors.ModelHTTPError) -> bool:
    said = str(error.body)
    if error.status_code == 404:
        return "image input" in said
    return error.status_code in (400, 415, 422, 500, 501) and _PICTURES.search(said) is not None


def _has_pictures(turn: Turn) -> bool:
    return any(isinstance(part, ImagePart) for message in turn.messages for part in message.parts)


def _text_of(response: ModelResponse) -> str:
    """Return the arguments of the tool calls where the answer is one, otherwise its text."""
    calls = [part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart)]
    return "\n".join(calls) if calls else response.text or ""


def _may_be_about_the_shape(error: Exception) -> bool:
    if isinstance(error, ai_errors.UserError):
        return True
    if isinstance(error, ai_errors.ModelHTTPError) and not isinstance(error, _SETTLED):
        return error.status_code in (400, 415, 422, 501)
    return False


def asked_for(shape: Shape, answer: type[BaseModel], schema: dict[str, Any]) -> ModelRequestParameters:
    """Return the parameters of a request. None is strict: a strict schema cannot describe free-form arguments."""
    name = answer.__name__
    if shape == "schema":
        output = OutputObjectDefinition(json_schema=schema, name=name, strict=False)
        return ModelRequestParameters(output_mode="native", output_object=output)
    if shape == "tool":
        tool = ToolDefinition(
            name=name, parameters_json_schema=schema, description="Gives the answer.", strict=False, kind="output"
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    return ModelRequestParameters(output_mode="prompted" if shape == "object" else "text")
