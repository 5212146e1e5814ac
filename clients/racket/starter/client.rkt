#lang racket/base
;; SPDX-License-Identifier: CC0-1.0
;; Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

(require racket/list racket/string) ; all of racket, or racket/match, would take half a second to start

(struct play (player cards))

(define name (last (cons "" (vector->list (current-command-line-arguments)))))
(define hand '())
(define table '()) ; the plays in this trick or round
(define legal '())

;; One of the legal answers.
(define (choose hand table legal)
  ;; Your strategy goes here.
  (list-ref legal (random (length legal))))

;; The cards of a field such as "6H 7D AC"; "-" is none.
(define (cards-of field)
  (if (string=? field "-") '() (string-split field " ")))

;; Of equal cards only as many leave the hand as were played.
(define (without hand cards)
  (for/fold ([left hand]) ([card cards])
    (remove card left)))

;; Takes in what the referee tells; there are more words than these.
(define (hear key fields)
  (case key
    [("start hand") (set! hand '()) (set! table '())]
    [("start trick" "start round" "start turn") (set! table '())]
    [("cards") (set! hand (cards-of (first fields)))]
    [("dealt") (set! hand (cons (first fields) hand))]
    [("played") (put (play (first fields) (cards-of (second fields))))]
    [("choices") (set! legal fields)]))

(define (put one)
  (set! table (append table (list one)))
  (when (string=? (play-player one) name)
    (set! hand (without hand (play-cards one)))))

(define (answer key)
  (printf "|RESPONSE|~a|~a|END|\n" key (choose hand table legal))
  (flush-output))

(module+ main
  (random-seed (string->number (or (getenv "REFEREE_SEED") "0"))) ; the same numbers if the match is played again
  (for ([line (in-lines)])
    (define words (string-split line "|" #:trim? #f)) ; nothing, type, key, fields, END, nothing
    (define key (third words))
    (if (string=? (second words) "QUERY")
        (answer key)
        (hear key (drop-right (drop words 3) 2)))))
