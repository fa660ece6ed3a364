from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote

import pytest

from ufo.network.addresses import Endpoint, Redactor, redacted, shown

PASSWORDS = ("hunter2pass", "p:a?s~>s", "pä ss%wörd", "x")


def _userinfo(password: str) -> str:
    return f"ann:{quote(password, safe='')}"


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        (" https://ann:pw@host/v1/ ", "https://host/v1/"),
        ("https://token@host:8443", "https://host:8443"),
        ("http://[::1]:80/v1?key=abc#part", "http://[::1]:80/v1"),
        ("http://ann:p@w@host/v1", "http://host/v1"),
    ],
)
def test_an_address_is_shown_without_what_proves_who_we_are(address: str, base: str) -> None:
    assert Endpoint.parse(address).base == base
    assert shown(address) == base
    assert "pw" not in repr(Endpoint.parse(address))


@pytest.mark.parametrize(
    "address",
    ["", "host:80", "ftp://host", "http://", "http://[x", "http://h:0/", "http://h:x/", "http://a b/", "http://h/\x1b[2J"],
)  # fmt: skip
def test_what_is_no_address_is_refused_without_being_quoted(address: str) -> None:
    with pytest.raises(ValueError, match="^it is no http"):
        Endpoint.parse(address)


@pytest.mark.parametrize("address", ["http://ann:12/x@host/v1", "http://ann:12?x@host", "http://ann:12#x@host/v1"])
def test_a_password_that_would_be_taken_for_a_path_is_refused_and_not_shown(address: str) -> None:
    with pytest.raises(ValueError, match="no http"):
        Endpoint.parse(address)


def test_credentials_and_query_go_beside_the_address() -> None:
    endpoint = Endpoint.parse("https://ann:p%40w@host/v1?api-version=2024-02-01&key=abc")
    assert endpoint.credentials == ("ann", "p@w")
    assert endpoint.query == (("api-version", "2024-02-01"), ("key", "abc"))


@pytest.mark.parametrize("password", PASSWORDS)
def test_no_form_of_a_password_is_left_in_a_text(password: str) -> None:
    known = _userinfo(password)
    pair = f"ann:{password}".encode()
    forms = [
        known,
        f"http://{known}@host/v1",
        b64encode(pair).decode(),
        urlsafe_b64encode(pair).decode().rstrip("="),
        f"Basic {b64encode(pair).decode()}",
        repr(password)[1:-1],
        f"password {password} of ann",
    ]
    redact = Redactor(Endpoint.parse(f"https://{known}@host/v1").secrets)
    for form in forms:
        told = redact(f"<{form}>")
        assert password not in told
        assert b64encode(pair).decode().rstrip("=") not in told


@pytest.mark.parametrize(
    "name", ["key", "api_key", "api-key", "X-Amz-Signature", "sig", "access_token", "subscription-key"]
)
def test_keys_in_a_query_are_left_in_no_text(name: str) -> None:
    assert "s3cr3t" not in redacted(f"GET https://host/v1/models?v=1&{name}=s3cr3t&x=2 failed")
    assert "s3cr3t" not in Redactor(Endpoint.parse(f"https://host/v1?{name}=s3cr3t").secrets)("no s3cr3t here")


@pytest.mark.parametrize(
    "header", ["Basic YW5uOmh1bnRlcjI=", "bearer sk-0123456789", "Authorization: Bearer abc.def-1"]
)
def test_a_header_that_proves_who_we_are_is_left_in_no_text(header: str) -> None:
    told = redacted(f"the server said: {header}.")
    assert header.split()[-1] not in told


@pytest.mark.parametrize(
    "text",
    ["basic information", "a bearer of news", "see https://host/@ann/x and me@host", "answered 401: Basic realm"],
)
def test_words_that_are_no_secret_stay(text: str) -> None:
    assert redacted(text) == text
