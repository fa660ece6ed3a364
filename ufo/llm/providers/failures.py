"""Turns the errors of a model's endpoint into ours, in words that never hold the key."""

from __future__ import annotations

import httpx2
from pydantic_ai import exceptions as ai

from ufo.llm.access import Access
from ufo.llm.providers.entra import TokenRefused
from ufo.llm.recording.record_file import LineBroken
from ufo.llm.retries import Failure
from ufo.llm.vendors import vendor_of_key
from ufo.network.addresses import Redactor
from ufo.network.client import RedirectRefused, TooLarge

MAX_DETAIL_CHARS = 300
_TIMEOUTS = (ai.ModelTimeoutError, TimeoutError, httpx2.TimeoutException)
_PASSING_STATUSES = frozenset({408, 409, 425, 429})


class Asked:
    """Who was asked for which model, in words that may be shown. `masked` masks the key and the credentials of the address in a
    text. `place` is the address in a form that may be shown.
    """

    def __init__(self, model: str, access: Access) -> None:
        self.model = model
        self.title = access.vendor.title
        self.place = access.place.base
        self.origin = access.origin
        self.absent = access.vendor.absent.replace("{model}", model)
        owner = vendor_of_key(access.key) if access.key else None
        self.key_owner = owner.title if owner is not None and owner.title != self.title else ""
        self.masked = Redactor((access.key, *access.place.secrets))


# The library's own errors, and those that it raises by accident over an answer of an unforeseen shape.
CALL_ERRORS = (
    ai.AgentRunError, ai.UserError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError,
    RecursionError, TimeoutError, TooLarge, httpx2.HTTPError,
)  # fmt: skip


def failure_of(error: Exception, asked: Asked) -> Failure:
    """Return the failure for an error of a call; its kind decides whether asking again may help."""
    if (settled := settled_failure(error, asked)) is not None:
        return settled
    place, detail = asked.place, _detail(error, asked.masked)
    if isinstance(error, (ai.ModelConnectionError, httpx2.TransportError)):
        said = f"cannot reach {place}; check the network and `model.base_url`{detail}"
        return Failure(said, may_pass=True, may_be_billed=_cause(error, httpx2.RemoteProtocolError) is not None)
    if isinstance(error, ai.ModelHTTPError):
        return Failure(f"{place} answered {error.status_code}{detail}", may_pass(error.status_code), error.retry_after)
    return Failure(f"{place} answered with something that is no answer of a model{detail}", may_pass=True)


def may_pass(status: int) -> bool:
    """Tell whether an endpoint that answered with this error status may answer well later."""
    return status in _PASSING_STATUSES or status >= 500


def settled_failure(error: Exception, asked: Asked) -> Failure | None:
    """Return the failure for an error that asking again cannot mend, None for one where it may."""
    said = _settled(error, asked)
    return None if said is None else Failure(said, may_pass=False, may_be_billed=_is_late(error))


def _settled(error: Exception, asked: Asked) -> str | None:
    """Return the words for what asking again cannot mend, None where it may."""
    place = asked.place
    if (refused := _cause(error, RedirectRefused)) is not None:
        return f"{place} {asked.masked(str(refused))} (`model.base_url`)"
    for whole in (TokenRefused, LineBroken):
        if (cause := _cause(error, whole)) is not None:
            return str(cause)
    if (too_large := _cause(error, TooLarge)) is not None:
        return f"{place} {too_large}, and no more is read of it; is it a model's endpoint?"
    detail = _detail(error, asked.masked)
    if isinstance(error, ai.ModelAuthenticationError):
        return _refused_key(asked) + detail
    for kind, words in _FINAL:
        if isinstance(error, kind):
            return words.format(model=asked.model, place=place, absent=asked.absent) + detail
    if _is_late(error):
        # The endpoint may still be at it, and would then do the same work twice.
        return (
            f"{place} did not answer in time, and is not asked a second time; raise `model.timeout_s`, or leave it out to "
            "wait as long as the run may take"
        )
    if isinstance(error, ai.UserError):
        return f"{asked.model!r} cannot be asked this way{detail}; correct `model.name`"
    return None


_FINAL: tuple[tuple[type[Exception], str], ...] = (
    (ai.ModelNotFoundError, "{place} has no model {model!r}; {absent}"),
    (ai.ModelQuotaExceededError, "the account at {place} has no credit left; top it up or set `model.backup`"),
    (
        ai.ModelContextWindowExceededError,
        "the prompt is longer than {model!r} can read; lower `system.max_control_chars` or set `model.visual_mode` off",
    ),
    (
        ai.ContentFilterError,
        "{place} refused to answer, or its content filter stopped the answer; put the request in other words, or set "
        "`model.backup`",
    ),
)


def _refused_key(asked: Asked) -> str:
    whose = f"the key of {asked.origin}" if asked.origin else "a request without a valid key"
    belongs = (
        f", which is one of {asked.key_owner}'s by its beginning (are two keys swapped?)" if asked.key_owner else ""
    )
    return f"{asked.title} ({asked.place}) refused {whose}{belongs}; set `model.api_key` to one that is valid there"


def _is_late(error: Exception) -> bool:
    """Tell whether the endpoint had the request and did not answer in time: it may still be at it, and bill it."""
    return isinstance(error, _TIMEOUTS) and not _never_sent(error)


def _never_sent(error: Exception) -> bool:
    if isinstance(error, ai.ModelConnectionError):
        return error.phase in ("pool", "connect")
    return isinstance(error, (httpx2.ConnectTimeout, httpx2.PoolTimeout))


def _cause(error: BaseException, kind: type[Exception]) -> BaseException | None:
    """Return the cause of that kind, which the libraries in between report as a broken connection, or None."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, kind):
        found = found.__cause__ or found.__context__
    return found


def _detail(error: Exception, masked: Redactor) -> str:
    body = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        said = inner.get("message") if isinstance(inner, dict) else inner
    else:
        said = body if isinstance(body, str) else None
    if said is None and not isinstance(error, ai.ModelHTTPError):
        said = str(error.__cause__ or error)
    # It is redacted before it is cut, since half a key would not be recognised.
    text = " ".join(masked(str(said)).split())[:MAX_DETAIL_CHARS] if said else ""
    return f": {text}" if text else ""
