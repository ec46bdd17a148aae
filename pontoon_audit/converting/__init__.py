"""Converting: a log of one shape into another. What the other shape has no place for is named, never just dropped."""

from pontoon_audit.converting.convert import Converted, Order, convert
from pontoon_audit.converting.errors import Unconvertible

__all__ = ["Converted", "Order", "Unconvertible", "convert"]
