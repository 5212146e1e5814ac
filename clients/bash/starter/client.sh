#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

hand=()   # your cards
names=()  # who played what since the trick, round or turn began: the names ...
plays=()  # ... and in the same order the cards, with spaces between them
legal=()  # all answers that are allowed

# Your strategy goes here. It reads the arrays above, and sets `answer` to one of `legal`.
choose() {
  answer=${legal[RANDOM % ${#legal[@]}]}
}

# Forgets what lies on the table.
clear_table() {
  names=()
  plays=()
}

# Takes one copy of a card from the hand.
drop() {
  local place
  for place in "${!hand[@]}"; do
    if [[ ${hand[place]} == "$1" ]]; then
      unset "hand[place]"
      hand=("${hand[@]}")
      return
    fi
  done
}

# Gets the player's name and cards; several cards are one word with spaces between them.
played() {
  local name=$1 cards card
  read -r -a cards <<<"$2"
  names+=("$name")
  plays+=("$2")
  if [[ $name == "$me" ]]; then
    for card in "${cards[@]}"; do
      drop "$card"
    done
  fi
}

# Gets the key and the fields of an info.
hear() {
  case $1 in
    'start hand')
      hand=()
      clear_table
      ;;
    'start trick' | 'start round' | 'start turn') clear_table ;;
    cards) read -r -a hand <<<"${2/#-/}" ;;
    dealt) hand+=("$2") ;;
    played) played "$2" "$3" ;;
    choices) legal=("${@:2}") ;;
  esac
}

me=${!#}
RANDOM=${REFEREE_SEED:-$$} # the same numbers if the match is played again

while IFS='|' read -r -a words; do
  if [[ ${words[1]} == QUERY ]]; then
    choose
    printf '|RESPONSE|%s|%s|END|\n' "${words[2]}" "$answer"
  else
    hear "${words[@]:2:${#words[@]}-3}" # without END
  fi
done
