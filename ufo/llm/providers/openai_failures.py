"""Turns the errors of an OpenAI-compatible endpoint into ours, in words that never hold the key."""

from __future__ import annotations

import httpx2
from pydantic_ai import exceptions as ai

from ufo.llm.retries import Failure
from ufo.network.addresses import Endpoint, Redactor
from ufo.network.bounded import TooLarge
from ufo.network.client import RedirectRefused

_MAX_DETAIL_CHARS = 300
_PASSING_STATUSES = frozenset({408, 409, 425, 429})


class Discretion:
    """Masks the key and the credentials of the base URL in a text. `place` is the URL in a form that may be shown."""

    def __init__(self, key: str, endpoint: Endpoint) -> None:
        self.place = endpoint.base
        self._redact = Redactor((key, *endpoint.secrets))

    def __call__(self, text: str) -> str:
        return self._redact(text)


# The library's own errors, and those that it raises by accident over an answer of an unforeseen shape.
CALL_ERRORS = (
    ai.AgentRunError,
    ai.UserError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    TimeoutError,
    TooLarge,
    httpx2.HTTPError,
)


def failure_of(error: Exception, model: str, redact: Discretion) -> Failure:
    """Return the failure for `error`, one of CALL_ERRORS; its kind decides whether asking again may help."""
    place = redact.place
    refused = _cause(error, RedirectRefused)
    if refused is not None:
        return Failure(f"{place} {redact(str(refused))} (`model.base_url`)", may_pass=False)
    detail = _detail(error, redact)
    if (too_large := _cause(error, TooLarge)) is not None:
        return Failure(f"{place} {too_large}, and no more is read of it; is it a model's endpoint?", may_pass=False)
    for kind, words in _FINAL:
        if isinstance(error, kind):
            return Failure(words.format(model=model, place=place) + detail, may_pass=False)
    if isinstance(error, (ai.ModelTimeoutError, TimeoutError)) and not _never_sent(error):
        # The endpoint may still be at it, and would then do the same work twice.
        return Failure(
            f"{place} did not answer in time, and is not asked a second time; raise `model.timeout_s`, or leave it out to "
            "wait as long as the run may take",
            may_pass=False,
        )
    if isinstance(error, ai.ModelConnectionError):
        return Failure(f"cannot reach {place}; check the network and `model.base_url`{detail}", may_pass=True)
    if isinstance(error, ai.ModelHTTPError):
        passes = error.status_code in _PASSING_STATUSES or error.status_code >= 500
        return Failure(f"{place} answered {error.status_code}{detail}", passes, error.retry_after)
    if isinstance(error, ai.UserError):
        return Failure(f"{model!r} cannot be asked this way{detail}; correct `model.name`", may_pass=False)
    return Failure(f"{place} answered with something that is no chat completion{detail}", may_pass=True)


_FINAL: tuple[tuple[type[Exception], str], ...] = (
    (
        ai.ModelAuthenticationError,
        "{place} refused the key; set `model.api_key` (UFO_MODEL__API_KEY) to one that is valid there",
    ),
    (ai.ModelNotFoundError, "{place} has no model {model!r}; correct `model.name` or `model.base_url`"),
    (ai.ModelQuotaExceededError, "the account at {place} has no credit left; top it up or set `model.backup`"),
    (
        ai.ModelContextWindowExceededError,
        "the prompt is longer than {model!r} can read; lower `system.max_control_chars` or set `model.visual_mode` off",
    ),
    (ai.ContentFilterError, "the content filter of {place} stopped the answer; put the request in other words"),
)


def _never_sent(error: Exception) -> bool:
    return isinstance(error, ai.ModelConnectionError) and error.phase in ("pool", "connect")


def _cause(error: BaseException, kind: type[Exception]) -> BaseException | None:
    """Return the cause of that kind, which the libraries in between report as a broken connection, or None."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, kind):
        found = found.__cause__ or found.__context__
    return found


def _detail(error: Exception, redact: Discretion) -> str:
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        said = inner.get("message") if isinstance(inner, dict) else inner
    else:
        said = body if isinstance(body, str) else None
    if said is None and not isinstance(error, ai.ModelHTTPError):
        said = str(error.__cause__ or error)
    # It is redacted before it is cut, since half a key would not be recognised.
    text = " ".join(redact(str(said)).split())[:_MAX_DETAIL_CHARS] if said else ""
    return f": {text}" if text else ""
