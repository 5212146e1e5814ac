// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;

struct Play {
    std::string player;
    Words cards;
};

std::mt19937 chance;

// One of the legal answers; on the table is who played what in this trick or round.
std::string choose(const Words& hand, const std::vector<Play>& table, const Words& legal) {
    // Your strategy goes here.
    (void)hand, (void)table;
    return legal[chance() % legal.size()];
}

Words split(const std::string& text, char separator) {
    Words parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, separator);) parts.push_back(part);
    return parts;
}

// The cards of a field such as `6H 7D AC`; `-` is none.
Words cards_of(const std::string& field) {
    return field == "-" ? Words{} : split(field, ' ');
}

// Of equal cards only as many leave the hand as were played.
void take_out(Words& hand, const Words& cards) {
    for (const auto& card : cards) {
        const auto place = std::find(hand.begin(), hand.end(), card);
        if (place != hand.end()) hand.erase(place);
    }
}

int main(int argc, char** argv) {
    const std::string name = argv[argc - 1];
    const char* seed = std::getenv("REFEREE_SEED");
    if (seed) chance.seed(std::stoul(seed));  // the same numbers if the match is played again

    Words hand, legal;
    std::vector<Play> table;
    for (std::string line; std::getline(std::cin, line);) {
        const Words words = split(line, '|');  // nothing, type, key, fields, END
        if (words.size() < 4) continue;
        const std::string &type = words[1], &key = words[2];
        const Words fields(words.begin() + 3, words.end() - 1);
        if (type == "QUERY") {
            std::cout << "|RESPONSE|" << key << "|" << choose(hand, table, legal) << "|END|" << std::endl;
        } else if (key == "choices") {
            legal = fields;
        } else if (key == "start hand") {
            hand.clear();
            table.clear();
        } else if (key == "start trick" || key == "start round" || key == "start turn") {
            table.clear();
        } else if (key == "cards") {
            hand = cards_of(fields[0]);
        } else if (key == "dealt") {
            hand.push_back(fields[0]);
        } else if (key == "played") {
            table.push_back({fields[0], cards_of(fields[1])});
            if (fields[0] == name) take_out(hand, table.back().cards);
        }
    }
}
