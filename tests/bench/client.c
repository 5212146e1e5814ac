/* A tricks client that costs next to nothing: it plays the first card it may play. */
#include <stdio.h>
#include <string.h>

static char hand[13][2];
static int held;
static char led;

static void take_hand(const char *cards) {
    for (held = 0; cards[0] > ' ' && cards[0] != '|'; held++) {
        hand[held][0] = cards[0];
        hand[held][1] = cards[1];
        cards += cards[2] == ' ' ? 3 : 2;
    }
}

static int choose(void) {
    for (int i = 0; i < held; i++)
        if (hand[i][1] == led)
            return i;
    return 0;
}

static void play(void) {
    int i = choose();
    printf("|RESPONSE|card|%c%c|END|\n", hand[i][0], hand[i][1]);
    fflush(stdout);
    held--;
    memmove(hand[i], hand[i + 1], (size_t)(held - i) * 2);
}

int main(void) {
    char line[4097];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "|QUERY|card|", 12))
            play();
        else if (!strncmp(line, "|INFO|cards|", 12))
            take_hand(line + 12);
        else if (!strncmp(line, "|INFO|start trick|", 18))
            led = 0;
        else if (!led && !strncmp(line, "|INFO|played|", 13))
            led = strchr(line + 13, '|')[2];
    }
    return 0;
}
