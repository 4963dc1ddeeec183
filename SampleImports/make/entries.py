"""The text of the main sample: three years of Nora, who mends books in Bristol and travels when it rains.

A line is one of: `# heading`, `- item`, `1. item`, `[ ] task`, `[x] task`, `> quote`, `---`, `$ code`,
`| table row`, `@kind name` (a medium), `^url` (a link card), or prose. Inside prose: **bold**, *italic*,
~~struck~~, ==marked==, `code`, [words](url) and [words](entry:key).
"""

BRISTOL = dict(
    placeName="12 Clifton Vale",
    localityName="Bristol",
    administrativeArea="England",
    country="United Kingdom",
    latitude=51.4545,
    longitude=-2.6170,
    userLabel="The workshop",
)
KYOTO = dict(
    placeName="Tetsugaku-no-michi",
    localityName="京都市",
    administrativeArea="京都府",
    country="日本",
    latitude=35.0270,
    longitude=135.7944,
)
NARA = dict(
    placeName="奈良公園",
    localityName="奈良市",
    administrativeArea="奈良県",
    country="日本",
    latitude=34.6851,
    longitude=135.8430,
)
TOKYO = dict(
    placeName="神保町",
    localityName="千代田区",
    administrativeArea="東京都",
    country="日本",
    latitude=35.6958,
    longitude=139.7577,
)
CAIRO = dict(
    placeName="Khan el-Khalili",
    localityName="Cairo",
    administrativeArea="Cairo Governorate",
    country="Egypt",
    latitude=30.0478,
    longitude=31.2623,
)
ALEX = dict(
    placeName="Bibliotheca Alexandrina",
    localityName="Alexandria",
    administrativeArea="Alexandria",
    country="Egypt",
    latitude=31.2089,
    longitude=29.9092,
)
JAIPUR = dict(
    placeName="Johari Bazar",
    localityName="जयपुर",
    administrativeArea="राजस्थान",
    country="भारत",
    latitude=26.9196,
    longitude=75.8267,
)
UDAIPUR = dict(
    placeName="Gangaur Ghat",
    localityName="उदयपुर",
    administrativeArea="राजस्थान",
    country="भारत",
    latitude=24.5796,
    longitude=73.6831,
)
GOWER = dict(
    placeName="Rhossili Bay",
    localityName="Gower",
    administrativeArea="Wales",
    country="United Kingdom",
    latitude=51.5690,
    longitude=-4.2870,
)

UK, JP, EG, IN = "Europe/London", "Asia/Tokyo", "Africa/Cairo", "Asia/Kolkata"


def listed(words):
    return words.split()


