"""The pages that explain the findings; they lie beside the rules, a Markdown file each."""

from importlib.resources import files


def page(name: str) -> str | None:
    """The page of the finding `name` as Markdown, or None where it has none yet.

    The name must come from the catalogue: it becomes part of a path.
    """
    group, _, short = name.partition("/")
    file = files("pontoon_audit.rules") / "pages" / group / f"{short}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else None
