"""The registry of what may be picked."""

from __future__ import annotations

from tests.requirement import requirement
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry


def window(number: int) -> TargetInfo:
    return TargetInfo(kind=TargetKind.WINDOW, id=str(number), name=f"window {number}", type="Window")


@requirement("host-collect:third-party.ids")
def test_a_target_without_id_gets_the_next_free_number() -> None:
    registry = TargetRegistry([window(0), window(1), window(2)])
    (agent,) = registry.register(TargetInfo(kind=TargetKind.THIRD_PARTY_AGENT, name="HardwareAgent"))
    assert agent.id == "3"


@requirement("host-collect:list")
def test_a_list_keeps_only_the_keys_asked_for() -> None:
    assert TargetRegistry([window(0)]).to_list(keep_keys=["id", "name", "kind"]) == [
        {"id": "0", "name": "window 0", "kind": "window"}
    ]


def test_targets_are_found_by_id_name_and_kind_and_can_be_taken_out() -> None:
    registry = TargetRegistry([window(0), window(1)])
    found = registry.get("1")
    assert found is not None and registry.find_by_name("window 1") == [found]
    assert len(registry.find_by_kind(TargetKind.WINDOW)) == 2
    assert registry.unregister("1") and not registry.unregister("1")
    assert registry.get("1") is None and registry.get(None) is None


def test_targets_come_from_dicts_with_keys_that_nobody_knows() -> None:
    registered = TargetRegistry().register_from_dicts(
        [{"kind": "APPLICATION", "name": "Word", "rect": [0, 0, 10, 10], "new_key": 1}]
    )
    assert registered[0].bounds is not None and registered[0].bounds.width == 10
