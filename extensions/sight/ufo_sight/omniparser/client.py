"""A client of OmniParser, a service that sees controls in pictures: of its Gradio page (`/process`) and its server (`/parse/`).

Pictures are sent only to the address in the settings. There is no default address, and redirections to others are not
followed.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from typing import Any

import httpx2

from ufo.config.sections import SeeingSections
from ufo.config.settings import OmniParserSettings
from ufo.errors import ToolError
from ufo.network.addresses import Endpoint, Redactor
from ufo.network.client import RedirectRefused, client_options
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo_sight.omniparser.gradio import BadAnswer, GradioPage, NotThere, Wire, as_json
from ufo_sight.omniparser.parsed_content import targets_of


class OmniparserGrounding:
    """Implements `ufo.vision.detectors.GroundingService`. What the service fails at is a ToolError with the next move."""

    def __init__(self, settings: OmniParserSettings) -> None:
        """Raises ToolError where no usable address is set."""
        self._settings = settings
        self._endpoint = _checked(settings.endpoint)
        self._base = self._endpoint.base.rstrip("/")
        self._redact = Redactor(self._endpoint.secrets)

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                parsed = await self._parsed(picture)
        except TimeoutError as error:
            limit = f"{self._settings.timeout_s:g} s (`omniparser.timeout_s`)"
            raise ToolError(f"OmniParser at {self._base} did not answer within {limit}") from error
        except BadAnswer as error:
            # The error may quote the request with its secrets, and so would the chain of causes.
            raise ToolError(f"OmniParser at {self._base} {self._redact(str(error))}") from None
        except RedirectRefused as error:
            raise ToolError(f"OmniParser at {self._base} {error} (`omniparser.endpoint`)") from None
        except httpx2.HTTPError as error:
            what = type(error).__name__
            raise ToolError(
                f"cannot reach OmniParser at {self._base} ({what}); start it, or correct `omniparser.endpoint`"
            ) from error
        return targets_of(parsed, picture.rect)

    async def _parsed(self, picture: Picture) -> Any:
        async with httpx2.AsyncClient(timeout=self._settings.timeout_s, **client_options(self._endpoint)) as client:
            wire = Wire(client)
            if self._base.endswith("/parse"):
                return await self._from_server(wire, self._base + "/", picture)
            page = GradioPage(wire, self._base)
            try:
                prefix, defaults = await page.inputs_of("process")
            except NotThere:
                return await self._from_server(wire, self._base + "/parse/", picture)
            return await self._from_page(page, prefix, defaults, picture)

    async def _from_page(self, page: GradioPage, prefix: str, defaults: Sequence[Any], picture: Picture) -> Any:
        uploaded = await page.upload(prefix, "window.png", picture.data, picture.mime)
        ours: list[Any] = [
            uploaded,
            self._settings.box_threshold,
            self._settings.iou_threshold,
            self._settings.use_paddleocr,
            self._settings.imgsz,
        ]
        # A newer page may have more inputs than are known here, an older one fewer.
        given = [*ours[: len(defaults)], *defaults[len(ours) :]]
        outputs = await page.call(prefix, "process", given)
        texts = [output for output in outputs if isinstance(output, str)]
        if not texts:
            raise BadAnswer("answered without the list of what it saw")
        return texts[0]

    async def _from_server(self, wire: Wire, address: str, picture: Picture) -> Any:
        body = {"base64_image": base64.b64encode(picture.data).decode("ascii")}
        answer = as_json(await wire.ask("POST", address, json=body))
        if not isinstance(answer, dict) or "parsed_content_list" not in answer:
            raise BadAnswer("answered without a list of what it saw; is this an OmniParser service?")
        return answer


def omniparser(settings: SeeingSections) -> OmniparserGrounding:
    return OmniparserGrounding(settings.omniparser)


def _checked(endpoint: str | None) -> Endpoint:
    try:
        return Endpoint.parse(endpoint or "")
    except ValueError as error:
        raise ToolError(f"`omniparser.endpoint`: {error}; write it like http://127.0.0.1:7861") from None
