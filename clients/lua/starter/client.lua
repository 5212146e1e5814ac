-- SPDX-License-Identifier: CC0-1.0
-- Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

-- Your strategy goes here. `hand` is your cards; `on_table` is who played what since the trick, round or turn began,
-- each with `name` and `cards`; `legal` is all answers that are allowed, of which you return one.
local function choose(hand, on_table, legal)
  return legal[math.random(#legal)]
end

-- All pieces of `text` that are parted by the character `separator`.
local function split(text, separator)
  local pieces = {}
  for piece in text:gmatch("[^" .. separator .. "]+") do
    pieces[#pieces + 1] = piece
  end
  return pieces
end

local function cards_of(field)
  return field == "-" and {} or split(field, " ")
end

local function remove(cards, card)
  for place, other in ipairs(cards) do
    if other == card then
      return table.remove(cards, place)
    end
  end
end

local me = arg[#arg]
local hand, on_table, legal = {}, {}, {}

local hear = {
  ["start hand"] = function() hand, on_table = {}, {} end,
  ["start trick"] = function() on_table = {} end,
  ["start round"] = function() on_table = {} end,
  ["start turn"] = function() on_table = {} end,
  ["cards"] = function(field) hand = cards_of(field) end,
  ["dealt"] = function(card) hand[#hand + 1] = card end,
  ["played"] = function(name, field)
    local cards = cards_of(field)
    on_table[#on_table + 1] = { name = name, cards = cards }
    if name == me then
      for _, card in ipairs(cards) do
        remove(hand, card)
      end
    end
  end,
  ["choices"] = function(...) legal = { ... } end,
}

math.randomseed(tonumber(os.getenv("REFEREE_SEED")) or os.time()) -- the same numbers if the match is played again
io.stdout:setvbuf("line") -- each answer leaves at once

for line in io.lines() do
  local words = split(line, "|") -- type, key, fields, END
  local kind, key = words[1], words[2]
  if kind == "QUERY" then
    print("|RESPONSE|" .. key .. "|" .. choose(hand, on_table, legal) .. "|END|")
  elseif hear[key] then
    hear[key](table.unpack(words, 3, #words - 1))
  end
end
