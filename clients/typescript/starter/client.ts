// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

// What it uses of Node; with the package @types/node, `import { createInterface } from "readline"` does instead.
declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  stdin: unknown;
  stdout: { write(text: string): void };
};
declare function require(name: "readline"): { createInterface(options: { input: unknown }): AsyncIterable<string> };
export {}; // a module, so that these names are its own

interface Play {
  player: string;
  cards: string[];
}

/** One of the legal answers; on the table is who played what in this trick or round. */
function choose(hand: string[], table: Play[], legal: string[]): string {
  // Your strategy goes here.
  return legal[below(legal.length)];
}

// Math.random takes no seed: so Lehmer's generator, for the same numbers if the match is played again.
let state = (Number(process.env.REFEREE_SEED ?? 0) % 2147483646) + 1;

/** A random number from 0 to limit - 1. */
function below(limit: number): number {
  state = (state * 48271) % 2147483647;
  return Math.floor((state / 2147483647) * limit);
}

/** The cards of a field such as `6H 7D AC`; `-` is none. */
function cardsOf(field: string): string[] {
  return field === "-" ? [] : field.split(" ");
}

/** Of equal cards only as many leave the hand as were played. */
function without(hand: string[], cards: string[]): string[] {
  const left = [...hand];
  for (const card of cards) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

async function play(name: string): Promise<void> {
  let hand: string[] = [];
  let table: Play[] = [];
  let legal: string[] = [];
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    const [, type, key, ...fields] = line.split("|").slice(0, -2);
    if (type === "QUERY") {
      process.stdout.write(`|RESPONSE|${key}|${choose(hand, table, legal)}|END|\n`); // into a pipe, it flushes
    } else if (key === "choices") {
      legal = fields;
    } else if (key === "start hand") {
      hand = [];
      table = [];
    } else if (["start trick", "start round", "start turn"].includes(key)) {
      table = [];
    } else if (key === "cards") {
      hand = cardsOf(fields[0]);
    } else if (key === "dealt") {
      hand.push(fields[0]);
    } else if (key === "played") {
      const [player, cards] = [fields[0], cardsOf(fields[1])];
      table.push({ player, cards });
      if (player === name) hand = without(hand, cards);
    }
  }
}

play(process.argv[process.argv.length - 1]);
