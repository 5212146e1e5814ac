// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

import scala.io.{Codec, Source}
import scala.util.Random

case class Play(player: String, cards: Seq[String])

/** What it knows; on the table is what was played in this trick or round. */
case class Game(hand: Seq[String] = Nil, table: Seq[Play] = Nil, legal: Seq[String] = Nil)

class Client(name: String, random: Random) {

  /** One of the legal answers. */
  def choose(hand: Seq[String], table: Seq[Play], legal: Seq[String]): String = {
    // Your strategy goes here.
    legal(random.nextInt(legal.size))
  }

  /** The game after a line; there are more words than these. */
  def hear(game: Game, line: String): Game = line.split('|').toList match {
    case "" :: "INFO" :: key :: fields => (key, fields.init) match {
      case ("start hand", _)                                 => Game()
      case ("start trick" | "start round" | "start turn", _) => game.copy(table = Nil)
      case ("cards", List(hand))                             => game.copy(hand = cardsOf(hand))
      case ("dealt", List(card))                             => game.copy(hand = game.hand :+ card)
      case ("played", List(player, played))                  => put(game, Play(player, cardsOf(played)))
      case ("choices", legal)                                => game.copy(legal = legal)
      case _                                                 => game
    }
    case "" :: "QUERY" :: key :: _ =>
      println(s"|RESPONSE|$key|${choose(game.hand, game.table, game.legal)}|END|")
      Console.flush()
      game
    case _ => game
  }

  private def put(game: Game, play: Play): Game = {
    val hand = if (play.player == name) game.hand diff play.cards else game.hand // one of two that are equal
    game.copy(hand = hand, table = game.table :+ play)
  }

  /** The cards of a field such as `6H 7D AC`; `-` is none. */
  private def cardsOf(field: String): Seq[String] = if (field == "-") Nil else field.split(' ').toList
}

object Client extends App {
  val seed = sys.env.getOrElse("REFEREE_SEED", "0").toInt
  val client = new Client(args.last, new Random(seed)) // the same numbers if the match is played again
  Source.fromInputStream(System.in)(Codec.UTF8).getLines.foldLeft(Game())(client.hear)
}
