#!/bin/sh
# Answers each question with its argument, in which KEY and DATA stand for what is right.
said=$1
while IFS='|' read -r nothing type key first rest; do
  case $type/$key in
    INFO/choices) choice=$first ;;
    QUERY/*) printf '%s\n' "$said" | sed -u "s/KEY/$key/; s/DATA/$choice/" ;;
  esac
done
