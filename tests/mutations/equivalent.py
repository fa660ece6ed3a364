"""Faults that no test can notice, each as `faults.shown` writes it, with the reason."""

from __future__ import annotations

_AS_JSON = "the event that holds it is written as JSON all the same"

EQUIVALENT = {
    "host_agent_processor.py: self.strategies[ProcessingPhase.ACTION_EXECUTION] = HostActionExecutionStrategy(fail_fast=False)  "
    "->  self.strategies[ProcessingPhase.ACTION_EXECUTION] = HostActionExecutionStrategy()": "the strategy's default is the same",
    "state.py: await agent.process_confirmation(context)  ->  await agent.process_confirmation(None)": "no agent reads it: it is "
    "a parameter of the documents",
    "schema.py: _BUSY_MS = 30_000  ->  _BUSY_MS = 30001": "a wait that is a millisecond longer",
    'turn_processor.py: said = response.model_dump(mode="json") if response is not None else {}  ->  '
    "said = response.model_dump() if response is not None else {}": _AS_JSON,
    'turn_processor.py: said = response.model_dump(mode="json") if response is not None else {}  ->  '
    "said = response.model_dump(mode='json_') if response is not None else {}": _AS_JSON,
}
