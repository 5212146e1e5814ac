// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

import { createInterface } from "node:readline";

const name = process.argv.at(-1);

/** One of the legal answers; on the table is who played what, such as `{ player: "Ann", cards: ["5", "5", "13"] }`. */
function choose(hand, table, legal) {
  // Your strategy goes here.
  return legal[below(legal.length)];
}

// Math.random takes no seed: so Lehmer's generator, for the same numbers if the match is played again.
let state = (Number(process.env.REFEREE_SEED ?? 0) % 2147483646) + 1;

/** A random number from 0 to limit - 1. */
function below(limit) {
  state = (state * 48271) % 2147483647;
  return Math.floor((state / 2147483647) * limit);
}

/** The cards of a field such as `6H 7D AC`; `-` is none. */
function cardsOf(field) {
  return field === "-" ? [] : field.split(" ");
}

/** Of equal cards only as many leave the hand as were played. */
function without(hand, cards) {
  const left = [...hand];
  for (const card of cards) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

let hand = [];
let table = [];
let legal = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [, type, key, ...fields] = line.split("|").slice(0, -2);
  if (type === "QUERY") {
    process.stdout.write(`|RESPONSE|${key}|${choose(hand, table, legal)}|END|\n`); // into a pipe, it flushes
    continue;
  }
  switch (key) {
    case "choices":
      legal = fields;
      break;
    case "start hand":
      hand = [];
      table = [];
      break;
    case "start trick":
    case "start round":
    case "start turn":
      table = [];
      break;
    case "cards":
      hand = cardsOf(fields[0]);
      break;
    case "dealt":
      hand.push(fields[0]);
      break;
    case "played": {
      const [player, cards] = [fields[0], cardsOf(fields[1])];
      table.push({ player, cards });
      if (player === name) hand = without(hand, cards);
      break;
    }
  }
}
