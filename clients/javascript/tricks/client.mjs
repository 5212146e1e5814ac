// SPDX-License-Identifier: CC0-1.0
// Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.

import { createInterface } from "node:readline";

const RANKS = "23456789TJQKA";

const strength = (card) => RANKS.indexOf(card[0]);
const lowest = (cards) => cards.reduce((low, card) => (strength(card) < strength(low) ? card : low));
const higherThan = (card) => [...RANKS.slice(strength(card) + 1)].map((rank) => rank + card[1]);

class Tricks {
  hand = new Set();
  seen = new Set(); // the cards that nobody else holds any more
  trick = [];

  hearCards(cards) {
    this.hand = new Set(cards);
    this.seen = new Set(cards);
  }

  hearStartTrick() {
    this.trick = [];
  }

  hearPlayed(card) {
    this.trick.push(card);
    this.seen.add(card);
  }

  answerCard() {
    const following = [...this.hand].filter((card) => this.follows(card));
    const legal = following.length > 0 ? following : [...this.hand];
    const winners = legal.filter((card) => this.surelyWins(card));
    const card = lowest(winners.length > 0 ? winners : legal);
    this.hand.delete(card);
    return card;
  }

  follows(card) {
    return this.trick.length === 0 || card[1] === this.trick[0][1];
  }

  /** No higher card is on the table, and none can still come. */
  surelyWins(card) {
    const isLast = this.trick.length === 3;
    const beats = (higher) => this.trick.includes(higher) || (!isLast && !this.seen.has(higher));
    return this.follows(card) && !higherThan(card).some(beats);
  }
}

const bot = new Tricks();
for await (const line of createInterface({ input: process.stdin })) {
  const [, type, key, ...fields] = line.split("|").slice(0, -2);
  if (type === "QUERY") {
    process.stdout.write(`|RESPONSE|${key}|${bot.answerCard()}|END|\n`); // into a pipe, it flushes
  } else if (key === "cards") {
    bot.hearCards(fields[0].split(" "));
  } else if (key === "start trick") {
    bot.hearStartTrick();
  } else if (key === "played") {
    bot.hearPlayed(fields[1]);
  }
}
