"""What `demo` does: the whole main job on the sample logs, told step by step."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from pontoon_audit.cli.talk import product, refuse
from pontoon_audit.output.words import count

REPORT_PAGE = "index.html"


def show(out: Path) -> None:
    """Audit the sample logs, keep them in a new history file in `out`, write report and statements there."""
    from pontoon_audit.audit import audit
    from pontoon_audit.history import load
    from pontoon_audit.output import text
    from pontoon_audit.output.document import report
    from pontoon_audit.reading import find_logs
    from pontoon_audit.reporting import write_report, write_statements

    database = _fresh(out)
    with as_file(files("pontoon_audit") / "sample_logs") as samples:
        audited = audit(find_logs([str(samples)]))
    found = report(audited)
    (out / "findings.txt").write_text("".join(text.render(found, coverage=True)), encoding="utf-8", newline="\n")
    load(audited, database)
    pages = write_report(database, out / "report")
    statements = write_statements(database, out / "statements")
    told = found.summary
    start = next((page for page in pages if page.name == REPORT_PAGE), pages[0])
    product(
        f"Audited {count(told['sessions'], 'evening')} of Pontoon that come with the tool: "
        f"{count(told['deals'], 'deal')}, {count(told['events'], 'event')}.\n"
        f"Found {count(told['error'], 'error')} and {count(told['warning'], 'warning')}; "
        f"{told['settled']} was settled where {told['due']} was due.\n"
        "\n"
        f"Open this page:   {start}\n"
        f"Statements:       {count(len(statements), 'file')} in {out / 'statements'}\n"
        f"Findings as text: {out / 'findings.txt'}\n"
        f"Ask for more:     pontoon-audit sql --db {database} players\n"
    )


def _fresh(out: Path) -> Path:
    """The path of a history file that is not there yet, in a folder that is."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        database = out / "history.duckdb"
        database.unlink(missing_ok=True)
    except OSError as error:
        refuse(f"{out} cannot be used: {(error.strerror or str(error)).lower()}", "give --out another folder")
    return database
