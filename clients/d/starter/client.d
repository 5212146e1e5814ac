// SPDX-License-Identifier: CC0-1.0
/// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
module client;

import std.algorithm : countUntil, remove;
import std.array : split;
import std.conv : to;
import std.process : environment;
import std.random : Random, uniform;
import std.stdio : stdin, stdout, writefln;

/// Who played which cards in this trick or round.
struct Play
{
    string player;
    string[] cards;
}

Random chance;

/// One of the legal answers.
string choose(string[] hand, Play[] table, string[] legal)
{
    // Your strategy goes here.
    return legal[uniform(0, $, chance)];
}

/// The cards of a field such as `6H 7D AC`; `-` is none.
string[] cardsOf(string field)
{
    return field == "-" ? null : field.split(' ');
}

/// Of equal cards only as many leave the hand as were played.
string[] without(string[] hand, string[] cards)
{
    foreach (card; cards)
    {
        const place = hand.countUntil(card);
        if (place >= 0)
            hand = hand.remove(place);
    }
    return hand;
}

void main(string[] args)
{
    const name = args[$ - 1];
    chance = Random(environment.get("REFEREE_SEED", "0").to!uint); // the same numbers if the match is played again

    string[] hand, legal;
    Play[] table;
    foreach (line; stdin.byLineCopy)
    {
        auto words = line.split('|'); // nothing, type, key, fields, END, nothing
        if (words.length < 5)
            continue;
        auto type = words[1], key = words[2], fields = words[3 .. $ - 2];
        if (type == "QUERY")
        {
            writefln("|RESPONSE|%s|%s|END|", key, choose(hand, table, legal));
            stdout.flush();
            continue;
        }
        switch (key)
        {
            case "choices":
                legal = fields;
                break;
            case "start hand":
                hand = null;
                table = null;
                break;
            case "start trick", "start round", "start turn":
                table = null;
                break;
            case "cards":
                hand = cardsOf(fields[0]);
                break;
            case "dealt":
                hand ~= fields[0];
                break;
            case "played":
                table ~= Play(fields[0], cardsOf(fields[1]));
                if (fields[0] == name)
                    hand = hand.without(table[$ - 1].cards);
                break;
            default:
        }
    }
}
