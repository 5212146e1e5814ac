# SPDX-License-Identifier: CC0-1.0
# frozen_string_literal: true

# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
class Client
  def initialize(name, seed)
    @name = name
    @chance = Random.new(seed) # the same numbers if the match is played again
    @hand = []
    @table = [] # who played what in this trick or round, such as ["Ann", ["5", "5", "13"]]
    @legal = []
  end

  # One of the legal answers.
  def choose(hand, table, legal)
    # Your strategy goes here.
    legal.sample(random: @chance)
  end

  # Hears a line, and answers if it is a question.
  def hear(line)
    case line.split("|")[1..-2]
    in ["INFO", "choices", *answers] then @legal = answers
    in ["INFO", "start hand", *] then @hand, @table = [], []
    in ["INFO", "start trick" | "start round" | "start turn", *] then @table = []
    in ["INFO", "cards", cards] then @hand = cards_of(cards)
    in ["INFO", "dealt", card] then @hand << card
    in ["INFO", "played", player, cards] then played(player, cards_of(cards))
    in ["QUERY", key] then puts "|RESPONSE|#{key}|#{choose(@hand, @table, @legal)}|END|"
    else # a word that it need not know
    end
  end

  private

  def played(player, cards)
    @table << [player, cards]
    take_out(cards) if player == @name
  end

  # The cards of a field such as "6H 7D AC"; "-" is none.
  def cards_of(field)
    field == "-" ? [] : field.split(" ")
  end

  # Of equal cards only as many leave the hand as were played.
  def take_out(cards)
    cards.each do |card|
      place = @hand.index(card)
      @hand.delete_at(place) if place
    end
  end
end

$stdout.sync = true # each answer is sent at once
client = Client.new(ARGV.last, ENV.fetch("REFEREE_SEED", "0").to_i)
$stdin.each_line(chomp: true) { |line| client.hear(line) } # not gets: that would read a file called like the player
