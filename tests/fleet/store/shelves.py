"""The stores that the tests try: one in a folder, and one at a real server of S3's protocol on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.needs import need_part
from ufo.fleet.jobs.seams import Store
from ufo.fleet.store.places import open_store


@contextmanager
def s3_server(patch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of an empty bucket. The server is a thread of this process, reached over its socket."""
    need_part("moto")
    # Only what tries S3 needs these.
    import boto3  # noqa: PLC0415
    from moto.server import ThreadedMotoServer  # noqa: PLC0415

    for name, value in (("ACCESS_KEY_ID", "key"), ("SECRET_ACCESS_KEY", "none"), ("DEFAULT_REGION", "us-east-1")):
        patch.setenv(f"AWS_{name}", value)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        boto3.client("s3", endpoint_url=f"http://{host}:{port}").create_bucket(Bucket="fleet")
        yield f"s3://fleet/of/ours?endpoint=http://{host}:{port}"
    finally:
        server.stop()


@contextmanager
def store_at(kind: str, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Store]:
    if kind == "folder":
        yield open_store(str(folder / "store"))
        return
    with s3_server(patch) as address:
        yield open_store(address)
