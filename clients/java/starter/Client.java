// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class Client {
    record Play(String player, List<String> cards) {}

    private final String name;
    private final Random random;
    private final List<String> hand = new ArrayList<>();
    private final List<Play> table = new ArrayList<>(); // in this trick or round
    private List<String> legal = List.of();

    Client(String name, int seed) {
        this.name = name;
        this.random = new Random(seed); // the same numbers if the match is played again
    }

    /** One of the legal answers. */
    String choose(List<String> hand, List<Play> table, List<String> legal) {
        // Your strategy goes here.
        return legal.get(random.nextInt(legal.size()));
    }

    /** Takes in what the referee tells; there are more words than these. */
    void hear(String key, List<String> fields) {
        switch (key) {
            case "start hand" -> {
                hand.clear();
                table.clear();
            }
            case "start trick", "start round", "start turn" -> table.clear();
            case "cards" -> {
                hand.clear();
                hand.addAll(cardsOf(fields.get(0)));
            }
            case "dealt" -> hand.add(fields.get(0));
            case "played" -> {
                Play play = new Play(fields.get(0), cardsOf(fields.get(1)));
                table.add(play);
                if (play.player().equals(name)) {
                    play.cards().forEach(hand::remove); // one of two that are equal
                }
            }
            case "choices" -> legal = fields;
            default -> {}
        }
    }

    /** The cards of a field such as `6H 7D AC`; `-` is none. */
    static List<String> cardsOf(String field) {
        return field.equals("-") ? List.of() : List.of(field.split(" "));
    }

    void play(BufferedReader in) throws IOException {
        for (String line; (line = in.readLine()) != null; ) {
            List<String> words = List.of(line.split("\\|")); // nothing, type, key, fields, END
            String key = words.get(2);
            if (words.get(1).equals("QUERY")) {
                System.out.println("|RESPONSE|" + key + "|" + choose(hand, table, legal) + "|END|");
                System.out.flush();
            } else {
                hear(key, words.subList(3, words.size() - 1));
            }
        }
    }

    public static void main(String[] args) throws IOException {
        int seed = Integer.parseInt(System.getenv().getOrDefault("REFEREE_SEED", "0"));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        new Client(args[args.length - 1], seed).play(in);
    }
}
