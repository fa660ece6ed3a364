"""`ufo allow`: lists, gives and takes back the permission to work an application on the person's own screen."""

from __future__ import annotations

from ufo.cli.named_application import named_application
from ufo.cli.output import print_answer, print_json, print_text
from ufo.config.allowed import AllowedApplications, Standing
from ufo.errors import ConfigError

_NOTHING = "No application is allowed or forbidden: each is asked about when it is to be worked on your screen."


def list_(as_json: bool) -> int:
    kept = AllowedApplications().all()
    if as_json:
        print_json([{"application": name, **allowed.model_dump()} for name, allowed in sorted(kept.items())])
        return 0
    lines = [f"{name}  {allowed.answer}, since {allowed.since}" for name, allowed in sorted(kept.items())]
    print_text("\n".join(lines) or _NOTHING)
    return 0


def answer(application: str, never: bool, as_json: bool) -> int:
    """Keep the answer. Raises ConfigError for an application that is not installed: nothing would ever go by that name."""
    named = named_application(application)
    if named.problem and not never:
        raise ConfigError(named.problem)
    kept: Standing = "never" if never else "always"
    AllowedApplications().remember(named.root, kept)
    said = f"{named.root} may {kept} be worked on your own screen; to take that back: ufo allow --forget {named.root}"
    print_answer(as_json, {"application": named.root, "answer": kept}, said)
    return 0


def forget(application: str, as_json: bool) -> int:
    """Ask again. Raises ConfigError where there is no answer to take back."""
    store, root = AllowedApplications(), application.strip().casefold()
    taken = next((name for name in (root, named_application(application).root) if store.forget(name)), None)
    if taken is None:
        raise ConfigError(f"nothing is kept about {application!r}; see what is: ufo allow")
    print_answer(as_json, {"forgotten": taken}, f"{taken} is asked about again.")
    return 0
