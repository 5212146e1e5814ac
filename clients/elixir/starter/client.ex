# SPDX-License-Identifier: CC0-1.0
# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

defmodule Client do
  # On the table are pairs of a player and its cards, in this trick or round.
  defstruct [:name, hand: [], table: [], legal: []]

  # One of the legal answers.
  def choose(_hand, _table, legal) do
    # Your strategy goes here.
    Enum.random(legal)
  end

  def main(arguments) do
    seed = String.to_integer(System.get_env("REFEREE_SEED", "0"))
    :rand.seed(:exsss, seed) # the same numbers if the match is played again

    IO.stream(:stdio, :line)
    |> Enum.reduce(%Client{name: List.last(arguments)}, &take/2)
  end

  defp take(line, game) do
    case line |> String.trim() |> String.split("|") do
      ["", "INFO", key | fields] ->
        hear(key, Enum.drop(fields, -2), game)

      ["", "QUERY", key | _] ->
        IO.puts("|RESPONSE|#{key}|#{choose(game.hand, game.table, game.legal)}|END|")
        game
    end
  end

  # The game after what the referee tells; there are more words than these.
  defp hear("start hand", _, game), do: %{game | hand: [], table: []}
  defp hear("start trick", _, game), do: %{game | table: []}
  defp hear("start round", _, game), do: %{game | table: []}
  defp hear("start turn", _, game), do: %{game | table: []}
  defp hear("cards", [hand], game), do: %{game | hand: cards_of(hand)}
  defp hear("dealt", [card], game), do: %{game | hand: [card | game.hand]}
  defp hear("played", [player, played], game), do: put(game, player, cards_of(played))
  defp hear("choices", legal, game), do: %{game | legal: legal}
  defp hear(_, _, game), do: game

  defp put(game, player, cards) do
    # Of two cards that are equal, one stays.
    hand = if player == game.name, do: game.hand -- cards, else: game.hand
    %{game | hand: hand, table: game.table ++ [{player, cards}]}
  end

  # The cards of a field such as "6H 7D AC"; "-" is none.
  defp cards_of("-"), do: []
  defp cards_of(field), do: String.split(field, " ")
end
