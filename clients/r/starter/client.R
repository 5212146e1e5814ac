# SPDX-License-Identifier: CC0-1.0
# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

# Your strategy goes here. `hand` is your cards; `table` is who played what since the trick, round or turn began,
# each a list with `name` and `cards`; `legal` is all answers that are allowed, of which you return one.
choose <- function(hand, table, legal) {
  legal[sample.int(length(legal), 1)]
}

cards_of <- function(field) {
  if (field == "-") character() else strsplit(field, " ", fixed = TRUE)[[1]]
}

# Takes out one copy of each of these cards.
without <- function(hand, cards) {
  for (card in cards) {
    place <- match(card, hand)
    if (!is.na(place)) hand <- hand[-place]
  }
  hand
}

# What is known after an info; what need not be known is passed over.
hear <- function(known, key, fields) {
  switch(key,
    "start hand" = {
      known$hand <- character()
      known$table <- list()
    },
    "start trick" = ,
    "start round" = ,
    "start turn" = known$table <- list(),
    "cards" = known$hand <- cards_of(fields[1]),
    "dealt" = known$hand <- c(known$hand, fields[1]),
    "played" = {
      play <- list(name = fields[1], cards = cards_of(fields[2]))
      known$table <- c(known$table, list(play))
      if (play$name == me) known$hand <- without(known$hand, play$cards)
    },
    "choices" = known$legal <- fields
  )
  known
}

me <- tail(commandArgs(), 1)
seed <- Sys.getenv("REFEREE_SEED")
if (nzchar(seed)) set.seed(as.integer(seed)) # the same numbers if the match is played again
known <- list(hand = character(), table = list(), legal = character())

input <- file("stdin", open = "r") # stdin() would be this script
while (length(line <- readLines(input, n = 1)) > 0) {
  words <- strsplit(line, "|", fixed = TRUE)[[1]] # nothing, type, key, fields, END
  key <- words[3]
  if (words[2] == "QUERY") {
    answer <- choose(known$hand, known$table, known$legal)
    cat("|RESPONSE|", key, "|", answer, "|END|\n", sep = "")
    flush(stdout())
  } else {
    known <- hear(known, key, words[-c(1, 2, 3, length(words))])
  }
}
