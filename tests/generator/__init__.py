"""Sessions that nobody played: legal ones, ones with one planted fault, and broken ones."""

from tests.generator.breaking import broken_session, mutated
from tests.generator.faults import NAMES, plant
from tests.generator.legal import legal_session

__all__ = ["NAMES", "broken_session", "legal_session", "mutated", "plant"]
