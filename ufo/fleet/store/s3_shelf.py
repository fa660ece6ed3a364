"""A shelf in a bucket of S3, or of a server that speaks its protocol. boto3 finds keys where AWS's own programs do: variables,
`~/.aws`, the role of the machine.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import boto3
from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from ufo.fleet.store.shelf import Kept

_THERE_ALREADY = frozenset({"PreconditionFailed", "ConditionalRequestConflict", "412", "409"})
_MISSING = frozenset({"NoSuchKey", "404", "NotFound"})
_MOST_AT_ONCE = 1000


class S3Shelf:
    """`endpoint`: the address of a server in place of AWS's own. Implements `ufo.fleet.store.shelf.Shelf`."""

    def __init__(self, bucket: str, prefix: str, endpoint: str = "") -> None:
        self._bucket = bucket
        self._before = f"{prefix}/" if prefix else ""
        self.place = f"s3://{bucket}/{prefix}"
        tries = Config(retries={"max_attempts": 4, "mode": "standard"}, connect_timeout=10, read_timeout=60)
        with _as_system_error():
            self._client = boto3.client("s3", endpoint_url=endpoint or None, config=tries)

    def put(self, name: str, source: bytes | Path, *, anew: bool = False) -> bool:
        key = self._before + name
        with _as_system_error():
            if isinstance(source, Path) and not anew:
                # A large file goes in parts.
                self._client.upload_file(str(source), self._bucket, key)
                return True
            only_new = {"IfNoneMatch": "*"} if anew else {}
            try:
                if isinstance(source, bytes):
                    self._client.put_object(Bucket=self._bucket, Key=key, Body=source, **only_new)
                else:
                    with source.open("rb") as file:
                        self._client.put_object(Bucket=self._bucket, Key=key, Body=file, **only_new)
            except ClientError as error:
                if anew and _code(error) in _THERE_ALREADY:
                    return False
                raise
        return True

    def read(self, name: str) -> bytes | None:
        with _as_system_error():
            try:
                data: bytes = self._client.get_object(Bucket=self._bucket, Key=self._before + name)["Body"].read()
            except ClientError as error:
                if _code(error) in _MISSING:
                    return None
                raise
        return data

    def copy(self, name: str, to: Path) -> bool:
        with _as_system_error():
            try:
                self._client.download_file(self._bucket, self._before + name, str(to))
            except ClientError as error:
                if _code(error) in _MISSING:
                    return False
                raise
        return True

    def listed(self, prefix: str) -> Iterator[Kept]:
        now = datetime.now(UTC)
        with _as_system_error():
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=self._before + prefix
            )
            for page in pages:
                for item in page.get("Contents", ()):
                    age_s = max(0.0, (now - item["LastModified"]).total_seconds())
                    yield Kept(item["Key"].removeprefix(self._before), item["Size"], age_s)

    def remove(self, names: Iterable[str]) -> None:
        keys = [{"Key": self._before + name} for name in names]
        with _as_system_error():
            for start in range(0, len(keys), _MOST_AT_ONCE):
                part = keys[start : start + _MOST_AT_ONCE]
                self._client.delete_objects(Bucket=self._bucket, Delete={"Objects": part, "Quiet": True})


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))


@contextmanager
def _as_system_error() -> Iterator[None]:
    """Raise what the library raises as the OSError that a shelf's user expects; it tells no keys."""
    try:
        yield
    except ClientError as error:
        said = error.response.get("Error", {}).get("Message") or "no more"
        raise OSError(errno.EIO, f"{_code(error)}: {said}") from error
    except (BotoCoreError, Boto3Error) as error:
        raise OSError(errno.EIO, str(error)) from error
