import shutil
from pathlib import Path

import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "pontoon_audit" / "sample_logs"


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A folder with the sample logs, and nothing else."""
    for name in ("clean", "faulty", "faults"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
