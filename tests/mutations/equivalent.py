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
    'provider.py: arguments.setdefault("name", self._move.text(str(done.arguments["name"])))  ->  '
    "arguments.setdefault('name_', self._move.text(str(done.arguments[\"name\"])))": "the repair of answers gives an argument "
    "the name that its tool has for it",
    "page_client.py: return httpx2.AsyncClient( transport=CheckedTransport(tls, is_allowed, resolve), "
    "trust_env=False, follow_redirects=False, timeout=None, headers=_WANTED, "
    'cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())), event_hooks={"response": [bounded(most_bytes)]}, )'
    "  ->  return httpx2.AsyncClient(transport=CheckedTransport(tls, is_allowed, resolve), trust_env=False, "
    "timeout=None, headers=_WANTED, cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())), "
    "event_hooks={'response': [bounded(most_bytes)]})": "the library's default is the same",
    **{
        f'menu_tree.py: _Item(ref, None, role=role) for ref, role in zip(level, roles_of, strict=True) if role == "MenuBar"  ->  '
        f'_Item(ref, None, role=role) for ref, role in zip(level, {left}) if role == "MenuBar"': "each of the level has its role"
        for left in ("roles_of", "roles_of, strict=False")
    },
}
