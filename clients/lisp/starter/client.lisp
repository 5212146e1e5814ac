;;;; SPDX-License-Identifier: CC0-1.0
;;;; Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

(defvar *name* (first (last sb-ext:*posix-argv*)))
(defvar *hand* '())
(defvar *table* '()) ; lists of a player and its cards, in this trick or round
(defvar *legal* '())
(defvar *chance* ; the same numbers if the match is played again
  (sb-ext:seed-random-state (parse-integer (or (sb-ext:posix-getenv "REFEREE_SEED") "0"))))

(defun choose (hand table legal)
  "One of the legal answers."
  (declare (ignore hand table))
  ;; Your strategy goes here.
  (nth (random (length legal) *chance*) legal))

(defun split (text separator)
  (loop for start = 0 then (1+ end)
        for end = (position separator text :start start)
        collect (subseq text start end)
        while end))

(defun cards-of (field)
  "The cards of a field such as 6H 7D AC; - is none."
  (if (string= field "-") '() (split field #\Space)))

(defun without (hand card)
  "The hand without the card; of two that are equal, one stays."
  (remove card hand :test #'string= :count 1))

(defun put-down (player cards)
  (setf *table* (append *table* (list (list player cards))))
  (when (string= player *name*)
    (setf *hand* (reduce #'without cards :initial-value *hand*))))

(defun hear (key fields)
  "Takes in what the referee tells; there are more words than these."
  (flet ((is (&rest keys) (member key keys :test #'string=)))
    (cond ((is "start hand") (setf *hand* '() *table* '()))
          ((is "start trick" "start round" "start turn") (setf *table* '()))
          ((is "cards") (setf *hand* (cards-of (first fields))))
          ((is "dealt") (push (first fields) *hand*))
          ((is "played") (put-down (first fields) (cards-of (second fields))))
          ((is "choices") (setf *legal* fields)))))

(defun answer (key)
  (format t "|RESPONSE|~a|~a|END|~%" key (choose *hand* *table* *legal*))
  (finish-output))

(loop for line = (read-line *standard-input* nil)
      while line
      do (destructuring-bind (kind key &rest fields) (rest (split line #\|))
           (if (string= kind "QUERY")
               (answer key)
               (hear key (butlast fields 2)))))
