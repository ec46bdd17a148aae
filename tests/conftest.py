from collections.abc import Callable
from typing import NamedTuple

import pytest

from pontoon_audit.cli.guard import guarded


class Ended(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def cli(capsys) -> Callable[..., Ended]:
    """Run the command line in this process; its exit status, standard output and standard error."""

    def run(*arguments: object) -> Ended:
        capsys.readouterr()
        status = guarded([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ended(status, captured.out, captured.err)

    return run
