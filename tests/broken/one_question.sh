#!/bin/sh
# Answers its first question and leaves.
while IFS='|' read -r nothing type key first rest; do
  case $type/$key in
    INFO/choices) choice=$first ;;
    QUERY/*) echo "|RESPONSE|$key|$choice|END|" && exit ;;
  esac
done
