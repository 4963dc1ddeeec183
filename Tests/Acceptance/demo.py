"""The main job, from end to end: a sample export in, an EPUB and a PDF out, judged by other programs."""

from acceptance import Store, alone, check, sample, temporary_folder
from books import check_epub, check_no_location, check_pdf, check_words, epub_text, pdf_structure_text, pdf_text


def main(long):
    archive, expected = sample("dayone-trip")
    with temporary_folder() as folder:
        store = Store(folder / "store")
        store.run("init")
        store.run("import", archive, expect=(0, 3))
        epub, pdf = folder / "book.epub", folder / "book.pdf"
        report = store.json("export", epub)
        check(report["dropped"] == 0, f"the EPUB drops {report['dropped']} characters")
        report = store.json("export", pdf)
        check(not report["missingGlyphs"], f"the PDF has no font for {report['missingGlyphs'][:5]}")

        check_epub(epub)
        check_pdf(pdf)
        check_no_location(epub)
        check_no_location(pdf)
        in_epub, in_pdf, in_structure = epub_text(epub), pdf_text(pdf), pdf_structure_text(pdf)
        for script, words in expected["words"].items():
            check(len(words) > 0, f"the sample names no words of {script}")
            check_words(in_epub, words, f"EPUB, {script}")
            check_words(in_pdf, words, f"PDF, {script}")
            check_words(in_structure, words, f"structure of the PDF, {script}")

        for paper in ("a5", "a4", "letter", "6x9"):
            path = folder / f"{paper}.pdf"
            store.run("export", path, "--paper", paper)
            check_pdf(path)
        plain = folder / "plain.pdf"
        store.run("export", plain, "--style", "plain")
        check_pdf(plain)
        for script, words in expected["words"].items():
            check_words(pdf_text(plain), words, f"plain PDF, {script}")


if __name__ == "__main__":
    alone(main)
