"""What `demo` does: the whole main job on the sample logs, told step by step."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from pontoon_audit.cli.talk import product, refuse
from pontoon_audit.output.words import count, money

REPORT_PAGE: Final = "index.html"


def show(out: Path) -> None:
    """Put the sample logs into `out`, audit and load them, write report and statements there, and say what to open."""
    from pontoon_audit.history import HistoryError

    try:
        product(_shown(out))
    except HistoryError as error:
        refuse(error.what, error.hint)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        refuse(f"{error.filename or out} cannot be used: {why}", "give --out another folder")


def _shown(out: Path) -> str:
    from pontoon_audit.auditing import audit
    from pontoon_audit.history import load, run_query
    from pontoon_audit.output import text
    from pontoon_audit.output.document import report
    from pontoon_audit.reporting import write_report, write_statements

    with as_file(files("pontoon_audit") / "sample_logs") as samples:
        shutil.copytree(samples, out / "logs", dirs_exist_ok=True)
    logs = _evenings(out / "logs")
    audited = audit(logs)
    found = report([audited])
    findings, database = out / "findings.txt", out / "history.duckdb"
    findings.write_text("".join(text.render(found, coverage=True)), encoding="utf-8", newline="\n")
    load(audited, database)  # doing it twice is no harm
    ((moved,),) = run_query(database, "SELECT sum(difference) FROM session_results").rows
    pages = write_report(database, out / "report")
    statements = write_statements(database, out / "statements", report=out / "report")
    first = next((page for page in pages if page.name == REPORT_PAGE), pages[0])
    told = found.summary
    return (
        f"Audited {count(told['sessions'], 'evening')} of Pontoon, {count(told['deals'], 'deal')} and "
        f"{count(told['events'], 'event')}, from the logs in {out / 'logs'}.\n"
        f"Found {count(told['error'], 'error')} and {count(told['warning'], 'warning')}; "
        f"{money(f'{moved:.2f}')} was moved otherwise than due:\n"
        f"{money(told['difference'])} in wrong amounts of settlements, the rest in settlements missing or made twice, "
        "sales of the bank and the kitty.\n"
        "\n"
        f"Open this page:    {first}\n"
        f"Statements:        {count(len(statements), 'file')} in {out / 'statements'}\n"
        f"Findings as text:  {findings}\n"
        f"Ask the history:   pontoon-audit sql --db {database} players\n"
        f"Audit one log:     pontoon-audit audit {logs[-1]}\n"
    )


def _evenings(logs: Path) -> list[Path]:
    """The logs of whole evenings, the faulty one last; beside them, in `faults`, lie small ones with one fault each."""
    return [path for folder in ("clean", "faulty") for path in sorted((logs / folder).glob("*.[jc]s*"))]
