"""Draws the samples' media: small, real files of every kind. Needs Pillow, ffmpeg and heif-enc."""

import io
import math
import random
import subprocess
import zlib
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

WIDTH, HEIGHT = 640, 480


def gradient(top, bottom, size=(WIDTH, HEIGHT)):
    column = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        t = y / (size[1] - 1)
        column.putpixel((0, y), tuple(round(a + (b - a) * t) for a, b in zip(top, bottom, strict=False)))
    return column.resize(size)


def scene(name):
    """One picture, by name; always the same pixels."""
    rng = random.Random(name)
    size = (480, 640) if name in ("p-lamp", "p-kite") else (WIDTH, HEIGHT)
    w, h = size
    skies = {
        "p-canal": ((250, 226, 214), (142, 170, 160)),
        "p-blossom": ((196, 222, 240), (252, 236, 238)),
        "p-window": ((176, 196, 214), (232, 220, 200)),
        "p-paper": ((240, 228, 206), (206, 184, 150)),
        "p-deer": ((206, 226, 206), (120, 156, 104)),
        "p-cat": ((120, 104, 130), (226, 186, 150)),
        "p-lamp": ((28, 20, 40), (74, 40, 36)),
        "p-library": ((208, 226, 238), (238, 232, 214)),
        "p-kite": ((120, 184, 232), (250, 214, 190)),
        "p-palace": ((252, 214, 190), (226, 140, 120)),
        "p-sheets": ((220, 232, 240), (242, 236, 220)),
        "p-beach": ((150, 196, 226), (236, 220, 184)),
        "h-lake": ((250, 150, 110), (70, 60, 120)),
    }
    image = gradient(*skies.get(name, ((230, 230, 230), (200, 200, 200))), size)
    draw = ImageDraw.Draw(image, "RGBA")

    def hills(colour, base, height, step):
        points = [(0, h)] + [
            (x, base - height * (0.5 + 0.5 * math.sin(x / step + len(name)))) for x in range(0, w + 8, 8)
        ]
        draw.polygon(points + [(w, h)], fill=colour)

    if name in ("p-canal", "p-deer", "p-beach", "h-lake"):
        hills((90, 110, 120, 120), h * 0.62, 90, 110)
        hills((60, 84, 84, 160), h * 0.72, 60, 70)
    if name in ("p-canal", "h-lake", "p-beach"):
        for _ in range(60):
            x, y = rng.randrange(w), rng.randrange(int(h * 0.68), h)
            draw.line((x, y, x + rng.randrange(20, 90), y), fill=(255, 255, 255, rng.randrange(30, 120)), width=2)
    if name in ("h-lake", "p-beach", "p-kite"):
        draw.ellipse((w * 0.62, h * 0.16, w * 0.62 + 70, h * 0.16 + 70), fill=(255, 240, 200, 230))
    if name in ("p-blossom", "p-canal"):
        draw.line((w * 0.1, h, w * 0.34, h * 0.3, w * 0.7, h * 0.1), fill=(74, 54, 50, 255), width=14, joint="curve")
        for _ in range(420):
            x, y = w * (0.1 + 0.8 * rng.random()), h * (0.6 * rng.random())
            r = rng.randrange(4, 11)
            draw.ellipse((x, y, x + r, y + r), fill=(250, rng.randrange(180, 226), rng.randrange(200, 230), 200))
    if name == "p-window":
        for x in (90, 330):
            draw.rectangle((x, 60, x + 220, 400), outline=(90, 70, 60, 255), width=12)
            draw.line((x + 110, 60, x + 110, 400), fill=(90, 70, 60, 255), width=8)
    if name in ("p-window", "p-cat"):
        draw.ellipse((250, 270, 410, 440), fill=(24, 22, 28, 255))
        draw.ellipse((280, 190, 380, 290), fill=(24, 22, 28, 255))
        draw.polygon(((284, 220), (290, 160), (326, 196)), fill=(24, 22, 28, 255))
        draw.polygon(((376, 220), (370, 160), (334, 196)), fill=(24, 22, 28, 255))
        for x in (308, 344):
            draw.ellipse((x, 226, x + 14, 240), fill=(236, 200, 60, 255))
    if name in ("p-paper", "p-sheets"):
        for i in range(7):
            x, y = 50 + i * 76, 110 + rng.randrange(60)
            draw.polygon(
                ((x, y), (x + 130, y + rng.randrange(20)), (x + 124, y + 190), (x - 6, y + 180)),
                fill=(252, 248, 236, 230),
                outline=(160, 130, 90, 255),
            )
    if name == "p-deer":
        draw.ellipse((230, 250, 430, 350), fill=(170, 120, 76, 255))
        draw.ellipse((400, 180, 480, 260), fill=(170, 120, 76, 255))
        for x in (256, 300, 366, 404):
            draw.line((x, 330, x, 440), fill=(120, 84, 54, 255), width=12)
        draw.rectangle((470, 226, 540, 270), fill=(246, 240, 220, 255), outline=(90, 90, 90, 255))
    if name == "p-lamp":
        for _ in range(70):
            x, y, r = rng.randrange(w), rng.randrange(h), rng.randrange(8, 34)
            colour = rng.choice(((250, 200, 90), (240, 120, 80), (120, 200, 190), (220, 110, 170)))
            draw.ellipse((x - r * 2, y - r * 2, x + r * 2, y + r * 2), fill=colour + (30,))
            draw.ellipse((x - r, y - r, x + r, y + r), fill=colour + (200,))
    if name == "p-library":
        for i in range(9):
            y = 140 + i * 36
            draw.polygon(
                ((40 + i * 8, y), (600 - i * 8, y), (600, y + 26), (40, y + 26)), fill=(150, 110, 80, 90 + i * 16)
            )
    if name in ("p-kite", "p-beach"):
        for _ in range(14):
            x, y, r = rng.randrange(w), rng.randrange(int(h * 0.5)), rng.randrange(10, 26)
            colour = rng.choice(((220, 60, 80), (250, 180, 40), (60, 120, 200), (90, 170, 90)))
            draw.polygon(((x, y - r), (x + r, y), (x, y + r), (x - r, y)), fill=colour + (255,))
            draw.line((x, y + r, x + rng.randrange(-30, 30), y + r * 4), fill=colour + (160,), width=2)
    if name == "p-palace":
        for row in range(5):
            for i in range(8 - row):
                x, y = 60 + row * 32 + i * 66, 380 - row * 66
                draw.pieslice((x, y - 40, x + 54, y + 40), 180, 360, fill=(190, 90, 80, 255))
                draw.rectangle((x, y, x + 54, y + 30), fill=(206, 110, 96, 255))
                draw.rectangle((x + 18, y, x + 36, y + 30), fill=(110, 50, 50, 255))
    return image.resize((w * 2, h * 2), Image.LANCZOS).filter(ImageFilter.GaussianBlur(0.8))


