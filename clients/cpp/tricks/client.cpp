// SPDX-License-Identifier: CC0-1.0
// Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using Cards = std::vector<std::string>;

const std::string RANKS = "23456789TJQKA";

std::size_t strength(const std::string& card) {
    return RANKS.find(card[0]);
}

bool is_lower(const std::string& one, const std::string& other) {
    return strength(one) < strength(other);
}

bool contains(const Cards& cards, const std::string& card) {
    return std::find(cards.begin(), cards.end(), card) != cards.end();
}

class Tricks {
public:
    void hear_cards(const Cards& cards) {
        hand = cards;
        seen = {cards.begin(), cards.end()};
    }

    void hear_start_trick() {
        trick.clear();
    }

    void hear_played(const std::string& card) {
        trick.push_back(card);
        seen.insert(card);
    }

    std::string answer_card() {
        Cards legal, winners;
        for (const auto& card : hand)
            if (follows(card)) legal.push_back(card);
        if (legal.empty()) legal = hand;
        for (const auto& card : legal)
            if (surely_wins(card)) winners.push_back(card);
        const Cards& best = winners.empty() ? legal : winners;
        const std::string card = *std::min_element(best.begin(), best.end(), is_lower);
        hand.erase(std::find(hand.begin(), hand.end(), card));
        return card;
    }

private:
    Cards hand;
    Cards trick;                 // the cards on the table
    std::set<std::string> seen;  // the cards that nobody else holds any more

    bool follows(const std::string& card) const {
        return trick.empty() || card[1] == trick[0][1];
    }

    // No higher card is on the table, and none can still come.
    bool surely_wins(const std::string& card) const {
        if (!follows(card)) return false;
        for (char rank : RANKS.substr(strength(card) + 1)) {
            const std::string higher = {rank, card[1]};
            const bool may_come = trick.size() < 3 && seen.count(higher) == 0;
            if (may_come || contains(trick, higher)) return false;
        }
        return true;
    }
};

Cards split(const std::string& text, char separator) {
    Cards parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, separator);) parts.push_back(part);
    return parts;
}

int main() {
    Tricks bot;
    for (std::string line; std::getline(std::cin, line);) {
        const auto words = split(line, '|');  // nothing, type, key, fields, END
        if (words.size() < 4) continue;
        const std::string &type = words[1], &key = words[2];
        if (type == "QUERY") {
            std::cout << "|RESPONSE|" << key << "|" << bot.answer_card() << "|END|" << std::endl;
        } else if (key == "cards") {
            bot.hear_cards(split(words[3], ' '));
        } else if (key == "start trick") {
            bot.hear_start_trick();
        } else if (key == "played") {
            bot.hear_played(words[4]);
        }
    }
}