ENTRIES = [
    # journal, key, local time, zone, options, text
    (
        "Home",
        "begin",
        "2022-01-01T08:10",
        UK,
        dict(place=BRISTOL, tags=["new year", "workshop"], starred=True, media=["p-window"]),
        """
# A page with nothing to prove

Bought this notebook for its paper and then could not bring myself to write on it, which is a poor habit for a person who mends books for a living. So: a journal on the phone, where no page is too good.

Rules for the year:
1. One true thing a day, or at least a week.
2. When I travel, one entry in the language of the place, however many mistakes it has.
3. No apologies for gaps.

Soot watched me type this from the windowsill, unimpressed. 🐈‍⬛
@photo p-window
""",
    ),
    (
        "Home",
        "bread",
        "2022-01-23T16:40",
        UK,
        dict(place=BRISTOL, tags=["bread"]),
        """
# The loaf that sulked

The starter is called Agatha and she is *moody*. Today she rose beautifully, waited until I had told my sister about it on the telephone, and sank.

[x] Feed Agatha
[x] Apologise to Agatha
[ ] Buy a proper thermometer

We ate it anyway, toasted, with too much butter. ==Flat bread is still bread.== 🍞
""",
    ),
    (
        "Home",
        "letter",
        "2022-02-14T20:05",
        UK,
        dict(place=BRISTOL, tags=["workshop"], weather="rain"),
        """
# What I found in the spine

A Victorian cookery book came in with its spine hanging by three threads. Binders then used whatever waste paper was to hand to line a spine, and this one had used a love letter. Half of one, anyway: the strip was four fingers wide.

> and if the river is not too high I shall come by the lower path, and you will know me by

By what? A lantern? A whistle? An enormous hat? I have thought about it all day. I copied the words, and then I put the strip back where it was, because it has held that book together for a hundred and forty years and it is not mine to remove. ❤️‍🔥
""",
    ),
    (
        "Home",
        "tickets",
        "2022-03-02T22:30",
        UK,
        dict(place=BRISTOL, tags=["plans"], media=["d-ticket"]),
        """
I have done it. Flights to Osaka, four weeks, the cheap ones that leave at an hour when only bakers and burglars are awake.

@pdf d-ticket
Packing list so far:
- bone folder (cannot be replaced)
- one good jumper
- the small watercolours
  """,
    ),
    (
        "Travels",
        "kyoto1",
        "2022-03-29T07:15",
        JP,
        dict(place=KYOTO, tags=["Japan", "spring"], weather="clear", starred=True, media=["p-canal", "p-blossom"]),
        """
# The Philosopher's Path, before breakfast

Jet lag is a gift if you let it be. By six I was walking along the canal with nobody but an old man sweeping petals off a bridge. He swept, the wind put them back, he bowed slightly to the wind and swept again.

@photo p-canal p-blossom
I said good morning. He said something long and kind of which I understood *morning*, *cold* and *you*. We both looked at the tree for a while, which is a language too. 🌸
""",
    ),
    (
        "Travels",
        "kyoto2",
        "2022-03-30T21:00",
        JP,
        dict(place=KYOTO, tags=["Japan", "日本語"], weather="clear"),
        """
# 約束の日記

約束どおり、今日は日本語で書きます。間違いがあったら、猫のせいです。

朝、小さなパン屋で朝食を食べました。店の人が「どこから来ましたか」と聞いたので、「イギリスから、本を直しに来ました」と答えました。すると奥さんが古い料理の本を持って来て、笑いながら「これも直せますか」と言いました。

午後は図書館へ行きました。静かな部屋で、雨の音を聞きながら手紙を三枚書きました。窓の外に白い鳥がいました。

**今日の言葉**：木漏れ日。葉の間から落ちる光のことです。英語には一つの言葉がありません。😊
""",
    ),
    (
        "Travels",
        "kyoto3",
        "2022-04-02T18:20",
        JP,
        dict(place=KYOTO, tags=["Japan", "workshop"], media=["p-paper"]),
        """
# Mrs Tanaka's cookery book

I went back with my folder, my needles and wheat paste borrowed from a shop that has sold nothing but paper since 1624. Mrs Tanaka cleared a table between the melon buns and the till.

It took three hours. People came in for bread and stayed to watch. A boy of about six asked whether the book was ill. I said yes, but that it would be home by supper.

@photo p-paper
She paid me in cake. I have never been better paid. It is the [promise I made in January](entry:begin), kept with both hands.
""",
    ),
    (
        "Travels",
        "nara",
        "2022-04-05T13:30",
        JP,
        dict(place=NARA, tags=["Japan", "animals"], media=["v-deer", "p-deer"]),
        """
# A deer ate my map

I had been warned. I held the biscuits high, I bowed as one should, the deer bowed back, and while I was feeling very international its colleague removed the map of Nara from my coat pocket and **ate the north-west**.

@video v-deer
So I have now seen everything except the north-west. 🦌
@photo p-deer
""",
    ),
    (
        "Travels",
        "jimbocho",
        "2022-04-11T19:45",
        JP,
        dict(place=TOKYO, tags=["Japan", "books"], weather="rain"),
        """
# 神保町

東京の神保町には本屋が百七十軒もあるそうです。一日で全部見ることはできません。でも、できるだけ見ました。

雨の日は古本の匂いが強くなります。ある店の主人は八十歳で、毎朝、棚の本に「おはよう」と言うそうです。「本は友達ですから」と言いました。

一冊だけ買いました。昭和の旅の案内です。地図の上に、だれかが鉛筆で小さな猫を描いていました。

電車の中でその猫をずっと見ていました。私のスートに似ています。🐈‍⬛
""",
    ),
    (
        "Travels",
        "jpnotes",
        "2022-04-20T11:00",
        JP,
        dict(place=TOKYO, tags=["Japan", "lists"]),
        """
# Small things, so that I keep them

- The station melody at Ebisu, which is a beer advertisement and also, somehow, heartbreaking
- A vending machine that sold only soup
- How everyone in the lift turns to face the door, and a toddler who would not
  - he faced us, gravely, like a conductor
- Plum blossom in a milk bottle at the police box
- 1️⃣ umbrella lost, 2️⃣ umbrellas found

---

Tomorrow home 🇯🇵✈️🇬🇧. My suitcase is nine kilos of paper and one jumper.
""",
    ),
    (
        "Home",
        "back",
        "2022-04-24T10:30",
        UK,
        dict(place=BRISTOL, tags=["cat"], weather="cloudy", media=["p-cat"]),
        """
Soot refused to look at me for six hours and then slept on my feet for fourteen. Forgiven, I think. My neighbour Hassan fed him sardines every day and has ruined him for ordinary life.

@photo p-cat
""",
    ),
    (
        "Home",
        "allotment",
        "2022-06-18T17:00",
        UK,
        dict(place=BRISTOL, tags=["garden"], weather="clear"),
        """
# Eleven courgettes

They were the size of a finger on Thursday. Today there are eleven, and one of them is the size of a dachshund. I have left courgettes on every doorstep in the street and people have started to draw their curtains.

| Week | Courgettes | Friends |
| --- | --- | --- |
| 23 | 3 | 12 |
| 24 | 9 | 10 |
| 25 | 22 | 7 |

Hassan says that in Alexandria his mother hollowed them out and filled them with rice and dill. He is coming on Sunday to show me. 👨🏽‍🍳
""",
    ),
    (
        "Home",
        "dill",
        "2022-06-19T21:10",
        UK,
        dict(place=BRISTOL, tags=["Arabic", "food"], media=["a-hassan"]),
        """
# Mahshi, and a plan

Hassan cooked, I washed up, his whole family came 👨‍👩‍👧‍👦 and there was nothing left. Then he sang the song his mother sang while she stuffed courgettes. I recorded a little of it before he noticed.

@audio a-hassan
He has begun to teach me the alphabet. ==Twenty-eight letters and every one of them can hold hands with its neighbours, except six that are shy.== I am going to Egypt next spring. There, I have written it down.
""",
    ),
    (
        "Home",
        "crow",
        "2022-09-30T07:50",
        UK,
        dict(place=BRISTOL, tags=["animals"], weather="fog", pinned=True),
        """
The crow with the white feather is back. I put out a walnut. He put it under the wheel of the post van, waited, and collected. There is no book I could mend as neatly as that.
""",
    ),
    (
        "Home",
        "rain",
        "2022-11-11T18:00",
        UK,
        dict(place=BRISTOL, tags=["workshop"], weather="rain", rich=False),
        """
# Rain on the skylight

A day of paring leather. It is the sort of work that cannot be hurried and cannot be explained at parties. You lean the knife over until it is nearly flat, and you breathe out, and a curl comes away as thin as onion skin.

Listened to the *whole* of the shipping forecast. Wrote down my favourite names again: Dogger, Fisher, German Bight. Nobody at home believes that I find it soothing. Nobody at home is me.
""",
    ),
    (
        "Home",
        "xmas",
        "2022-12-25",
        UK,
        dict(place=BRISTOL, tags=["family"], allday=True, starred=True),
        """
# Christmas, indoors

My sister, her wife and the twins, all in paper crowns. 👩‍❤️‍👩👶🏻👶🏻 The pudding would not light and then it would not stop. Soot ate the fairy.

The twins asked what a bookbinder does. I said: *I keep stories from falling out.* I should put that on the door.
""",
    ),
    (
        "Travels",
        "cairo1",
        "2023-03-12T09:20",
        EG,
        dict(place=CAIRO, tags=["Egypt"], weather="clear", starred=True, media=["p-lamp"]),
        """
# Four hundred lamps

The market was closed when I arrived, which is to say that the shutters were half down and everyone was inside drinking tea. A man selling lamps lit all of his at once, to show me, and then could not find the switch to turn them off again. We stood in the middle of it like two people in a jar of fireflies.

@photo p-lamp
I have Hassan's list in my pocket: his aunt, his old school, the bench where he decided to leave. 🇪🇬
""",
    ),
    (
        "Travels",
        "cairo2",
        "2023-03-13T22:00",
        EG,
        dict(place=CAIRO, tags=["Egypt", "العربية"]),
        """
# أول رسالة بالعربية

وعدت نفسي أن أكتب بلغة كل مكان أزوره. اليوم دور العربية، وهي لغة صعبة وجميلة.

في الصباح شربت الشاي مع سيدة تبيع الكتب القديمة قرب الجامع. سألتني عن عملي فقلت: أصلح الكتب. ضحكت وقالت: إذن أنت طبيبة!

مشيت بعد ذلك في شارع ضيق. رأيت قطة سوداء نائمة فوق كيس من القمح، فتذكرت قطتي في البيت. كانت الشمس دافئة والناس يضحكون.

**كلمة اليوم**: قمر. سمعتها في أغنية، ثم رأيته فوق النيل. 🌙
""",
    ),
    (
        "Travels",
        "cairo3",
        "2023-03-16T15:40",
        EG,
        dict(place=CAIRO, tags=["Egypt", "workshop"], media=["p-sketch"]),
        """
# The binder in the blue door

Behind a blue door near the mosque there is a binder named Ustaz Farid, who is eighty-one and works on the floor, holding the book with his feet. I sat down. He looked at my hands, turned them over as if they were a pair of boards, and gave me a needle.

We sewed a headband together: he from the left, I from the right. In the middle we met and he said, in English, the only word he ever used with me: **Colleague.**

@photo p-sketch
I cried a bit on the way home, in a good way. 👋🏽
""",
    ),
    (
        "Travels",
        "alex1",
        "2023-03-21T17:30",
        EG,
        dict(place=ALEX, tags=["Egypt", "sea"], weather="wind"),
        """
# على البحر

وصلت إلى الإسكندرية بالقطار. البحر هنا أزرق واسع، والريح تلعب بالأوراق.

زرت خالة حسن في بيتها الصغير. طبخت لي السمك والأرز، وحكت لي عن حسن عندما كان ولدا يسرق الليمون من حديقة المدرسة. ضحكنا كثيرا.

قبل الغروب جلست على المقعد الحجري الذي كتب عنه حسن. فهمت لماذا رحل، وفهمت لماذا يشتاق.

سأكتب له الليلة. 🌊
""",
    ),
    (
        "Travels",
        "alex2",
        "2023-03-22T11:00",
        EG,
        dict(place=ALEX, tags=["Egypt", "books"], media=["p-library"]),
        """
# A library by the sea

They lost the most famous library in the world here, and then, only sixteen hundred years later, they built another. I find that very encouraging. No project is late; some are merely resting.

@photo p-library
The reading room goes down and down like a hillside of desks. A student beside me fell asleep on a volume of geometry. I moved his pen so that it would not mark the page. *Force of habit.*
""",
    ),
    (
        "Travels",
        "egnotes",
        "2023-03-25T08:00",
        EG,
        dict(place=CAIRO, tags=["Egypt", "lists"]),
        """
Learned in Egypt:
- [ليمون](https://en.wiktionary.org/wiki/%D9%84%D9%8A%D9%85%D9%88%D9%86) is lemon, and so is *lemon*
- Never admire a cushion aloud
- The second tea is for talking, the third is for deciding
- Hassan's aunt is the general of a small and loving army 💪🏽

See also [the lamps](entry:cairo1) and [the blue door](entry:cairo3).
""",
    ),
    (
        "Home",
        "hassan",
        "2023-03-29T19:30",
        UK,
        dict(place=BRISTOL, tags=["friends"]),
        """
# Lemons

I brought Hassan a photograph of the bench and eleven lemons from the garden of his old school, *not* stolen: the headmistress picked them herself when I told her the story.

He did not say anything for a while. Then he went home and came back with mahshi. We are even, he says. We are never going to be even. That is the whole idea.
""",
    ),
    (
        "Home",
        "code",
        "2023-05-07T14:00",
        UK,
        dict(place=BRISTOL, tags=["workshop", "numbers"]),
        """
# How many sheets?

My niece, who is nine and learning to program, wrote me a calculator for sections. I am so proud that I am pasting it here:

$ pages = 384
$ per_section = 16
$ print(pages / per_section, "sections")   # prints 24.0 sections

She has used `print` where I would have used a pencil. The answer is the same. #️⃣
""",
    ),
    (
        "Home",
        "swift",
        "2023-06-21T21:50",
        UK,
        dict(place=BRISTOL, tags=["birds"], weather="clear", media=["a-swifts"]),
        """
# Longest day

Sat on the roof with a blanket until the light went. The swifts were screaming round the chimney like children let out of school. They will be over the Sahara in six weeks. I recorded ten seconds of it, for February.

@audio a-swifts
""",
    ),
    (
        "Home",
        "flood",
        "2023-10-20T23:15",
        UK,
        dict(place=BRISTOL, tags=["workshop"], weather="storm"),
        """
# The night of the bucket

Water through the skylight at nine. By half past there was a chain of people on the stairs, passing books down: Hassan, the twins' mothers, the postman, two students I have never seen before and have not seen since. 🧑🏻‍🤝‍🧑🏿

[x] Books (all 212, dry)
[x] Leather
[x] Cat
[ ] Skylight
[ ] My nerves

~~I shall never speak to a roofer again.~~ I have an appointment with a roofer on Monday.
""",
    ),
    (
        "Home",
        "quiet",
        "2024-01-06T16:15",
        UK,
        dict(place=BRISTOL, tags=[]),
        """
Nothing happened today and it was lovely.
""",
    ),
    (
        "Travels",
        "jaipur1",
        "2024-02-10T08:30",
        IN,
        dict(place=JAIPUR, tags=["India"], weather="clear", starred=True, media=["p-kite", "p-palace"]),
        """
# A city the colour of a biscuit tin

They call it pink. It is the pink of an old biscuit tin, of plaster that has been looked at with affection for three hundred years. From the roof of the guest house I can see forty kites and, I think, one goat.

@photo p-kite p-palace
My grandmother left Rajasthan at nineteen and never said much about it. She said: *the evenings.* I have come to see what she meant. 🇮🇳
""",
    ),
    (
        "Travels",
        "jaipur2",
        "2024-02-11T21:30",
        IN,
        dict(place=JAIPUR, tags=["India", "हिन्दी"]),
        """
# नानी की भाषा

आज मैं हिन्दी में लिख रही हूँ। यह मेरी नानी की भाषा है, और मैंने इसे बहुत देर से सीखा।

सुबह मैं बाज़ार गई। एक दुकान में पुराने काग़ज़ की किताबें थीं। दुकानदार ने पूछा, "आप कहाँ से आई हैं?" मैंने कहा, "नानी के घर से।" वह हँसने लगे और मुझे मीठी चाय पिलाई।

दोपहर में बच्चे छत पर पतंग उड़ा रहे थे। एक लड़की ने मुझे अपनी डोर पकड़ने दी। हवा तेज़ थी और आसमान नीला।

**आज का शब्द**: शाम। अब मैं समझी कि नानी क्या कहना चाहती थीं। 🪁
""",
    ),
    (
        "Travels",
        "jaipur3",
        "2024-02-14T12:00",
        IN,
        dict(place=JAIPUR, tags=["India", "workshop", "paper"], media=["p-sheets"]),
        """
# Sanganer

They have made paper in Sanganer since before my grandmother's grandmother. The sheets hang in the yard like washing. A woman named Kamla lifted the mould out of the vat, and in the half second before the water left it I could see the page that it was going to be.

@photo p-sheets
She let me try. Mine came out with a hole in it the shape of Wales. 🏴󠁧󠁢󠁷󠁬󠁳󠁿 She hung it up with the others all the same, and wrote my name under it.
""",
    ),
    (
        "Travels",
        "udaipur1",
        "2024-02-19T18:10",
        IN,
        dict(place=UDAIPUR, tags=["India", "water"], media=["h-lake"]),
        """
# झील के किनारे

उदयपुर में शाम झील पर धीरे से उतरती है। पानी में महल की रोशनी काँपती है, जैसे कोई पुरानी कहानी याद आ रही हो।

घाट पर एक बूढ़ा आदमी सितार बजा रहा था। लोग चुपचाप सुन रहे थे। मैंने अपनी डायरी बंद की और बस देखती रही।

नानी, मैंने आपकी शाम देख ली। 🌅
@photo h-lake
""",
    ),
    (
        "Travels",
        "udaipur2",
        "2024-02-21T09:45",
        IN,
        dict(place=UDAIPUR, tags=["India", "food"]),
        """
# Breakfast, a partial list

1. Poha, with peanuts and a lime
2. A second poha, because the first was so good
3. Tea with enough ginger to restart a car
4. An orange given to me by a policeman
5. ~~Self-restraint~~

The cook, Meena, says that I eat like a person who has been rescued. 👩🏾‍🍳❤️
""",
    ),
    (
        "Home",
        "album",
        "2024-03-10T15:00",
        UK,
        dict(place=BRISTOL, tags=["family", "workshop"], media=["d-family"]),
        """
# The evening album

I bound the Sanganer sheets into an album for my mother, with Kamla's deckle edges and the Wales page at the end. On the first leaf I wrote the word: शाम. She read it aloud and got out the photographs she has kept in a shoe box since 1974.

@pdf d-family
So now they have somewhere to live. It is the best thing I have made. See [the evening itself](entry:udaipur1).
""",
    ),
    (
        "Home",
        "gower",
        "2024-05-26T16:30",
        UK,
        dict(place=GOWER, tags=["sea", "family"], weather="wind", media=["v-sea", "p-beach"]),
        """
# Rhossili, with kites

The twins flew the Jaipur kites on the longest beach in Wales. 🏴󠁧󠁢󠁷󠁬󠁳󠁿 One of them has certainly reached Ireland by now.

@video v-sea
Sand in the sandwiches, sand in the flask, sand, somehow, in the sealed jar of olives.
@photo p-beach
""",
    ),
    (
        "Home",
        "mix",
        "2024-07-02T22:20",
        UK,
        dict(place=BRISTOL, tags=["languages"]),
        """
# One page, four hands

A game at supper: everyone writes *thank you for the food* in the language they dream in.

> Thank you, it was delicious.
> ごちそうさまでした。
> شكرا على الطعام اللذيذ
> खाने के लिए धन्यवाद

Then Hassan's youngest drew a cat under all of it, and the cat needed no translation. 🏳️‍🌈👍🏿
""",
    ),
    (
        "Home",
        "tanaka",
        "2024-08-15T18:00",
        UK,
        dict(place=BRISTOL, tags=["letters", "日本語"]),
        """
# 京都からの手紙

田中さんから手紙が届きました。直した料理の本は、今も元気だそうです。毎週土曜日、孫がその本を開いて、菓子を焼くと書いてありました。

封筒の中に桜の花びらが一枚入っていました。色は薄くなりましたが、春の匂いがするような気がします。

返事を書きました。「本が元気で、とてもうれしいです」と。

スートが封筒の上で寝ています。だから、まだ出せません。📮
""",
    ),
    (
        "Home",
        "path",
        "2024-09-28T08:40",
        UK,
        dict(place=BRISTOL, tags=["workshop"], starred=True, weather="fog"),
        """
# By the lower path

A woman came in this morning with a cookery book that had been her great-grandmother's, and a bundle of letters. *I believe you mended its twin,* she said.

The letter had been cut in two, one half in each book. I fetched my copy of [the words from the spine](entry:letter). She laid hers beside it, and we read the thing whole:

> and if the river is not too high I shall come by the lower path, and you will know me by **the book under my arm, for I have no hat worth the name**

They were married for fifty-one years. I have closed the shop for the day. Some things you have to walk off. 📖
""",
    ),
    (
        "Home",
        "soot",
        "2024-10-31T19:00",
        UK,
        dict(place=BRISTOL, tags=["cat"], media=["p-cat"]),
        """
Halloween. Fourteen witches, three ghosts, one very small dentist. Soot sat in the window the whole evening as if he had been hired for it. 🎃🐈‍⬛

@photo p-cat
""",
    ),
    (
        "Home",
        "end",
        "2024-12-31T23:30",
        UK,
        dict(place=BRISTOL, tags=["new year"], starred=True),
        """
# Three years of pages

I meant to write one true thing a day and managed one about every four weeks. [No apologies](entry:begin): that was rule three.

What I have learned, in order of usefulness:
1. Wheat paste keeps for five days, friendship for longer
2. Bow to the deer but mind your pockets
3. You cannot mend a book without reading a little of it
4. *Shām*, *shaam*: in one language it is a city, in another it is the evening, and both of them are where somebody is waiting for you

Goodnight, whoever you are. Mind the spine. ✨
""",
    ),
]

