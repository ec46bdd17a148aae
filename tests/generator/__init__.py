"""Sessions that nobody played: legal ones, ones with one planted fault, and broken ones."""

from tests.generator.legal import legal_session

__all__ = ["legal_session"]
