;;; SPDX-License-Identifier: CC0-1.0
;;; Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

(use-modules (ice-9 match) (ice-9 rdelim) (srfi srfi-1))

(define name (last (command-line)))
(define chance ; the same numbers if the match is played again
  (seed->random-state (string->number (or (getenv "REFEREE_SEED") "0"))))

;; One of the legal answers.
(define (choose hand table legal)
  ;; Your strategy goes here.
  (list-ref legal (random (length legal) chance)))

;; The cards of a field such as 6H 7D AC; - is none.
(define (cards-of field)
  (if (string=? field "-") '() (string-split field #\space)))

;; The hand without the card; of two that are equal, one stays.
(define (without card hand)
  (match hand
    (() '())
    ((first . rest) (if (string=? first card) rest (cons first (without card rest))))))

;; What the referee tells, and the answers to its questions, until the input closes.
;; The table is a list of players and their cards, in this trick or round.
(define (play hand table legal)
  (define (hear line)
    (match (string-split line #\|)
      (("" "QUERY" key . _)
       (format #t "|RESPONSE|~a|~a|END|\n" key (choose hand table legal))
       (force-output)
       (play hand table legal))
      (("" "INFO" "start hand" . _) (play '() '() '()))
      (("" "INFO" (or "start trick" "start round" "start turn") . _) (play hand '() legal))
      (("" "INFO" "cards" held _ _) (play (cards-of held) table legal))
      (("" "INFO" "dealt" card _ _) (play (cons card hand) table legal))
      (("" "INFO" "played" player played _ _)
       (play (if (string=? player name) (fold without hand (cards-of played)) hand)
             (append table (list (list player (cards-of played))))
             legal))
      (("" "INFO" "choices" answers ... _ _) (play hand table answers))
      (_ (play hand table legal)))) ; there are more words than these
  (let ((line (read-line)))
    (unless (eof-object? line)
      (hear line))))

(set-port-encoding! (current-input-port) "UTF-8")
(play '() '() '())
