"""Workers on other machines: those of a Dask cluster that is there already."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pontoon_audit.workers.errors import WorkError
from pontoon_audit.workers.spread import Crew

SECONDS_TO_ANSWER: Final = 10


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the scheduler at an address, such as ``tcp://10.0.0.7:8786``, for the time of a ``with``.

    The scheduler gives a lost worker's partitions to another one. Raises `WorkError` where it does not answer or has no
    workers, where they know nothing of this tool, and where several died of the same partition.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port, parse_address
        from distributed.comm.registry import get_backend
        from distributed.scheduler import KilledWorker
    except ModuleNotFoundError:
        raise WorkError("a cluster needs the extra cluster", "pip install 'pontoon-audit[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is raised
    try:
        get_backend(parse_address(address)[0])  # a client that was not made complains when it is thrown away
        get_address_host_port(address)
        client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkError(
            f"no scheduler answers at {address} ({_first_line(error)})",
            "start one with: dask scheduler; it says its address",
        ) from None
    try:
        yield Crew(client.get_executor(pure=False), _slots(client.scheduler_info(n_workers=-1)["workers"], address))
    except KilledWorker as error:
        raise WorkError(
            f"workers at {address} ended in the middle of the same work again and again",
            "if they ran out of memory, give each more of it; their logs say more",
        ) from error
    except ModuleNotFoundError as error:
        raise WorkError(
            f"the workers at {address} cannot import {error.name}", "install the same version of pontoon-audit there"
        ) from error
    finally:
        client.close()


def _slots(workers: dict[str, dict[str, int]], address: str) -> int:
    slots = sum(worker["nthreads"] for worker in workers.values())
    if not slots:
        raise WorkError(f"the scheduler at {address} has no workers", f"start some with: dask worker {address}")
    return slots


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
