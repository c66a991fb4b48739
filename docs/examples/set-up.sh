#!/bin/sh
# Adds a site with a device that sends JSON, once, however often this runs within a day. Needs curl, and in the
# environment TOCSIN_URL, TOCSIN_CLIENT (an id) and TOCSIN_KEY: of a service account with the scopes plant and read.
set -eu
post() {
  curl -sS --fail-with-body --retry 5 -H "Authorization: Bearer $TOCSIN_KEY" -H 'Content-Type: application/json' \
    -H "X-Tocsin-Selection: $TOCSIN_CLIENT,," -H "Idempotency-Key: $1" -d "$3" "$TOCSIN_URL/api/v1/$2"
}
site=$(post example-sh-site locations/ '{"title": "Example by curl", "address": "1 Main Street", "timezone": "America/Chicago"}')
id=$(printf '%s' "$site" | sed 's/.*"id":\([0-9]*\).*/\1/')
device=$(post example-sh-device devices/open/ "{\"location\": $id, \"title\": \"Leg 1\", \"device_type\": \"JSON\"}")
printf 'device %s\n' "$(printf '%s' "$device" | sed 's/.*"udf_id":"\([^"]*\)".*/\1/')"
