"""Makes journals of one script, as a Day One export and as the input of `peers/pango_pdf.c`.

Usage: texts.py LANGUAGE BYTES FOLDER
LANGUAGE is en, ja, hi or ar. Words follow Zipf's law over an invented vocabulary; the same arguments give
the same files: FOLDER/Journal.json and FOLDER/records.txt.
"""

import bisect
import datetime
import itertools
import json
import pathlib
import random
import sys
import uuid

SYLLABLES = {
    "en": "ba be bi bo bu ca ce co da de di do fa fe fi fo ga ge go ha he hi la le li lo ma me mi mo na ne ni no "
    "pa pe po ra re ri ro sa se si so ta te ti to va ve vi wa we st nd ng ck th sh er en al on",
    "ja": "今日 明日 雨 空 山 川 海 道 駅 町 家 友 話 本 朝 夜 時 人 花 風 が は を に で と も の へ した いる ある 見た 聞いた "
    "歩いた 食べた ゆっくり とても コーヒー テレビ カメラ",
    "hi": "क का कि की कु के को ग गा त ता ति ती ते द दा दि दे न ना नि ने प पा पि प्र ब बा भ म मा मि मे य या र रा री रे "
    "ल ला ली ले व वा वि श स सा सि से ह हा है हो क्ष त्र ज्ञ श्र न्त स्त र्म",
    "ar": "ا ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ع غ ف ق ك ل م ن ه و ي با تا را سا ما نا وا يا ال",
}
VOCABULARY = {"en": 44_000, "ja": 8_000, "hi": 20_000, "ar": 20_000}
WORDS_A_SENTENCE, SENTENCES_A_PARAGRAPH, PARAGRAPHS_AN_ENTRY = 12, 5, 4


def words_of(language, chance):
    """An endless stream of words."""
    syllables = SYLLABLES[language].split()
    words = ["".join(chance.choices(syllables, k=chance.randint(1, 4))) for _ in range(VOCABULARY[language])]
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    while True:
        yield words[bisect.bisect(weights, chance.random() * weights[-1])]


def main():
    language, size, folder = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
    chance = random.Random(f"journal {language}")
    words = words_of(language, chance)
    space, stop = ("", "。") if language == "ja" else (" ", "।" if language == "hi" else ".")
    entries, written, previous = [], 0, None
    day = datetime.date(2004, 1, 1)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "records.txt", "w", encoding="utf-8") as records:
        while written < size:
            paragraphs = []
            for _ in range(PARAGRAPHS_AN_ENTRY):
                sentences = [
                    space.join(itertools.islice(words, WORDS_A_SENTENCE)) + stop for _ in range(SENTENCES_A_PARAGRAPH)
                ]
                paragraphs.append(space.join(sentences))
            written += len("".join(paragraphs).encode())
            identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"{language} {len(entries)}").hex.upper()
            text = "\n\n".join(paragraphs)
            text += f"\n\n[the day before](dayone://view?entryId={previous or identifier})\n\n[elsewhere](https://example.org/)"
            entries.append({"uuid": identifier, "creationDate": f"{day}T10:00:00Z", "timeZone": "UTC", "text": text})
            records.write(f"{day}\n" + "\n".join(paragraphs) + "\n\f")
            previous = identifier
            day += datetime.timedelta(days=2)
    with open(folder / "Journal.json", "w", encoding="utf-8") as file:
        json.dump({"metadata": {"version": "1.0"}, "entries": entries}, file, ensure_ascii=False)


if __name__ == "__main__":
    main()
