# SPDX-License-Identifier: CC0-1.0
# frozen_string_literal: true

# Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.
class Tricks
  RANKS = "23456789TJQKA"

  # Hears a line, and answers if it is a question.
  def hear(line)
    case line.split("|")[1..-2]
    in ["INFO", "cards", cards] then dealt(cards.split(" "))
    in ["INFO", "start trick", *] then @trick = []
    in ["INFO", "played", _, card] then played(card)
    in ["QUERY", "card"] then puts "|RESPONSE|card|#{answer_card}|END|"
    else # a word that it need not know
    end
  end

  private

  def dealt(cards)
    @hand = cards
    @seen = cards.dup # the cards that nobody else holds any more
  end

  def played(card)
    @trick << card
    @seen << card
  end

  def answer_card
    legal = @hand.select { |card| follows?(card) }
    legal = @hand if legal.empty?
    winners = legal.select { |card| surely_wins?(card) }
    @hand.delete((winners.empty? ? legal : winners).min_by { |card| strength(card) })
  end

  def strength(card) = RANKS.index(card[0])

  def follows?(card) = @trick.empty? || card[1] == @trick[0][1]

  # No higher card is on the table, and none can still come.
  def surely_wins?(card)
    last = @trick.size == 3
    follows?(card) && higher_than(card).none? do |higher|
      @trick.include?(higher) || (!last && !@seen.include?(higher))
    end
  end

  def higher_than(card) = RANKS[strength(card) + 1..].each_char.map { |rank| rank + card[1] }
end

$stdout.sync = true # each answer is sent at once
bot = Tricks.new
$stdin.each_line(chomp: true) { |line| bot.hear(line) } # not gets: that would read a file called like the player
