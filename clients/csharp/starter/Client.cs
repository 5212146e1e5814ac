// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

using System;
using System.Collections.Generic;
using System.Linq;

class Client
{
    readonly string name;
    readonly Random random;
    readonly List<string> hand = new List<string>();
    readonly List<(string player, string[] cards)> table = new List<(string, string[])>(); // in this trick or round
    string[] legal = { };

    Client(string name, int seed)
    {
        this.name = name;
        random = new Random(seed); // the same numbers if the match is played again
    }

    // One of the legal answers.
    string Choose(List<string> hand, List<(string player, string[] cards)> table, string[] legal)
    {
        // Your strategy goes here.
        return legal[random.Next(legal.Length)];
    }

    // Takes in what the referee tells; there are more words than these.
    void Hear(string key, string[] fields)
    {
        switch (key)
        {
            case "start hand":
                hand.Clear();
                table.Clear();
                break;
            case "start trick":
            case "start round":
            case "start turn":
                table.Clear();
                break;
            case "cards":
                hand.Clear();
                hand.AddRange(CardsOf(fields[0]));
                break;
            case "dealt":
                hand.Add(fields[0]);
                break;
            case "played":
                Put(fields[0], CardsOf(fields[1]));
                break;
            case "choices":
                legal = fields;
                break;
        }
    }

    void Put(string player, string[] cards)
    {
        table.Add((player, cards));
        if (player == name)
            foreach (var card in cards)
                hand.Remove(card); // one of two that are equal
    }

    // The cards of a field such as "6H 7D AC"; "-" is none.
    static string[] CardsOf(string field) => field == "-" ? new string[0] : field.Split(' ');

    void Play()
    {
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            var words = line.Split('|'); // nothing, type, key, fields, END, nothing
            var key = words[2];
            if (words[1] == "QUERY")
            {
                Console.WriteLine($"|RESPONSE|{key}|{Choose(hand, table, legal)}|END|");
                Console.Out.Flush();
            }
            else
                Hear(key, words.Skip(3).Take(words.Length - 5).ToArray());
        }
    }

    static void Main(string[] args)
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("REFEREE_SEED") ?? "0");
        new Client(args.Last(), seed).Play();
    }
}