def exif(place, taken):
    """EXIF with camera, time and, if there is a place, GPS."""
    data = Image.Exif()
    data[0x010F], data[0x0110], data[0x0112] = "Pocket", "Pocket Camera 3", 1
    data[0x0132] = taken.replace("-", ":").replace("T", " ")
    if place:

        def degrees(value):
            value = abs(value)
            minutes = value % 1 * 60
            return (float(int(value)), float(int(minutes)), round(minutes % 1 * 60, 2))

        gps = data.get_ifd(0x8825)
        gps[1], gps[2] = "N" if place["latitude"] >= 0 else "S", degrees(place["latitude"])
        gps[3], gps[4] = "E" if place["longitude"] >= 0 else "W", degrees(place["longitude"])
    return data


def jpeg(name, place, taken):
    out = io.BytesIO()
    scene(name).save(out, "JPEG", quality=72, exif=exif(place, taken))
    return out.getvalue()


def png(name):
    """A drawing: black lines on paper."""
    image = Image.new("L", (400, 300), 246)
    draw = ImageDraw.Draw(image)
    draw.rectangle((120, 40, 280, 280), outline=40, width=4)
    draw.arc((150, 60, 250, 160), 180, 360, fill=40, width=3)
    draw.ellipse((256, 160, 268, 172), fill=40)
    for y in range(180, 270, 14):
        draw.line((140, y, 240, y + len(name) % 3), fill=150)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def heic(name, folder, place, taken):
    source, target = Path(folder) / "lake.jpg", Path(folder) / "lake.heic"
    scene(name).save(source, "JPEG", quality=90, exif=exif(place, taken))
    subprocess.run(["heif-enc", "-q", "45", str(source), "-o", str(target)], check=True, capture_output=True)
    return target.read_bytes()


def ffmpeg(arguments, target):
    subprocess.run(
        [
            "ffmpeg",
            "-v",
            "error",
            "-y",
            *arguments,
            "-fflags",
            "+bitexact",
            "-flags:v",
            "+bitexact",
            "-flags:a",
            "+bitexact",
            "-threads",
            "1",
            str(target),
        ],
        check=True,
    )
    return Path(target).read_bytes()


def m4a(name, folder):
    """A few seconds of sound: a phrase for the song, chirps for the swifts."""
    if name == "a-swifts":
        sound = "aevalsrc=0.25*sin(2*PI*(3200+900*sin(2*PI*7*t))*t)*gt(sin(2*PI*1.7*t)\\,0.4):d=4:s=16000"
    else:
        sound = "aevalsrc=0.3*sin(2*PI*(220*pow(2\\,floor(mod(t*2\\,8))/12*2))*t)*exp(-2*mod(t*2\\,1)):d=6:s=16000"
    return ffmpeg(["-f", "lavfi", "-i", sound, "-c:a", "aac", "-b:a", "24k"], Path(folder) / (name + ".m4a"))


def mp4(name, folder, place):
    """Two seconds of moving picture that say where they were taken."""
    picture = Path(folder) / (name + ".png")
    scene("p-deer" if name == "v-deer" else "p-beach").resize((320, 240)).save(picture)
    where = f"{place['latitude']:+08.4f}{place['longitude']:+09.4f}/"
    return ffmpeg(
        [
            "-loop",
            "1",
            "-i",
            str(picture),
            "-t",
            "2",
            "-vf",
            "zoompan=z='1+0.01*on':d=50:s=320x240:fps=12,format=yuv420p",
            "-c:v",
            "libx264",
            "-crf",
            "30",
            "-an",
            "-metadata",
            f"location={where}",
            "-movflags",
            "+faststart",
        ],
        Path(folder) / (name + ".mp4"),
    )


def pdf(lines):
    """A page with a few lines of text, PDF 1.4."""
    text = (
        "BT /F1 18 Tf 60 760 Td 26 TL "
        + " ".join(
            "(" + line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ") Tj T*" for line in lines
        )
        + " ET"
    )
    stream = zlib.compress(text.encode("latin-1"))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 820] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
