// SPDX-License-Identifier: CC0-1.0
// Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Client {
    static final String RANKS = "23456789TJQKA";

    record Void(String player, char suit) {}

    private final List<String> hand = new ArrayList<>();
    private final Set<String> unseen = new HashSet<>(); // the cards that the others still hold
    private final Set<Void> voids = new HashSet<>(); // players, and suits of which they have none left
    private final List<String> trick = new ArrayList<>(); // its first card was led
    private List<String> order = List.of();

    static char suit(String card) {
        return card.charAt(1);
    }

    static int strength(String card) {
        return RANKS.indexOf(card.charAt(0));
    }

    static boolean beats(String card, String other) {
        return suit(card) == suit(other) && strength(card) > strength(other);
    }

    /** Takes in what the referee tells; there are more words than these. */
    void hear(String key, List<String> fields) {
        switch (key) {
            case "cards" -> take(List.of(fields.get(0).split(" ")));
            case "start trick" -> {
                order = fields.subList(1, fields.size());
                trick.clear();
            }
            case "played" -> see(fields.get(0), fields.get(1));
            default -> {}
        }
    }

    void take(List<String> cards) {
        hand.clear();
        hand.addAll(cards);
        "SCHD".chars().forEach(suit -> RANKS.chars().forEach(rank -> unseen.add("" + (char) rank + (char) suit)));
        unseen.removeAll(Set.copyOf(cards));
        voids.clear();
    }

    void see(String player, String card) {
        trick.add(card);
        unseen.remove(card);
        if (!follows(card)) {
            voids.add(new Void(player, suit(trick.get(0))));
        }
    }

    boolean follows(String card) {
        return trick.isEmpty() || suit(card) == suit(trick.get(0));
    }

    String choose() {
        List<String> following = hand.stream().filter(this::follows).toList();
        List<String> legal = following.isEmpty() ? hand : following;
        List<String> winners = legal.stream().filter(this::surelyWins).toList();
        String card = (winners.isEmpty() ? legal : winners).stream().min(Comparator.comparing(Client::strength)).orElseThrow();
        hand.remove(card);
        return card;
    }

    boolean surelyWins(String card) {
        if (!follows(card) || trick.stream().anyMatch(other -> beats(other, card))) {
            return false;
        }
        List<String> stillToPlay = order.subList(trick.size() + 1, order.size());
        boolean nobodyFollows = stillToPlay.stream().allMatch(player -> voids.contains(new Void(player, suit(card))));
        return nobodyFollows || unseen.stream().noneMatch(other -> beats(other, card));
    }

    public static void main(String[] args) throws IOException {
        var client = new Client();
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            List<String> words = List.of(line.split("\\|")); // nothing, type, key, fields, END
            if (words.get(1).equals("QUERY")) {
                System.out.println("|RESPONSE|card|" + client.choose() + "|END|");
                System.out.flush();
            } else {
                client.hear(words.get(2), words.subList(3, words.size() - 1));
            }
        }
    }
}