# Words that stand in the text exactly like this, to be looked for in every book made of it.
JAPANESE = listed(
    "約束 日記 日本語 間違い 小さな 朝食 料理 午後 図書館 静かな 手紙 窓の外 白い鳥 言葉 木漏れ日 東京 神保町 本屋 古本 "
    "主人 友達 昭和 地図 鉛筆 電車 京都 田中さん 土曜日 封筒 桜の花びら 返事 ごちそうさまでした"
)
ARABIC = listed(
    "رسالة وعدت نفسي أكتب مكان أزوره العربية لغة صعبة وجميلة الصباح شربت سيدة تبيع القديمة سألتني ضحكت "
    "طبيبة شارع ضيق قطة سوداء القمح البيت الشمس دافئة قمر النيل البحر أزرق واسع حديقة الغروب الليلة"
)
HINDI = listed(
    "नानी भाषा हिन्दी लिख मेरी देर सीखा सुबह बाज़ार दुकान पुराने किताबें दुकानदार कहाँ घर मीठी चाय दोपहर बच्चे छत पतंग लड़की "
    "डोर हवा तेज़ आसमान नीला शाम झील पानी महल रोशनी कहानी घाट सितार लोग डायरी धन्यवाद"
)
ENGLISH = listed(
    "notebook language mistakes windowsill starter butter Victorian cookery spine lantern whistle petals bridge needles "
    "wheat supper biscuits umbrella suitcase sardines courgettes curtains alphabet walnut leather pudding fireflies "
    "headband library geometry lemons swifts chimney skylight roofer kites grandmother album olives deckle"
)
EMOJI = [
    "🐈‍⬛",
    "❤️‍🔥",
    "👨‍👩‍👧‍👦",
    "👨🏽‍🍳",
    "👩🏾‍🍳",
    "👩‍❤️‍👩",
    "🇯🇵",
    "🇬🇧",
    "🇪🇬",
    "🇮🇳",
    "🏴󠁧󠁢󠁷󠁬󠁳󠁿",
    "1️⃣",
    "2️⃣",
    "#️⃣",
    "👋🏽",
    "💪🏽",
    "👍🏿",
    "🏳️‍🌈",
    "🧑🏻‍🤝‍🧑🏿",
    "✈️",
    "🌸",
    "🦌",
    "🪁",
    "🎃",
]
