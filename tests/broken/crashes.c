/* Follows a null pointer when it is asked. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4096], *answer = NULL;
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "|QUERY|card|", 12))
            printf("|RESPONSE|card|%c|END|\n", *(volatile char *)answer);
    return 0;
}
