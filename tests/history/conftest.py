"""What the tests of loads share."""

from pathlib import Path

import pytest


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A history file that is not there yet."""
    return tmp_path / "club.duckdb"
