// SPDX-License-Identifier: CC0-1.0

// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

// A Play is who played which cards in this trick or round.
type Play struct {
	Player string
	Cards  []string
}

var chance *rand.Rand

// choose returns one of the legal answers.
func choose(hand []string, table []Play, legal []string) string {
	// Your strategy goes here.
	return legal[chance.Intn(len(legal))]
}

// cardsOf returns the cards of a field such as "6H 7D AC"; "-" is none.
func cardsOf(field string) []string {
	if field == "-" {
		return nil
	}
	return strings.Split(field, " ")
}

// without takes out of the hand only as many of equal cards as were played.
func without(hand, cards []string) []string {
	for _, card := range cards {
		for i, held := range hand {
			if held == card {
				hand = append(hand[:i], hand[i+1:]...)
				break
			}
		}
	}
	return hand
}

func main() {
	name := os.Args[len(os.Args)-1]
	seed, _ := strconv.ParseInt(os.Getenv("REFEREE_SEED"), 10, 64)
	chance = rand.New(rand.NewSource(seed)) // the same numbers if the match is played again

	var hand, legal []string
	var table []Play
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Split(lines.Text(), "|") // nothing, type, key, fields, END, nothing
		if len(words) < 5 {
			continue
		}
		kind, key, fields := words[1], words[2], words[3:len(words)-2]
		if kind == "QUERY" {
			fmt.Printf("|RESPONSE|%s|%s|END|\n", key, choose(hand, table, legal)) // it has no buffer to flush
			continue
		}
		switch key {
		case "choices":
			legal = fields
		case "start hand":
			hand, table = nil, nil
		case "start trick", "start round", "start turn":
			table = nil
		case "cards":
			hand = cardsOf(fields[0])
		case "dealt":
			hand = append(hand, fields[0])
		case "played":
			play := Play{fields[0], cardsOf(fields[1])}
			table = append(table, play)
			if play.Player == name {
				hand = without(hand, play.Cards)
			}
		}
	}
}
