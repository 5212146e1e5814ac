(* SPDX-License-Identifier: CC0-1.0
   Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them. *)

type play = { player : string; cards : string list }

type game = {
  hand : string list;
  table : play list; (* in this trick or round, the latest first *)
  legal : string list;
}

(* One of the legal answers. *)
let choose _hand _table legal =
  (* Your strategy goes here. *)
  List.nth legal (Random.int (List.length legal))

(* The cards of a field such as "6H 7D AC"; "-" is none. *)
let cards_of field = if field = "-" then [] else String.split_on_char ' ' field

(* The hand without the card; of two that are equal, one stays. *)
let rec without hand card =
  match hand with
  | [] -> []
  | first :: rest -> if first = card then rest else first :: without rest card

let put name play game =
  let hand = if play.player = name then List.fold_left without game.hand play.cards else game.hand in
  { game with hand; table = play :: game.table }

(* The game after what the referee tells; there are more words than these. *)
let hear name game key fields =
  match (key, fields) with
  | "start hand", _ -> { game with hand = []; table = [] }
  | ("start trick" | "start round" | "start turn"), _ -> { game with table = [] }
  | "cards", [ hand ] -> { game with hand = cards_of hand }
  | "dealt", [ card ] -> { game with hand = card :: game.hand }
  | "played", [ player; played ] -> put name { player; cards = cards_of played } game
  | "choices", legal -> { game with legal }
  | _ -> game

let rec play name game =
  match input_line stdin with
  | exception End_of_file -> ()
  | line -> (
      match String.split_on_char '|' line with
      | "" :: "INFO" :: key :: fields ->
          let fields = List.filteri (fun place _ -> place < List.length fields - 2) fields in
          play name (hear name game key fields)
      | "" :: "QUERY" :: key :: _ ->
          let answer = choose game.hand game.table game.legal in
          Printf.printf "|RESPONSE|%s|%s|END|\n%!" key answer;
          play name game
      | _ -> play name game)

let () =
  let seed = Option.value (Sys.getenv_opt "REFEREE_SEED") ~default:"0" in
  Random.init (int_of_string seed); (* the same numbers if the match is played again *)
  play Sys.argv.(Array.length Sys.argv - 1) { hand = []; table = []; legal = [] }
