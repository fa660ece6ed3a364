from __future__ import annotations

import pytest

from ufo.secrets.password_guess import asks_for_a_secret, passwords_in


@pytest.mark.parametrize(
    ("request_", "password"),
    [
        ("type hunter2 into Password", "hunter2"),
        ("Type 'Ada' into Name and 'hunter two' into the Password field", "hunter two"),
        ("log in as ada with S3cret!", "S3cret!"),
        ("password: swordfish", "swordfish"),
        ("set the password to summer2024.", "summer2024"),
        ("my PIN is 4711", "4711"),
        ("Fill the login form: user ada, password tr0ub4dor&3, then press Log in", "tr0ub4dor&3"),
        ("enter swordfish as the passphrase", "swordfish"),
        ('Type "correct horse" in the field "Password"', "correct horse"),
        ("change the password from old1234 to new5678", "old1234"),
        ("change the password from old1234 to new5678", "new5678"),
        ("fill Name with Ada, Password with hunter2 and press OK", "hunter2"),
        ("Gib geheim99 ins Passwort ein", "geheim99"),
        ("Type Bob into User name and swordfish into Password", "swordfish"),
        ('use the API key "sk-12 34"', "sk-12 34"),
    ],
)
def test_what_a_request_calls_a_password_is_known_from_its_words(request_: str, password: str) -> None:
    assert password in passwords_in(request_)


@pytest.mark.parametrize(
    "request_",
    [
        "Tell me whether the password is required",
        "open the password settings",
        "type {{secret:BANK}} into Password",
        "Compute 6*7 in the calculator",
        "Put eggs in the list and save it as token.txt",
        "Type the text in the password field",
        "pin the tab and type pinned",
        'Type "Dear Ana" and save it as memo.txt',
    ],
)
def test_a_request_without_one_is_left_alone(request_: str) -> None:
    assert passwords_in(request_) == ()


def test_a_question_for_a_password_is_known() -> None:
    assert asks_for_a_secret("What is the password of the form?")
    assert not asks_for_a_secret("Which folder is meant?")
