"""The file of a recording: JSON lines with the models of a run, what they were asked over HTTP and what came back, and what was
looked up for their turns.

Keys are removed: no header of a request is kept, and a key in a body is masked, also one that an endpoint repeats. A picture is
kept as its length and digest.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import httpx2
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, TraceError
from ufo.llm.access import endpoint
from ufo.llm.provider import Turn
from ufo.network.addresses import shown
from ufo.schema.file_names import readable
from ufo.schema.knowledge import Knowledge
from ufo.schema.usage import Usage
from ufo.secrets import files
from ufo.secrets.masks import HIDDEN, Masks

FORMAT = 3
BACKUP = " backup"
"""What the name of a line ends with, where it is the backup of another."""
_NOT_KEPT = ("api_key", "key_secret", "record", "backup")
_PICTURE = re.compile(r"(?<![A-Za-z0-9+/_-])(?:iVBORw0KGgo|[/_]9j[/_])[A-Za-z0-9+/_-]{80,}={0,2}")
"""A PNG or JPEG file in either alphabet of base64. Long words of other kinds are what was asked."""
_KEPT_DATA = re.compile(r"<\d+ of base64, sha256 [0-9a-f]{16}>")
_HEADERS = ("content-type", "retry-after", "retry-after-ms", "location", "x-amzn-errortype")
"""The headers of an answer that decide what becomes of it."""


class LineBroken(httpx2.RequestError):
    """A recording holds no answer to a request, or cannot be written. The text is a whole sentence with the next move."""


class GivenUp(httpx2.ReadTimeout):
    """Nothing came within a limit of time of ours when it was recorded."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True)

    line: str
    """The agent whose model it is, with BACKUP for the one behind it."""


BROKEN_OFF = "BrokenOff"
"""How a call is kept that this side broke off: nothing came within its limit of time, or the run ended."""


class ModelLine(_Line):
    """The settings of a model, without its key."""

    kind: Literal["model"] = "model"
    format: int = FORMAT
    settings: dict[str, Any]
    sees_pictures: bool = True


class Reply(BaseModel):
    """What came back. `status` 0: nothing. `failed`: the class of the error that broke it off, or ""; `said`: its words."""

    model_config = ConfigDict(frozen=True)

    status: int = 0
    headers: dict[str, str] = Field(default_factory=dict)
    body: str = ""
    is_base64: bool = False
    failed: str = ""
    said: str = ""

    @property
    def content(self) -> bytes:
        return b64decode(self.body) if self.is_base64 else self.body.encode("utf-8")


class ExchangeLine(_Line):
    """One request and what came back. `began`: seconds since the epoch."""

    kind: Literal["exchange"] = "exchange"
    path: str
    asked: str
    reply: Reply
    began: float = 0.0
    seconds: float = 0.0

    @property
    def question(self) -> str:
        """What an equal request has in common with this one."""
        return question_of(self.path, self.asked)


class AnswerLine(_Line):
    """The answer of a provider that is not asked over HTTP, such as one by hand; `failed`: why there was none."""

    kind: Literal["answer"] = "answer"
    digest: str
    model: str = ""
    text: str = ""
    usage: Usage = Usage()
    seconds: float = 0.0
    truncated: bool = False
    by: str = ""
    failed: str = ""


class LookupLine(BaseModel):
    """What was looked up for a turn, and what was found. The fields of the query are those of `Query`."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["lookup"] = "lookup"
    text: str
    application: str
    whole: str = ""
    found: Knowledge


Entry = ModelLine | ExchangeLine | AnswerLine | LookupLine
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def digest(turn: Turn) -> str:
    """Return a digest of the agent, its messages' texts and the repairs, without pictures: a caret may blink between runs."""
    said = [turn.agent, [[message.role, message.text] for message in turn.messages], turn.repairs]
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def asked_of(body: bytes, keys: Masks) -> str:
    """Return the body of a request as it is kept."""
    return _PICTURE.sub(_digested, keys.text(body.decode("utf-8", "replace")))


def question_of(path: str, asked: str) -> str:
    """Return what two requests have in common that differ in their pictures alone, or in how a key is masked."""
    return path + "\n" + HIDDEN.sub("•••", _KEPT_DATA.sub("<base64>", asked))


def reply_of(status: int, headers: Mapping[str, str], content: bytes, masked: Callable[[str], str]) -> Reply:
    """Return an answer as it is kept. A body that is no UTF-8 text, such as one cut inside a letter, is kept as base64."""
    kept = {name: masked(headers[name]) for name in _HEADERS if name in headers}
    if "location" in kept:
        kept["location"] = shown(kept["location"])
    body = masked(content.decode("utf-8", "surrogateescape"))
    try:
        body.encode("utf-8")
    except UnicodeEncodeError:
        told = b64encode(body.encode("utf-8", "surrogateescape")).decode()
        return Reply(status=status, headers=kept, body=told, is_base64=True)
    return Reply(status=status, headers=kept, body=body)


def model_line(line: str, settings: ModelSettings, base_url: str | None, *, sees_pictures: bool = True) -> ModelLine:
    """Return the line of a model. Its address is kept without credentials."""
    address = base_url or (None if settings.base_url is None else endpoint(settings.base_url).base)
    kept = settings.model_copy(update={"base_url": address})
    told = kept.model_dump(mode="json", exclude=set(_NOT_KEPT))
    return ModelLine(line=line, settings=told, sees_pictures=sees_pictures)


def write(path: Path, entry: Entry) -> None:
    """Append a line. Raises TraceError where that fails."""
    try:
        files.make_folder(path.parent)
        with files.append(path) as file:
            file.write(_as_line(entry) + "\n")
    except OSError as error:
        raise TraceError(
            f"cannot write the recording {str(path)!r} ({error.strerror}); free space or choose another file"
        ) from error


def _as_line(entry: Entry) -> str:
    """Return a line of the file. Half a character, which a model may write and no file can hold, becomes U+FFFD."""
    return readable(json.dumps(entry.model_dump(mode="python"), ensure_ascii=False, separators=(",", ":")))


def read(path: Path) -> list[Entry]:
    """Read a recording. Raises ConfigError for a file that is none, and for one that holds two runs with different models."""
    try:
        # Other signs that end a line in a text, such as U+2028, stand in JSON as they are.
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the recording {str(path)!r}: {error}; correct `model.name`") from error
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entries.append(_ENTRY.validate_json(line))
        except ValidationError as error:
            # A run that was killed leaves half a last line; the lines before it are complete.
            if number == len(lines):
                break
            raise ConfigError(
                f"line {number} of {str(path)!r} is no line of a recording (format {FORMAT}); record it again"
            ) from error
    _require_one_run(path, entries)
    return entries


def _require_one_run(path: Path, entries: list[Entry]) -> None:
    models: dict[str, ModelLine] = {}
    for entry in entries:
        if isinstance(entry, ModelLine) and models.setdefault(entry.line, entry) != entry:
            raise ConfigError(
                f"the recording {str(path)!r} holds runs with different models for {entry.line!r}; record each run in a file of "
                "its own"
            )
    if not models:
        raise ConfigError(f"the recording {str(path)!r} names no model; record it again")


def _digested(found: re.Match[str]) -> str:
    data = found[0].encode()
    return f"<{len(data)} of base64, sha256 {hashlib.sha256(data).hexdigest()[:16]}>"
