from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bench.minds.local_server import LocalServer, told


def test_what_is_posted_to_a_path_is_told_in_order_and_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    server = LocalServer(tmp_path, lambda path: ("text/plain", b"hello") if path == "/" else None)
    address = f"http://127.0.0.1:{server.port}"
    try:
        with urllib.request.urlopen(address, timeout=10) as page:
            assert page.read() == b"hello"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/other", timeout=10)
        for number, path in enumerate(("/sent", "/moved", "/sent")):
            urllib.request.urlopen(f"{address}{path}", f'{{"number": {number}}}'.encode(), timeout=10).close()
    finally:
        server.close()
    assert told(tmp_path, "/sent") == [{"number": 0}, {"number": 2}]
    assert told(tmp_path, "/nothing") == []
