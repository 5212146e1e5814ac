;; SPDX-License-Identifier: CC0-1.0
;; Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

(ns client
  (:require [clojure.string :as string])
  (:import (java.io BufferedReader)
           (java.util Random))
  (:gen-class))

(def ^Random random ; the same numbers if the match is played again
  (Random. (parse-long (or (System/getenv "REFEREE_SEED") "0"))))

(defn choose
  "One of the legal answers."
  [hand table legal]
  ;; Your strategy goes here.
  (nth legal (.nextInt random (count legal))))

(defn cards-of
  "The cards of a field such as `6H 7D AC`; `-` is none."
  [field]
  (if (= field "-") [] (string/split field #" ")))

(defn without
  "The hand without the card; of two that are equal, one stays."
  [hand card]
  (let [[before [_ & after]] (split-with #(not= card %) hand)]
    (into (vec before) after)))

(defn put [game name player played]
  (cond-> (update game :table conj [player played])
    (= player name) (update :hand #(reduce without % played))))

(defn hear
  "The game after what the referee tells; there are more words than these."
  [game name key fields]
  (case key
    "start hand" (assoc game :hand [] :table [])
    ("start trick" "start round" "start turn") (assoc game :table [])
    "cards" (assoc game :hand (cards-of (first fields)))
    "dealt" (update game :hand conj (first fields))
    "played" (put game name (first fields) (cards-of (second fields)))
    "choices" (assoc game :legal (vec fields))
    game))

(defn answer [{:keys [hand table legal]} key]
  (println (str "|RESPONSE|" key "|" (choose hand table legal) "|END|"))
  (flush))

(defn -main [& args]
  (reduce (fn [game line]
            (let [[_ kind key & fields] (string/split line #"\|")]
              (if (= kind "QUERY")
                (do (answer game key) game)
                (hear game (last args) key (butlast fields)))))
          {:hand [] :table [] :legal []} ; on the table: pairs of a player and its cards, in this trick or round
          (line-seq (BufferedReader. *in*))))
