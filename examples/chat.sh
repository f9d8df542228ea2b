#!/bin/sh
# Streams one answer of the base model. The question can be given: sh examples/chat.sh "Name three colours."
set -eu

url="${DAYBREAK_URL:-http://127.0.0.1:8484/v1}"
key="${DAYBREAK_API_KEY:-$(cat "${DAYBREAK_HOME:-$HOME/.daybreak}/api-key")}"
question="${1:-What is the capital of France?}"
escaped=$(printf '%s' "$question" | sed 's/\\/\\\\/g; s/"/\\"/g')

# The key goes in by standard input, so that it does not show in the list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$key" |
  curl --config - --silent --show-error --no-buffer --fail-with-body "$url/chat/completions" \
    --header 'Content-Type: application/json' \
    --data "{\"messages\": [{\"role\": \"user\", \"content\": \"$escaped\"}], \"temperature\": 0, \"max_tokens\": 64, \"stream\": true}" |
  while IFS= read -r line || [ -n "$line" ]; do
    case "$line" in
      'data: [DONE]') printf '\n' ;;
      # sed takes the text out of the chunk and undoes \"; printf %b undoes \n, \t and \\.
      'data: '*'"content":"'*) printf '%b' "$(printf '%s' "$line" | sed 's/.*"delta":{[^}]*"content":"\(\([^"\\]\|\\.\)*\)".*/\1/; s/\\"/"/g')" ;;
      '{'*) printf '%s\n' "$line" >&2 ;;
    esac
  done
