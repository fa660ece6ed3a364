"""Says why a request to a model with computer use failed, in words that never hold the key, and whether asking again may help."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import httpx2

from ufo.llm.recording.line import Line, Network
from ufo.llm.recording.record_file import LineBroken
from ufo.llm.retries import Failure
from ufo.network.addresses import Redactor
from ufo.network.client import RedirectRefused, TooLarge

CALL_ERRORS = (httpx2.HTTPError, TimeoutError, TooLarge, ValueError)
_MAX_DETAIL_CHARS = 300
_PASSING = frozenset({408, 409, 425, 429})
_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class BadBody(ValueError):
    """The body of an answer cannot be read. The text follows the name of the endpoint in a sentence."""


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Where a model is, and the key for it. `shown` is the address in a form that may be shown."""

    model: str
    base_url: str
    shown: str
    key: str = field(repr=False)
    redact: Redactor = field(repr=False)
    line: Line = field(default_factory=Network)


def failure_of(error: Exception, place: ModelPlace) -> Failure:
    """Return the failure for one of CALL_ERRORS."""
    said = place.redact(str(error))
    where = place.shown
    if (broken := _cause(error, LineBroken)) is not None:
        return Failure(str(broken), may_pass=False)
    if (refused := _cause(error, RedirectRefused)) is not None:
        return Failure(f"{where} {place.redact(str(refused))} (`model.base_url`)", may_pass=False)
    if (large := _cause(error, TooLarge)) is not None:
        return Failure(f"{where} {large}, and no more is read of it; is it a model's endpoint?", may_pass=False)
    if isinstance(error, _NEVER_SENT):
        return Failure(f"cannot reach {where}; check the network and `model.base_url`", may_pass=True)
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        # The endpoint may still be at it, and would then do the same work twice.
        return Failure(
            f"{where} did not answer in time, and is not asked a second time; raise `model.timeout_s`, or leave it out to wait "
            "as long as the run may take",
            may_pass=False,
            may_be_billed=True,
        )
    if isinstance(error, httpx2.HTTPError):
        return Failure(f"the connection to {where} broke{': ' if said else ''}{said}", may_pass=True)
    return Failure(f"{where} {said}", may_pass=True)


def failure_of_status(response: httpx2.Response, place: ModelPlace) -> Failure:
    """Return the failure for an answer with an error status."""
    status, detail = response.status_code, detail_of(response, place)
    said = f": {detail}" if detail else ""
    if status in (401, 403):
        return Failure(
            f"{place.shown} refused the key of {place.model!r}; set `agents.operator.api_key` to one that is valid there{said}",
            may_pass=False,
        )
    if status == httpx2.codes.NOT_FOUND:
        return Failure(
            f"{place.shown} has no model {place.model!r}, or none with computer use; correct `agents.operator.name` or "
            f"`agents.operator.base_url`{said}",
            may_pass=False,
        )
    if _error(response).get("code") == "insufficient_quota":
        return Failure(f"the account at {place.shown} has no credit left; top it up{said}", may_pass=False)
    passes = status in _PASSING or status >= httpx2.codes.INTERNAL_SERVER_ERROR
    return Failure(f"{place.shown} answered {status}{said}", passes, _retry_after(response))


def detail_of(response: httpx2.Response, place: ModelPlace) -> str:
    """Return what an endpoint says of an error, on one line."""
    said = _error(response).get("message")
    # It is redacted before it is cut, since half a key would not be recognised.
    return " ".join(place.redact(str(said)).split())[:_MAX_DETAIL_CHARS] if said else ""


def _error(response: httpx2.Response) -> dict[str, object]:
    try:
        read = json.loads(response.content)
    except (ValueError, RecursionError):
        return {}
    inner = read.get("error", read) if isinstance(read, dict) else {}
    return inner if isinstance(inner, dict) else {"message": inner}


def _retry_after(response: httpx2.Response) -> float | None:
    try:
        return max(0.0, float(response.headers.get("retry-after", "")))
    except ValueError:
        return None


def _cause(error: BaseException, kind: type[Exception]) -> BaseException | None:
    found: BaseException | None = error
    while found is not None and not isinstance(found, kind):
        found = found.__cause__ or found.__context__
    return found
