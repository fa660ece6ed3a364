"""Addresses of databases: which are refused, and what no error shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://a:secret@h/x", "in sqlite or postgresql, and not in 'mysql'"),
        ("postgresql://a:secret@h", "names no database"),
        ("postgresql://a:sec ret@h:port/x", "cannot be read; write postgresql://user@host/name"),
        ("sqlite://", "names no database"),
        ("sqlite:///:memory:", "names no database"),
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(address: str, said: str) -> None:
    with pytest.raises(ConfigError) as raised:
        Database.parse(address)
    assert said in str(raised.value)
    assert "secret" not in str(raised.value) and "sec ret" not in str(raised.value)


def test_a_printed_address_has_no_password() -> None:
    database = Database.parse(
        "postgresql://ann:s3cret@host:5433/fleet?sslmode=verify-full&sslpassword=other&password=third"
    )
    assert str(database) == "postgresql://ann:***@host:5433/fleet?sslmode=verify-full"
    for shown in (repr(database), f"{database}", str([database])):
        assert not {"s3cret", "other", "third"} & set(
            shown.replace("=", " ").replace("&", " ").replace("'", " ").split()
        )
    assert "s3cret" in database.secret_url
    assert database.told(ValueError("s3cret is wrong, as is other\nmore")) == "… is wrong, as is …"


def test_a_path_is_a_file_of_sqlite(tmp_path: Path) -> None:
    assert Database.parse(str(tmp_path / "a.sqlite")) == Database.in_file(tmp_path / "a.sqlite")
    assert Database.parse(f"sqlite:///{tmp_path}/a.sqlite") == Database.in_file(tmp_path / "a.sqlite")


def test_no_other_user_reads_the_file_of_a_fleet(tmp_path: Path) -> None:
    with Fleet(Database.in_file(tmp_path / "a.sqlite")):
        assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


def test_a_database_that_cannot_be_used_is_told_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be used: No such file or directory"):
        Fleet(Database.in_file(tmp_path / "none" / "a.sqlite"))
    (tmp_path / "text.sqlite").write_text("this is no database, but a text that somebody has written", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"cannot be used: file is not a database"):
        Fleet(Database.in_file(tmp_path / "text.sqlite"))
