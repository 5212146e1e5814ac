/* SPDX-License-Identifier: CC0-1.0 */
/* Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4097, FIELDS = 2048, MOST = 128 }; /* a line has at most 4096 bytes */

struct cards { int count; char card[MOST][4]; };
struct play { char player[33]; struct cards cards; };
struct table { int count; struct play plays[MOST]; }; /* who played what in this trick or round */

/* One of the legal answers, of which there are `count`. */
static const char *choose(const struct cards *hand, const struct table *table, char **legal, int count)
{
    /* Your strategy goes here. */
    (void)hand, (void)table;
    return legal[rand() % count];
}

/* Cuts the text at each separator, and says how many parts there are. */
static int split(char *text, char separator, char **parts)
{
    int count = 0;
    while (text && count < FIELDS) {
        parts[count++] = text;
        text = strchr(text, separator);
        if (text) *text++ = '\0';
    }
    return count;
}

static void add(struct cards *cards, const char *card)
{
    if (cards->count < MOST) snprintf(cards->card[cards->count++], sizeof cards->card[0], "%s", card);
}

/* Of equal cards one is taken out. */
static void take_out(struct cards *cards, const char *card)
{
    int place = 0;
    while (place < cards->count && strcmp(cards->card[place], card)) place++;
    if (place < cards->count) memmove(cards->card[place], cards->card[--cards->count], sizeof cards->card[0]);
}

/* The cards of a field such as `6H 7D AC`; `-` is none. */
static struct cards cards_of(char *field)
{
    static char *parts[FIELDS];
    struct cards cards = { 0 };
    int count = strcmp(field, "-") ? split(field, ' ', parts) : 0;
    for (int i = 0; i < count; i++) add(&cards, parts[i]);
    return cards;
}

int main(int argc, char **argv)
{
    static char line[LINE], choices[LINE], *fields[FIELDS], *legal[FIELDS];
    static struct cards hand;
    static struct table table;
    const char *name = argv[argc - 1], *seed = getenv("REFEREE_SEED");
    srand(seed ? atoi(seed) : 1); /* the same numbers if the match is played again */

    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "|INFO|choices|", 14)) strcpy(choices, line + 14); /* kept whole until the question */
        int count = split(line, '|', fields); /* nothing, type, key, fields, END, newline */
        if (count < 5) continue;
        const char *type = fields[1], *key = fields[2];
        if (!strcmp(type, "QUERY")) {
            int answers = split(choices, '|', legal) - 2; /* behind them stand END and the newline */
            printf("|RESPONSE|%s|%s|END|\n", key, choose(&hand, &table, legal, answers));
            fflush(stdout); /* into a pipe nothing is written before a buffer is full */
        } else if (!strncmp(key, "start ", 6)) {
            table.count = 0;
            if (!strcmp(key, "start hand")) hand.count = 0;
        } else if (!strcmp(key, "cards")) {
            hand = cards_of(fields[3]);
        } else if (!strcmp(key, "dealt")) {
            add(&hand, fields[3]);
        } else if (!strcmp(key, "played") && table.count < MOST) {
            struct play *play = &table.plays[table.count++];
            snprintf(play->player, sizeof play->player, "%s", fields[3]);
            play->cards = cards_of(fields[4]);
            int mine = strcmp(play->player, name) == 0;
            for (int i = 0; mine && i < play->cards.count; i++) take_out(&hand, play->cards.card[i]);
        }
    }
    return 0;
}
