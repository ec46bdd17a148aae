"""What a history knows of what is left in kitties: asked by those who settle, and by pages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def kitty_ends() -> str:
    """A query with a row a session: `session`, `seen`, `decided`, `lost_in`, `held`, `short`, `short_in`; its first
    lines explain them."""
    return (files("pontoon_audit.settling") / "queries" / "kitty_ends.sql").read_text("utf-8")
