#!/bin/sh
# Waits on when its input was closed.
while IFS='|' read -r nothing type key first rest; do
  case $type/$key in
    INFO/choices) choice=$first ;;
    QUERY/*) echo "|RESPONSE|$key|$choice|END|" ;;
  esac
done
sleep 60
