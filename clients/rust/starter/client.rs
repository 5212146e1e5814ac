// SPDX-License-Identifier: CC0-1.0
//! Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

use std::env;
use std::io::{self, BufRead, Write};

/// Who played which cards in this trick or round.
type Play = (String, Vec<String>);

/// One of the legal answers.
#[allow(unused_variables)]
fn choose(hand: &[String], table: &[Play], legal: &[String], chance: &mut Chance) -> String {
    // Your strategy goes here.
    legal[chance.below(legal.len())].clone()
}

/// Splitmix64, since the standard library has no random numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % limit as u64) as usize
    }
}

/// The cards of a field such as `6H 7D AC`; `-` is none.
fn cards_of(field: &str) -> Vec<String> {
    field
        .split(' ')
        .filter(|card| *card != "-")
        .map(String::from)
        .collect()
}

/// Of equal cards only as many leave the hand as were played.
fn take_out(hand: &mut Vec<String>, cards: &[String]) {
    for card in cards {
        if let Some(place) = hand.iter().position(|held| held == card) {
            hand.remove(place);
        }
    }
}

fn main() -> io::Result<()> {
    let name = env::args().next_back().unwrap_or_default();
    let seed = env::var("REFEREE_SEED")
        .ok()
        .and_then(|text| text.parse().ok());
    let mut chance = Chance(seed.unwrap_or(0)); // the same numbers if the match is played again

    let (mut hand, mut table, mut legal) = (Vec::new(), Vec::<Play>::new(), Vec::new());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split('|').collect();
        match words.as_slice() {
            ["", "INFO", "choices", answers @ .., "END", ""] => {
                legal = answers.iter().map(|answer| answer.to_string()).collect();
            }
            ["", "INFO", "start hand", ..] => {
                hand.clear();
                table.clear();
            }
            ["", "INFO", "start trick" | "start round" | "start turn", ..] => table.clear(),
            ["", "INFO", "cards", cards, "END", ""] => hand = cards_of(cards),
            ["", "INFO", "dealt", card, "END", ""] => hand.push(card.to_string()),
            ["", "INFO", "played", player, cards, "END", ""] => {
                let cards = cards_of(cards);
                if *player == name {
                    take_out(&mut hand, &cards);
                }
                table.push((player.to_string(), cards));
            }
            ["", "QUERY", key, ..] => {
                println!(
                    "|RESPONSE|{}|{}|END|",
                    key,
                    choose(&hand, &table, &legal, &mut chance)
                );
                io::stdout().flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
