"""The same book by EbookLib: its pages and photos, read from the folder of an unpacked EPUB.

Usage: ebooklib_book.py FOLDER OUTPUT
"""

import mimetypes
import pathlib
import sys

from ebooklib import epub

folder = pathlib.Path(sys.argv[1])
book = epub.EpubBook()
book.set_identifier("benchmark")
book.set_title("Benchmark")
book.set_language("en")
pages = []
for number, path in enumerate(sorted(path for path in folder.rglob("*") if path.is_file())):
    name = str(path.relative_to(folder))
    if path.suffix == ".xhtml" and path.name != "nav.xhtml":
        page = epub.EpubHtml(uid=f"p{number}", title=path.stem, file_name=name)
        page.content = path.read_bytes()
        book.add_item(page)
        pages.append(page)
    elif path.suffix in (".jpg", ".jpeg", ".png", ".css"):
        kind = mimetypes.guess_type(name)[0]
        book.add_item(epub.EpubItem(uid=f"f{number}", file_name=name, media_type=kind, content=path.read_bytes()))
book.toc = pages
book.spine = ["nav", *pages]
book.add_item(epub.EpubNcx())
book.add_item(epub.EpubNav())
epub.write_epub(sys.argv[2], book)
