// SPDX-License-Identifier: CC0-1.0
//! Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};

const RANKS: &str = "23456789TJQKA";

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Card {
    strength: usize,
    suit: char,
}

impl Card {
    fn new(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let strength = RANKS.find(letters.next()?)?;
        let suit = letters.next()?;
        Some(Card { strength, suit })
    }

    fn higher(self) -> impl Iterator<Item = Card> {
        let suit = self.suit;
        (self.strength + 1..RANKS.len()).map(move |strength| Card { strength, suit })
    }

    fn text(self) -> String {
        format!("{}{}", &RANKS[self.strength..=self.strength], self.suit)
    }
}

#[derive(Default)]
struct Bot {
    hand: Vec<Card>,
    trick: Vec<Card>,
    seen: HashSet<Card>, // the cards that nobody else holds any more
}

impl Bot {
    fn hear(&mut self, key: &str, fields: &[&str]) {
        match (key, fields) {
            ("cards", [hand]) => {
                self.hand = hand.split(' ').filter_map(Card::new).collect();
                self.seen = self.hand.iter().copied().collect();
            }
            ("start trick", _) => self.trick.clear(),
            ("played", [_, card]) => {
                self.trick.extend(Card::new(card));
                self.seen.extend(Card::new(card));
            }
            _ => {}
        }
    }

    fn answer_card(&mut self) -> Option<Card> {
        let legal = self.legal();
        let winners = legal.iter().filter(|card| self.surely_wins(**card));
        let cheapest = winners.min_by_key(|card| card.strength);
        let card = *cheapest.or_else(|| legal.iter().min_by_key(|card| card.strength))?;
        self.hand.retain(|held| *held != card);
        Some(card)
    }

    fn legal(&self) -> Vec<Card> {
        let hand = self.hand.iter().copied();
        let mut legal: Vec<Card> = hand.filter(|card| self.follows(*card)).collect();
        if legal.is_empty() {
            legal.clone_from(&self.hand);
        }
        legal
    }

    fn follows(&self, card: Card) -> bool {
        self.trick.iter().take(1).all(|led| led.suit == card.suit)
    }

    /// No higher card is on the table, and none can still come.
    fn surely_wins(&self, card: Card) -> bool {
        let last = self.trick.len() == 3;
        let beats = |higher| self.trick.contains(&higher) || !last && !self.seen.contains(&higher);
        self.follows(card) && !card.higher().any(beats)
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split('|').collect::<Vec<_>>().as_slice() {
            ["", "INFO", key, fields @ .., "END", ""] => bot.hear(key, fields),
            ["", "QUERY", key, ..] => {
                let card = bot.answer_card().expect("asked without a card");
                println!("|RESPONSE|{}|{}|END|", key, card.text());
                io::stdout().flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
