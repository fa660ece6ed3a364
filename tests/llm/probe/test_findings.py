from __future__ import annotations

from datetime import date
from pathlib import Path

from ufo.config.settings import ModelSettings
from ufo.llm.probe.findings import Findings, informed, recall, remember

BLIND = Findings(
    model="openai:small",
    place="http://here/v1",
    found=date(2026, 11, 24),
    pictures=False,
    by_schema=False,
    context=4096,
)


def test_what_was_found_out_is_kept_for_its_model_and_endpoint_alone(tmp_path: Path) -> None:
    environ = {"XDG_CACHE_HOME": str(tmp_path)}
    path = remember(BLIND, environ)
    assert recall("openai:small", "http://here/v1", environ) == BLIND
    assert recall("openai:small", "http://there/v1", environ) is None
    path.write_text("{]")
    assert recall("openai:small", "http://here/v1", environ) is None


def test_findings_fill_in_what_the_settings_leave_open() -> None:
    told = informed(ModelSettings(name="openai:small"), BLIND)
    assert (told.visual_mode, told.answers, told.context_tokens, told.max_tokens) == (False, "prompt", 4096, 819)


def test_settings_win_over_findings() -> None:
    own = ModelSettings(visual_mode=False, answers="schema", context_tokens=32_000, max_tokens=900)
    assert informed(own, BLIND) == own
    assert informed(ModelSettings(), None) == ModelSettings()
