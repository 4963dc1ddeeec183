"""Makes the manual page journal-format(5) from docs/journal-format.md and docs/backup-format.md.

Usage: manual_page.py OUT           write the page
       manual_page.py --check PAGE  end with status 1 when PAGE is not what the documents say

Reads the Markdown that these documents use: headings, paragraphs, lists, code blocks, tables, code, emphasis, links.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENTS = ("docs/journal-format.md", "docs/backup-format.md")


def escaped(text):
    """Text that troff prints as it is."""
    text = (
        text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    )
    return "\\&" + text if text.startswith(".") else text


def inline(text):
    """A line with code in bold and links as their words; what follows a backslash is itself."""
    parts = []
    for code, link, target, strong, other in re.findall(
        r"`([^`]+)`|\[([^\]]+)\]\(([^)]*)\)|\*\*([^*]+)\*\*|((?:\\.|[^`\[*\\])+|.)", text
    ):
        if code:
            parts.append(f"\\fB{escaped(code)}\\fR")
        elif link:
            outside = target.startswith("http") and target not in link
            parts.append(escaped(re.sub(r"[`]", "", link)) + (f" <{escaped(target)}>" if outside else ""))
        elif strong:
            parts.append(f"\\fB{escaped(strong)}\\fR")
        else:
            parts.append(escaped(re.sub(r"\\(.)", r"\1", other)))
    line = "".join(parts)
    return "\\&" + line if line.startswith((".", "'")) else line


def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows):
    """A table for tbl(1): the first column as it is, the last one filled."""
    header, body = cells(rows[0]), [cells(row) for row in rows[2:]]
    columns = " ".join(["l"] * (len(header) - 1) + ["lx"])
    yield from (".PP", ".TS", "tab(\t);", " ".join(["lb"] * len(header)), columns + ".")
    yield "\t".join(inline(cell) for cell in header)
    for row in body:
        row += [""] * (len(header) - len(row))
        yield "\t".join([inline(cell) for cell in row[:-1]] + ["T{"])
        yield inline(row[-1])
        yield "T}"
    yield ".TE"


def page(texts):
    """The lines of the page."""
    yield "'\\\" t"
    yield '.\\" Made by scripts/manual_page.py from ' + " and ".join(DOCUMENTS) + "."
    yield '.TH JOURNAL\\-FORMAT 5 "" "journal" "Journal"'
    yield from (
        ".SH NAME",
        "journal\\-format \\- the journal's folder, operations, texts and backups on disk".replace("'", "\\(aq"),
    )
    # Left-aligned: paths and names in narrow cells leave no room to adjust.
    yield ".ad l"
    for text in texts:
        yield from body(text)
    yield from (".SH SEE ALSO", ".BR journal (1),", ".BR journal\\-backup (1),", ".BR journal\\-doctor (1)")


def body(text):
    lines = text.split("\n")
    index, paragraph = 0, []

    def flush(start=".PP"):
        if paragraph:
            yield start
            yield from (inline(" ".join(paragraph)),)
            paragraph.clear()

    while index < len(lines):
        line = lines[index]
        if line.startswith("```"):
            yield from flush()
            yield from (".PP", ".nf", ".RS 4")
            index += 1
            while not lines[index].startswith("```"):
                shown = escaped(lines[index])
                yield shown if shown else "\\&"
                index += 1
            yield from (".RE", ".fi")
        elif heading := re.match(r"(#+) (.*)", line):
            yield from flush()
            level = len(heading[1])
            # The title of a document begins a part of the page.
            yield (f".SH {inline(heading[2].upper())}" if level == 1 else f'.SS "{inline(heading[2])}"')
        elif line.startswith("|"):
            yield from flush()
            end = index
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            yield from table(lines[index:end])
            index = end - 1
        elif item := re.match(r"(-|\d+\.) (.*)", line):
            yield from flush()
            mark = "\\(bu" if item[1] == "-" else item[1]
            paragraph.append(item[2])
            while index + 1 < len(lines) and lines[index + 1].startswith("  "):
                index += 1
                paragraph.append(lines[index].strip())
            yield from flush(f'.IP "{mark}" 4')
        elif line.strip():
            paragraph.append(line.strip())
        else:
            yield from flush()
        index += 1
    yield from flush()


def main():
    made = "\n".join(page([(ROOT / name).read_text() for name in DOCUMENTS])) + "\n"
    if sys.argv[1] == "--check":
        if pathlib.Path(sys.argv[2]).read_text() != made:
            raise SystemExit(f"{sys.argv[2]} is not what the documents say; run: make manual")
        return
    pathlib.Path(sys.argv[1]).write_text(made)


if __name__ == "__main__":
    main()
