/* The floor of `make bench`: deals tricks hands to four clients over pipes on one core, joins what it
   tells with the question in one write, and checks and logs nothing.
   Usage: floor CLIENT HANDS; prints the microseconds that one question took. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *NAMES[4] = {"c-1", "c-2", "c-3", "c-4"};
static int to[4], from[4];
static char kept[4][1 << 16];
static size_t length[4];

static void start(const char *client, int seat) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
        exit(1);
    if (fork() == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execl(client, client, NAMES[seat], NULL);
        _exit(127);
    }
    to[seat] = in[1];
    from[seat] = out[0];
    close(in[0]);
    close(out[1]);
}

static void tell(int seat, const char *line, size_t size) {
    memcpy(kept[seat] + length[seat], line, size);
    length[seat] += size;
}

static void tell_all(const char *line, size_t size) {
    for (int seat = 0; seat < 4; seat++)
        tell(seat, line, size);
}

static void shuffle(char deck[52][2]) {
    for (int i = 51; i > 0; i--) {
        int j = rand() % (i + 1);
        char held[2] = {deck[i][0], deck[i][1]};
        memcpy(deck[i], deck[j], 2);
        memcpy(deck[j], held, 2);
    }
}

static void deal(char deck[52][2], int hand) {
    char line[256];
    tell_all(line, (size_t)sprintf(line, "|INFO|start hand|%d|END|\n", hand));
    shuffle(deck);
    for (int seat = 0; seat < 4; seat++) {
        char *end = line + sprintf(line, "|INFO|cards|");
        for (int i = 0; i < 13; i++)
            end += sprintf(end, i ? " %.2s" : "%.2s", deck[4 * i + seat]);
        end += sprintf(end, "|END|\n");
        tell(seat, line, (size_t)(end - line));
    }
}

static int ask(int seat, char card[2]) {
    char answer[4096];
    tell(seat, "|QUERY|card|END|\n", 17);
    if (write(to[seat], kept[seat], length[seat]) < 0)
        return 0;
    length[seat] = 0;
    if (read(from[seat], answer, sizeof answer) < 16)
        return 0;
    memcpy(card, answer + 15, 2);
    return 1;
}

static int trick(int number, int leader) {
    static const char *ORDER = "23456789TJQKA";
    char line[256], card[2], led = 0;
    int winner = leader;
    long best = -1;
    tell_all(line, (size_t)sprintf(line, "|INFO|start trick|%d|%s|%s|%s|%s|END|\n", number, NAMES[leader],
                                   NAMES[(leader + 1) % 4], NAMES[(leader + 2) % 4], NAMES[(leader + 3) % 4]));
    for (int i = 0; i < 4; i++) {
        int seat = (leader + i) % 4;
        if (!ask(seat, card))
            exit(1);
        led = led ? led : card[1];
        long rank = card[1] == led ? strchr(ORDER, card[0]) - ORDER : -1;
        if (rank > best) {
            best = rank;
            winner = seat;
        }
        tell_all(line, (size_t)sprintf(line, "|INFO|played|%s|%.2s|END|\n", NAMES[seat], card));
    }
    tell_all(line, (size_t)sprintf(line, "|INFO|end trick|%d|%s|1|END|\n", number, NAMES[winner]));
    return winner;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    char deck[52][2], line[64];
    int hands = argc > 2 ? atoi(argv[2]) : 0;
    cpu_set_t core;
    if (hands < 1)
        return 2;
    CPU_ZERO(&core);
    CPU_SET(sched_getcpu(), &core);
    sched_setaffinity(0, sizeof core, &core);
    for (int i = 0; i < 52; i++) {
        deck[i][0] = "23456789TJQKA"[i % 13];
        deck[i][1] = "SCHD"[i / 13];
    }
    for (int seat = 0; seat < 4; seat++)
        start(argv[1], seat);
    double started = now();
    for (int hand = 1; hand <= hands; hand++) {
        deal(deck, hand);
        for (int number = 1, leader = hand % 4; number <= 13; number++)
            leader = trick(number, leader);
        tell_all(line, (size_t)sprintf(line, "|INFO|end hand|%d|END|\n", hand));
    }
    printf("%.3f\n", (now() - started) / (52.0 * hands));
    for (int seat = 0; seat < 4; seat++)
        close(to[seat]);
    while (wait(NULL) > 0)
        ;
    return 0;
}
