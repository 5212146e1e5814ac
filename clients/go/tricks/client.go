// SPDX-License-Identifier: CC0-1.0

// Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
)

const ranks = "23456789TJQKA"

// A Bot knows what it holds and what it has seen since the cards were dealt.
type Bot struct {
	hand  []string        // the lowest first
	trick []string        // the cards on the table
	seen  map[string]bool // the cards that nobody else holds any more
}

func (b *Bot) hearCards(field string) {
	b.hand = strings.Split(field, " ")
	sort.SliceStable(b.hand, func(i, j int) bool { return strength(b.hand[i]) < strength(b.hand[j]) })
	b.seen = map[string]bool{}
	for _, card := range b.hand {
		b.seen[card] = true
	}
}

func (b *Bot) answerCard() string {
	legal := filter(b.hand, b.follows)
	if len(legal) == 0 {
		legal = b.hand
	}
	winners := filter(legal, b.surelyWins)
	if len(winners) == 0 {
		winners = legal
	}
	card := winners[0]
	b.hand = filter(b.hand, func(held string) bool { return held != card })
	return card
}

func (b *Bot) follows(card string) bool {
	return len(b.trick) == 0 || card[1] == b.trick[0][1]
}

// surelyWins tells whether no higher card is on the table, and none can still come.
func (b *Bot) surelyWins(card string) bool {
	for _, rank := range ranks[strength(card)+1:] {
		higher := string(rank) + card[1:]
		mayCome := len(b.trick) < 3 && !b.seen[higher]
		if mayCome || b.isOnTable(higher) {
			return false
		}
	}
	return b.follows(card)
}

func (b *Bot) isOnTable(card string) bool {
	return len(filter(b.trick, func(played string) bool { return played == card })) > 0
}

func strength(card string) int { return strings.IndexByte(ranks, card[0]) }

func filter(cards []string, keep func(string) bool) []string {
	var kept []string
	for _, card := range cards {
		if keep(card) {
			kept = append(kept, card)
		}
	}
	return kept
}

func main() {
	var bot Bot
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Split(lines.Text(), "|") // nothing, type, key, fields, END, nothing
		if len(words) < 5 {
			continue
		}
		switch kind, key := words[1], words[2]; {
		case kind == "QUERY":
			fmt.Printf("|RESPONSE|%s|%s|END|\n", key, bot.answerCard()) // it has no buffer to flush
		case key == "cards":
			bot.hearCards(words[3])
		case key == "start trick":
			bot.trick = nil
		case key == "played":
			bot.trick = append(bot.trick, words[4])
			bot.seen[words[4]] = true
		}
	}
}
