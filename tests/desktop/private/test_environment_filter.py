from __future__ import annotations

import pytest

from ufo.desktop.private.environment_filter import added_variables, desktop_environment, sessionless_environment
from ufo.llm.vendors import VENDORS

NEEDED = {
    "PATH": "/usr/bin",
    "HOME": "/home/ann",
    "LANG": "de_DE.UTF-8",
    "LC_TIME": "C",
    "DISPLAY": ":0",
    "XAUTHORITY": "/home/ann/.Xauthority",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
    "GTK_THEME": "Adwaita",
    "FONTCONFIG_FILE": "/etc/fonts/mine.conf",
    "JAVA_HOME": "/usr/lib/jvm/default",
    "SAL_USE_VCLPLUGIN": "gtk3",
    "NO_PROXY": "localhost,127.0.0.1",
}
SECRETS = (
    "OPENAI_API_KEY",
    "UFO_MODEL__API_KEY",
    "DATABASE_URL",
    "GH_PAT",
    "SSHPASS",
    "STRIPE_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "PGPASSWORD",
    "SSH_AUTH_SOCK",
    "JAVA_TOOL_OPTIONS",
    "LC_SECRET",
    "XDG_SECRET",
    "GTK_TOKEN",
    "QT_PASSWORD",
    "KDE_WALLET",
    "path",
)


def test_what_desktop_programs_need_passes_and_nothing_else_does() -> None:
    assert desktop_environment({**NEEDED, **dict.fromkeys(SECRETS, "planted")}) == NEEDED


def test_another_session_is_made_without_what_ties_programs_to_this_one() -> None:
    kept = set(sessionless_environment(NEEDED))
    assert kept == set(NEEDED) - {"DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "GTK_THEME"}


def test_names_and_patterns_that_the_person_adds_pass_as_they_stand() -> None:
    environment = {"GIT_AUTHOR_NAME": "Ann", "GIT_TOKEN": "t", "DATABASE_URL": "db://ann:pw@host", "PATH": "/bin"}
    assert desktop_environment(environment, ("GIT_AUTHOR_*", "DATABASE_URL")) == {
        "GIT_AUTHOR_NAME": "Ann",
        "DATABASE_URL": "db://ann:pw@host",
        "PATH": "/bin",
    }


def test_the_keys_of_models_stay_in_our_own_process() -> None:
    keys = {name for vendor in VENDORS.values() for name in vendor.key_variables} | {"AZURE_OPENAI_AD_TOKEN"}
    assert desktop_environment(dict.fromkeys(keys, "planted"), ("*",)) == {}


@pytest.mark.parametrize("pattern", ["*", "U*", "OPENAI_API_KEY", "UFO_MODEL__API_KEY", "ufo_*", "?penai_api_key"])
def test_no_pattern_gives_our_own_settings_and_keys_away(pattern: str) -> None:
    ours = {"OPENAI_API_KEY": "k", "UFO_MODEL__API_KEY": "k", "ufo_model__api_key": "k", "openai_api_key": "k"}
    assert desktop_environment(ours, (pattern,)) == {}


def test_what_is_added_to_another_session_does_not_tie_programs_to_ours() -> None:
    environment = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "EXTRA": "x"}
    assert added_variables(environment, ("*",)) == {"EXTRA": "x"}


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("http://proxy:3128", "http://proxy:3128"),
        ("http://ann:pw@proxy:3128/", "http://proxy:3128/"),
        ("http://ann:p%40w@proxy:3128", "http://proxy:3128"),
        ("http://ann:p@w/x?y#z@proxy:3128", "http://proxy:3128"),
        ("ann:pw@proxy:3128", "proxy:3128"),
        ("socks5h://token@proxy", "socks5h://proxy"),
        ("http://proxy:3128?key=pw", "http://proxy:3128"),
        ("http://[::1]:3128", "http://[::1]:3128"),
        ("", ""),
    ],
)
@pytest.mark.parametrize("name", ["http_proxy", "HTTPS_PROXY", "all_proxy"])
def test_the_address_of_a_proxy_passes_without_who_we_are_there(name: str, value: str, kept: str) -> None:
    assert desktop_environment({name: value}) == {name: kept}


def test_an_address_in_another_variable_loses_its_password_too() -> None:
    kept = desktop_environment({"BROWSER": "see https://ann:pw@host/x and https://host/a@b"})
    assert kept == {"BROWSER": "see https://host/x and https://host/a@b"}


def test_a_variable_that_another_thread_removes_meanwhile_is_left_out() -> None:
    class Vanishing(dict[str, str]):
        def get(self, name: str, default: object = None) -> object:  # type: ignore[override]  # as os.environ answers
            return None if name == "OMP_THREAD_LIMIT" else super().get(name)

        def items(self) -> object:  # type: ignore[override]
            raise KeyError("OMP_THREAD_LIMIT")

    environment = Vanishing({"OMP_THREAD_LIMIT": "1", "DISPLAY": ":1"})
    assert desktop_environment(environment, ("OMP_*",)) == {"DISPLAY": ":1"}
