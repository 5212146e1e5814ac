;; SPDX-License-Identifier: CC0-1.0
;; Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise.

(ns client
  (:require [clojure.string :as string])
  (:import (java.io BufferedReader))
  (:gen-class))

(def ranks "23456789TJQKA")
(def pack (set (for [suit "SCHD", rank ranks] (str rank suit))))

(defn suit [card] (second card))
(defn strength [card] (string/index-of ranks (first card)))

(defn beats? [card other]
  (and (= (suit card) (suit other)) (> (strength card) (strength other))))

(defn follows? [trick card]
  (or (empty? trick) (= (suit card) (suit (first trick)))))

(defn surely-wins? [{:keys [trick order unseen voids]} card]
  (let [still-to-play (drop (inc (count trick)) order)]
    (and (follows? trick card)
         (not-any? #(beats? % card) trick)
         (or (every? #(voids [% (suit card)]) still-to-play)
             (not-any? #(beats? % card) unseen)))))

(defn choose [{:keys [hand trick] :as game}]
  (let [legal (or (seq (filter #(follows? trick %) hand)) hand)
        winners (filter #(surely-wins? game %) legal)]
    (first (sort-by strength (or (seq winners) legal)))))

(defn see [game player card]
  (let [{:keys [trick] :as game} (update game :trick conj card)]
    (cond-> (-> game (update :unseen disj card) (update :hand #(remove #{card} %)))
      (not (follows? trick card)) (update :voids conj [player (suit (first trick))]))))

(defn hear
  "The game after what the referee tells; there are more words than these."
  [game key fields]
  (case key
    "cards" (let [hand (string/split (first fields) #" ")]
              {:hand hand
               :unseen (apply disj pack hand) ; the cards that the others still hold
               :voids #{}}) ; players, and suits of which they have none left
    "start trick" (assoc game :trick [] :order (rest fields))
    "played" (see game (first fields) (second fields))
    game))

(defn -main [& _]
  (reduce (fn [game line]
            (let [[_ kind key & fields] (string/split line #"\|")]
              (if (= kind "QUERY")
                (do (println (str "|RESPONSE|card|" (choose game) "|END|"))
                    (flush)
                    game)
                (hear game key (butlast fields)))))
          {}
          (line-seq (BufferedReader. *in*))))
