/* SPDX-License-Identifier: CC0-1.0 */
/* Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise. */

#include <stdio.h>
#include <string.h>

enum { SUITS = 4, RANKS = 13, LINE = 4097 }; /* a line has at most 4096 bytes */

static const char suits[] = "SCHD", ranks[] = "23456789TJQKA";

static enum { UNSEEN, MINE, ON_TABLE, GONE } place[SUITS][RANKS];
static int led; /* the suit, or -1 before the first card of a trick */
static int played; /* how many cards are on the table */

static int suit_of(const char *card) { return (int)(strchr(suits, card[1]) - suits); }
static int rank_of(const char *card) { return (int)(strchr(ranks, card[0]) - ranks); }

static int holds(int suit)
{
    for (int rank = 0; rank < RANKS; rank++)
        if (place[suit][rank] == MINE) return 1;
    return 0;
}

/* No higher card is on the table, and none can still come. */
static int surely_wins(int suit, int rank)
{
    if (led >= 0 && suit != led) return 0;
    for (int higher = rank + 1; higher < RANKS; higher++) {
        if (place[suit][higher] == ON_TABLE) return 0;
        if (place[suit][higher] == UNSEEN && played < 3) return 0;
    }
    return 1;
}

static void answer(void)
{
    int must_follow = led >= 0 && holds(led), lowest = -1, winner = -1;
    for (int rank = RANKS - 1; rank >= 0; rank--)
        for (int suit = 0; suit < SUITS; suit++) {
            if (place[suit][rank] != MINE || (must_follow && suit != led)) continue;
            lowest = rank * SUITS + suit;
            if (surely_wins(suit, rank)) winner = lowest;
        }
    int card = winner >= 0 ? winner : lowest;
    printf("|RESPONSE|card|%c%c|END|\n", ranks[card / SUITS], suits[card % SUITS]);
    fflush(stdout); /* into a pipe nothing is written before a buffer is full */
}

static void hear_cards(char *hand)
{
    memset(place, 0, sizeof place); /* all unseen */
    for (char *card = strtok(hand, " "); card; card = strtok(NULL, " ")) place[suit_of(card)][rank_of(card)] = MINE;
}

static void hear_start_trick(void)
{
    for (int card = 0; card < SUITS * RANKS; card++)
        if (place[card % SUITS][card / SUITS] == ON_TABLE) place[card % SUITS][card / SUITS] = GONE;
    led = -1;
    played = 0;
}

static void hear_played(const char *card)
{
    if (led < 0) led = suit_of(card);
    place[suit_of(card)][rank_of(card)] = ON_TABLE;
    played++;
}

int main(void)
{
    char line[LINE], *fields[8];
    while (fgets(line, sizeof line, stdin)) {
        int count = 0; /* type, key and the first fields; no word that matters has an empty one */
        for (char *part = strtok(line, "|"); part && count < 8; part = strtok(NULL, "|")) fields[count++] = part;
        if (count < 3) continue;
        if (!strcmp(fields[0], "QUERY")) answer();
        else if (!strcmp(fields[1], "cards")) hear_cards(fields[2]);
        else if (!strcmp(fields[1], "start trick")) hear_start_trick();
        else if (!strcmp(fields[1], "played")) hear_played(fields[3]);
    }
    return 0;
}
