"""Audits logs of the card game Pontoon: replays them by its rules, and says what was played or paid otherwise.

    import pontoon_audit

    found = pontoon_audit.audit("thursday.json")
    found.summary, found.findings

Everything here is imported when it is first asked for, so that `import pontoon_audit` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pontoon_audit.auditing import Audit, audit, audit_batches
    from pontoon_audit.history import load
    from pontoon_audit.house_rules import HouseRules as Rules
    from pontoon_audit.reading import read_log

__all__ = ["Audit", "Rules", "__version__", "audit", "audit_batches", "load", "read_log"]

_HOMES = {
    "Audit": ("pontoon_audit.auditing", "Audit"),
    "audit": ("pontoon_audit.auditing", "audit"),
    "audit_batches": ("pontoon_audit.auditing", "audit_batches"),
    "load": ("pontoon_audit.history", "load"),
    "Rules": ("pontoon_audit.house_rules", "HouseRules"),
    "read_log": ("pontoon_audit.reading", "read_log"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
