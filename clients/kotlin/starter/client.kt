// SPDX-License-Identifier: CC0-1.0
// Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

import kotlin.random.Random

data class Play(val player: String, val cards: List<String>)

class Client(private val name: String, seed: Int) {
    private val random = Random(seed) // the same numbers if the match is played again
    private val hand = mutableListOf<String>()
    private val table = mutableListOf<Play>() // in this trick or round
    private var legal = listOf<String>()

    /** One of the legal answers. */
    private fun choose(hand: List<String>, table: List<Play>, legal: List<String>): String {
        // Your strategy goes here.
        return legal[random.nextInt(legal.size)]
    }

    fun answer() = choose(hand, table, legal)

    /** Takes in what the referee tells; there are more words than these. */
    fun hear(key: String, fields: List<String>) {
        when (key) {
            "start hand" -> {
                hand.clear()
                table.clear()
            }
            "start trick", "start round", "start turn" -> table.clear()
            "cards" -> {
                hand.clear()
                hand += cardsOf(fields[0])
            }
            "dealt" -> hand += fields[0]
            "played" -> {
                val play = Play(fields[0], cardsOf(fields[1]))
                table += play
                if (play.player == name) play.cards.forEach { hand -= it } // one of two that are equal
            }
            "choices" -> legal = fields
        }
    }
}

/** The cards of a field such as `6H 7D AC`; `-` is none. */
fun cardsOf(field: String) = if (field == "-") emptyList() else field.split(" ")

fun main(args: Array<String>) {
    val client = Client(args.last(), (System.getenv("REFEREE_SEED") ?: "0").toInt())
    System.`in`.bufferedReader().forEachLine { line ->
        val words = line.split("|") // nothing, type, key, fields, END, nothing
        val key = words[2]
        if (words[1] == "QUERY") {
            println("|RESPONSE|$key|${client.answer()}|END|")
            System.out.flush()
        } else {
            client.hear(key, words.drop(3).dropLast(2))
        }
    }
}
