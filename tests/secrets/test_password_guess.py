from __future__ import annotations

import pytest

from ufo.secrets.password_guess import asks_for_a_secret, passwords_in


@pytest.mark.parametrize(
    ("request_", "password"),
    [
        ("type hunter2 into Password", "hunter2"),
        ("Type 'Ada' into 'Name' and 'hunter two' into 'Password', then press OK", "hunter two"),
        ("password: swordfish", "swordfish"),
        ("set the password to summer2024.", "summer2024"),
        ("my PIN is 4711", "4711"),
        ("Fill the login form: user ada, password tr0ub4dor&3, then press Log in", "tr0ub4dor&3"),
        ('Type "correct horse" in the field "Password"', "correct horse"),
        ("change the password from old1234 to new5678", "old1234"),
        ("change the password from old1234 to new5678", "new5678"),
        ("fill Name with Ada, Password with hunter2 and press OK", "hunter2"),
        ("Gib geheim99 ins Passwort ein", "geheim99"),
        ("„blaue Kuh“ eintragen in das Feld „Kennwort“", "blaue Kuh"),
        ("Passwort: Blaubeere", "Blaubeere"),
        ("Saisis «oiseau bleu» dans «mot de passe»", "oiseau bleu"),
        ("mot de passe = Hirondelle", "Hirondelle"),
        ("Escribe 'luna llena' en «Contraseña»", "luna llena"),
        ("Wpisz „zielony las” w pole „Hasło”", "zielony las"),
        ("在密码框中输入「芝麻开门」", "芝麻开门"),
        ("密码：abcdef", "abcdef"),
        ("把hunter2填进密码", "hunter2"),
        ("パスワードは「ひらけごま」です", "ひらけごま"),
        ("اكتب «افتح يا سمسم» في «كلمة المرور»", "افتح يا سمسم"),
        ("비밀번호에 'open sesame'을 입력", "open sesame"),
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
        'register "Ada" with the password {{secret:BANK}}',
        'register "Ada" with my usual password',
        "zarejestruj „Ada” i podaj hasło",
        'register "Ada" with the password opensesame',
        "„Ada“ mit dem Passwort {{secret:BANK}} anmelden",
        'Type "Dear Ana" and save it as memo.txt',
        'Write "Dear Ana" into memo.txt. Then tell me where the password is set',
        "Open https://shop.example/4711/login and stop at the password",
        "Schreibe „Milch“ in liste.txt, ein Passwort brauchst du nicht",
        "打开report2024.ods，不需要密码",
        "Mail ada@example.org that the password is wrong",
    ],
)
def test_a_request_without_one_is_left_alone(request_: str) -> None:
    assert passwords_in(request_) == ()


def test_a_question_for_a_password_is_known() -> None:
    assert asks_for_a_secret("What is the password of the form?")
    assert not asks_for_a_secret("Which folder is meant?")


def test_a_name_beside_a_password_is_not_taken_for_it_where_the_order_tells() -> None:
    assert "Ada" not in passwords_in("Fill Name with 'Ada' and Password with 'blue cow'")
    assert "Ada" not in passwords_in("Set Password to 'blue cow' and Name to 'Ada'")
    assert "Ada" not in passwords_in("Trage „Ada“ bei Name ein, „blaue Kuh“ bei Passwort")
