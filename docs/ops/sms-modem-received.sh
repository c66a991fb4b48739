#!/bin/sh
# RunOnReceive of Gammu's SMS daemon: hands each text that arrived to Tocsin. TOCSIN_INBOUND is
# https://<portal>/api/v1/sms-gateway/inbound/ and TOCSIN_SMS_SECRET the secret of the page SMS gateway.
set -eu
n=1
while [ "$n" -le "${SMS_MESSAGES:-0}" ]; do
  eval "from=\${SMS_${n}_NUMBER:-}" "text=\${SMS_${n}_TEXT:-}"
  curl --silent --show-error --fail --max-time 20 --retry 5 --retry-connrefused \
    --header "Authorization: Bearer ${TOCSIN_SMS_SECRET}" \
    --data-urlencode "from=${from}" --data-urlencode "text=${text}" "${TOCSIN_INBOUND}"
  n=$((n + 1))
done
