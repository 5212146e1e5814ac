// An implementation of the protocol that shares nothing with the referee: it reads what stands in protocol/ and works it
// out anew. It prints how many of each kind agreed, and ends with code 1 at the first that does not.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const read = (name) => readFileSync(`${folder}/${name}`, "utf8");
const vectors = JSON.parse(read("vectors.json"));
const agreed = {};

function agree(kind, found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    console.error(`${kind}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
    process.exit(1);
  }
  agreed[kind] = (agreed[kind] ?? 0) + 1;
}

// Lines

function takenApart(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  text = text.replace(/\n$/, "").replace(/\r$/, "");
  const parts = /^\|(INFO|QUERY|RESPONSE)\|([^|]+)\|(?:(.*)\|)?END\|$/su.exec(text);
  return parts && !/\p{Cc}/u.test(text) ? { type: parts[1], key: parts[2], data: parts[3] ?? null } : null;
}

function answerTo(question, bytes) {
  const line = takenApart(bytes);
  return line?.type === "RESPONSE" && line.key === question && line.data ? line.data : null;
}

const told = (data) =>
  data === null || data.startsWith("(") ? "(garbled)" : [...data.replaceAll("|", "/")].slice(0, 64).join("");

// Chance

function* numbers({ seed, what, hand, index }) {
  for (let counter = 0; ; counter++) {
    const digest = createHash("sha256").update(`${seed}|${what}|${hand}|${index}|${counter}`).digest();
    for (let at = 0; at < 32; at += 2) yield digest.readUInt16BE(at);
  }
}

function drawn(draw, options, take = options.length) {
  const cards = [...options];
  const chance = numbers(draw);
  for (let place = 0; place < Math.min(take, cards.length - 1); place++) {
    const left = cards.length - place;
    let number;
    do number = chance.next().value;
    while (number >= 65536 - (65536 % left));
    const other = place + (number % left);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards.slice(0, take);
}

function clientSeed({ seed, player }) {
  const chance = numbers({ seed, what: `client/${player}`, hand: 0, index: 0 });
  return Math.floor((chance.next().value * 65536 + chance.next().value) / 2);
}

const pack = [..."SCHD"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
const seat = (deck, number) => deck.filter((_, place) => place % 4 === number - 1).join(" ");

// Words

function reader(game) {
  const patterns = new Map(game.kinds.map(({ name, pattern }) => [name, new RegExp(`^(?:${pattern})$`, "u")]));
  const words = new Map(game.words.map((word) => [`${word.type} ${word.key}`, word]));
  return ({ type, key, data }) => {
    const word = words.get(`${type === "RESPONSE" ? "QUERY" : type} ${key}`);
    const kinds = type === "RESPONSE" ? [word.answer] : (word?.fields ?? []);
    const fields = data === null ? [] : data.split("|");
    const kind = (place) => kinds[Math.min(place, kinds.length - 1)]?.kind;
    const enough = word?.repeat ? fields.length >= kinds.length - 1 : fields.length === kinds.length;
    return Boolean(word) && enough && fields.every((field, place) => patterns.get(kind(place))?.test(field));
  };
}

for (const one of vectors.lines) {
  const { type, key, data } = one;
  agree("lines", takenApart(Buffer.from(one.hex, "hex")), type ? { type, key, data } : null);
}
for (const one of vectors.answers) agree("answers", answerTo(one.question, Buffer.from(one.hex, "hex")), one.data);
for (const one of vectors.said) agree("said", told(one.data), one.said);
for (const one of vectors.numbers) {
  const chance = numbers(one);
  agree("numbers", one.numbers.map(() => chance.next().value), one.numbers);
}
for (const one of vectors.shuffles) agree("shuffles", drawn(one, one.options), one.drawn);
for (const one of vectors.house) agree("house", drawn(one, one.options, 1), one.drawn);
for (const one of vectors.first_eight) agree("first eight", drawn(one, Array(one.count).keys(), 8), one.drawn);
for (const one of vectors.deals) {
  const deck = drawn({ ...one, what: "deal", index: 0 }, pack);
  for (const number of [1, 2, 3, 4]) agree("deals", seat(deck, number), one[`seat ${number}`]);
}
for (const one of vectors.client_seeds) agree("client seeds", clientSeed(one), one.number);

for (const name of process.argv.slice(3)) {
  const isWord = reader(JSON.parse(read(`${name}.json`)));
  for (const line of read(`${name}-hand.txt`).split("\n").filter((text) => text.startsWith("> "))) {
    const parts = takenApart(Buffer.from(line.slice(2)));
    agree(`words of ${name}`, [line, parts !== null && isWord(parts)], [line, true]);
  }
}
console.log(JSON.stringify(agreed));
