"""Logs of many sessions, made of one that is played with faults: enough to share out, and soon audited."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

SAMPLES = files("pontoon_audit") / "sample_logs"
ONLINE = (SAMPLES / "clean" / "online-table.csv").read_text(encoding="utf-8").splitlines()
FAULTY = (SAMPLES / "faulty" / "many-faults.json").read_text(encoding="utf-8")


def flat(path: Path, sessions: Sequence[str], *, mixed: bool = False) -> str:
    """An event CSV with the online table's evening once for each session, one after the other or all `mixed`."""
    head = ONLINE[0].split(",")
    rows = [line.split(",") for line in ONLINE[1:]]
    at = head.index("session")
    lines = [[",".join([*row[:at], session, *row[at + 1 :]]) for row in rows] for session in sessions]
    if mixed:
        lines = [list(together) for together in zip(*lines, strict=True)]
    path.write_text("\n".join([ONLINE[0], *(line for some in lines for line in some), ""]), encoding="utf-8")
    return str(path)


def documents(path: Path, sessions: Sequence[str]) -> str:
    """A JSON document that is a list of the faulty evening, once for each session."""
    evening = json.loads(FAULTY)
    path.write_text(json.dumps([evening | {"session": session} for session in sessions], indent=1), encoding="utf-8")
    return str(path)


def folder_of_logs(folder: Path) -> list[str]:
    """Files of every kind that is shared out differently, one of them unreadable in its middle, one altogether."""
    folder.mkdir()
    torn = Path(flat(folder / "6-torn.csv", [f"torn-{n}" for n in range(12)]))
    torn.write_bytes(torn.read_bytes()[:-9000] + b"\xff\xff" + torn.read_bytes()[-9000:])
    (folder / "7-broken.json").write_text('{"deals": [', encoding="utf-8")
    return [
        documents(folder / "1-first.json", ["friday", "saturday"]),
        flat(folder / "2-table.csv", [f"table-{n}" for n in range(12)]),
        flat(folder / "3-mixed.csv", [f"mixed-{n}" for n in range(6)], mixed=True),
        documents(folder / "4-again.json", ["friday"]),
        flat(folder / "5-table.csv", ["table-3", "new"]),
        str(torn),
        str(folder / "7-broken.json"),
        documents(folder / "8-last.json", ["sunday"]),
    ]
