#!/usr/bin/env bash
# Real money from outside, with curl, against started servers: `npm run acceptance`, some minutes, mostly waits of the product.
# Razorpay (pretended): order, paid, its report lost, asked for, held, released, let go, settled, nothing left to explain.
# UPI: claimed, seen in the statement, held, released, paid by a file, seen in the statement.
set -euo pipefail
cd "$(dirname "$0")/../.."
PORT=${PORT:-4610} FAKE=http://127.0.0.1:$((PORT + 1)) URL=http://127.0.0.1:$PORT
WORK=$(mktemp -d /tmp/amanat-acceptance-XXXXXX)
# PostgreSQL has a user of its own where the script runs as root
chmod 755 "$WORK"
SERVER='' FAKE_PID='' PASSWORD=Acceptance@2026x BODY=''
stop() { [ -z "$SERVER" ] || { kill "$SERVER" 2>/dev/null && wait "$SERVER" || true; SERVER=''; }; }
end() { stop; [ -z "$FAKE_PID" ] || kill "$FAKE_PID" 2>/dev/null || true; rm -rf "$WORK"; }
trap end EXIT

say() { echo "$(date -u +%T)  $*"; }
fail() { echo "FAILED: $*" >&2; echo "last answer: $BODY" >&2; tail -20 "$WORK/server.log" >&2 || true; exit 1; }
# a value of the last answer, as JavaScript reads it: get .user.id
get() { BODY=$BODY node -pe "const v = JSON.parse(process.env.BODY)$1; typeof v === 'object' ? JSON.stringify(v) : v"; }
is() { [ "$(get "$1")" = "$2" ] || fail "$1 is $(get "$1") and should be $2"; }

# call METHOD PATH TOKEN [JSON]: the answer is in BODY, anything but 2xx ends it
call() {
  local args=(-s -o "$WORK/body" -w '%{http_code}' -X "$1" -H 'accept: application/json')
  [ -z "$3" ] || args+=(-H "authorization: Token $3")
  [ -z "${4:-}" ] || args+=(-H 'content-type: application/json' -d "$4")
  local status
  status=$(curl "${args[@]}" "$URL$2") || true
  BODY=$(cat "$WORK/body")
  [[ $status == 2* ]] || fail "$1 $2 answered $status"
}
# until SECONDS JAVASCRIPT METHOD PATH TOKEN: asks until the answer, as `b`, is so
until_so() {
  local left=$1 test=$2
  until call "$3" "$4" "$5" && BODY=$BODY node -e "const b = JSON.parse(process.env.BODY); process.exit(($test) ? 0 : 1)"; do
    left=$((left - 2))
    [ "$left" -gt 0 ] || fail "not within $1 s: $test"
    sleep 2
  done
}
fake() { BODY=$(curl -sf -X "$1" "$FAKE/_fake/$2" ${3:+-d "$3"}) || fail "the fake refused $2"; }
# one row of what the fake has: fake_until SECONDS JAVASCRIPT, of `e`
fake_until() {
  local left=$1
  until fake GET dump && BODY=$(BODY=$BODY node -e "const e = JSON.parse(process.env.BODY).find((e) => $2); e ? console.log(JSON.stringify(e)) : process.exit(1)"); do
    left=$((left - 2))
    [ "$left" -gt 0 ] || fail "the fake has none within $1 s: $2"
    sleep 2
  done
}

start() { # NAME, then settings
  SETTINGS=(PATH="$PATH" HOME="$HOME" ENV_FILE=/dev/null PORT=$PORT DATA_DIR="$WORK/$1" DEMO=0 OTP=sandbox LOG_LEVEL=warn
    ADMIN_PHONE=9123456780 ADMIN_EMAIL=first@team.example ADMIN_PASSWORD=$PASSWORD "${@:2}")
  env -i "${SETTINGS[@]}" node scripts/start.mjs >"$WORK/server.log" 2>&1 &
  SERVER=$!
  for _ in $(seq 300); do
    curl -sf "$URL/readyz" >/dev/null && return
    kill -0 $SERVER 2>/dev/null || fail 'the server ended'
    sleep 1
  done
  fail 'the server was not ready'
}

# register ROLE PHONE NAME: TOKEN, with number and address proved
register() {
  call POST /api/auth/register '' "{\"phone_number\":\"$2\",\"email\":\"p$2@people.example\",\"first_name\":\"$3\",\"last_name\":\"Rao\",\"user_type\":[\"$1\"],\"password\":\"$PASSWORD\",\"payment_number\":\"$2\"$([ "$1" = Seller ] && echo ",\"business_name\":\"$3 Stores\"")}"
  TOKEN=$(get .token)
  local kind value
  for kind in phone email; do
    value=$([ $kind = phone ] && echo "$2" || echo "p$2@people.example")
    call POST /api/account/verification "$TOKEN" "{\"kind\":\"$kind\"}"
    call GET "/api/sandbox/codes?search=$value" ''
    call POST /api/account/verification/confirm "$TOKEN" "{\"kind\":\"$kind\",\"code\":\"$(get '[0].code')\"}"
  done
}
code_of() { node -e "const { TOTP, Secret } = require('otpauth'); console.log(new TOTP({ secret: Secret.fromBase32('$1') }).generate())"; }
# admin PHONE: TOKEN of a session that has shown the second factor
admin() {
  call POST /api/auth/login '' "{\"phone_number\":\"$1\",\"password\":\"$PASSWORD\"}"
  TOKEN=$(get .token)
  call POST /api/account/second-factor/totp "$TOKEN"
  call POST /api/account/second-factor/totp/confirm "$TOKEN" "{\"code\":\"$(code_of "$(get .key)")\"}"
}
# offer TOKEN_OF_PAYER PHONE_OF_PAYEE BUSINESS TOKEN_OF_PAYEE: DEAL, agreed on
offer() {
  call POST /api/transactions/shopping/ "$1" "{\"service_details\":\"Phone\",\"amount\":1500,\"cpty_phone\":\"$2\",\"cpty_company\":\"$3\"}"
  DEAL=$(get .form_pk)
  call POST "/api/deals/$DEAL/accept" "$4" '{"terms_version":1,"rules_accepted":true}'
}
# work TOKEN_OF_PAYEE PHONE_OF_PAYER TOKEN_OF_PAYER: DEAL, agreed on, with a commission that the provider's fee is taken from
work() {
  local due; due=$(node -pe 'new Date(Date.now() + 25 * 864e5).toISOString()')
  call POST /api/transactions/services/ "$1" "{\"cpty_full_name\":\"Asha Rao\",\"cpty_phone\":\"$2\",\"deliverables\":\"A logo\",\"payment_mode\":\"Full Payment\",\"date_of_completion\":\"$due\",\"other_info\":\"Two drafts\",\"cancellation_fee\":10,\"amount\":1500,\"coupon_code\":null}"
  DEAL=$(get .form_pk)
  call POST "/api/deals/$DEAL/accept" "$3" '{"terms_version":1,"rules_accepted":true}'
}
ship_and_release() { # PAYEE PAYER
  call POST "/api/deals/$DEAL/ship" "$1" '{"courier":"delhivery","tracking_number":"12345678901"}'
  call POST "/api/deals/$DEAL/release" "$2" '{}'
}
advance() { call POST /api/sandbox/clock '' "{\"advance\":\"$1\"}"; }

razorpay_story() {
  local settings=(PAYMENTS=razorpay,sandbox CUSTODY=psp_hold RAZORPAY_BASE_URL=$FAKE RAZORPAY_KEY_ID=rzp_test_Fake0000000001
    RAZORPAY_KEY_SECRET=fake-key-secret RAZORPAY_WEBHOOK_SECRET=fake-webhook-secret RAZORPAY_ROUTE_CATEGORY=ecommerce
    RAZORPAY_ROUTE_SUBCATEGORY=ecommerce_marketplace RAZORPAY_ROUTE_BUSINESS_TYPES=individual RAZORPAY_ROUTE_HOLD_DAYS=120)
  start razorpay "${settings[@]}"
  say 'a payee opens an account at the provider'
  local payee payer
  register Service_Provider 9123450001 Ravi; payee=$TOKEN
  register Client 9123450002 Asha; payer=$TOKEN
  call POST /api/account/payee-account "$payee" "{\"legal_name\":\"Ravi Rao\",\"business_type\":\"individual\",\"pan\":\"ABCPS1234K\",\"street\":\"1 MG Road\",\"city\":\"Pune\",\"state\":\"27\",\"pin\":\"411001\",\"account_number\":\"123456789012\",\"ifsc\":\"HDFC0000317\",\"terms_accepted\":true,\"password\":\"$PASSWORD\"}"
  fake_until 60 "e.entity === 'product' || e.product_name === 'route'"
  fake POST "products/$(get .id)" '{"to":"activated","agoS":86400}'
  until_so 60 "b.account.state === 'activated'" GET /api/account/payee-account "$payee"
  advance P1DT1H
  fake POST clock '{"aheadS":90000}'
  say 'the order is paid, and the report is lost'
  work "$payee" 9123450002 "$payer"
  call POST "/api/deals/$DEAL/pay" "$payer"
  call GET "$(get .checkout_url)" ''
  fake_until 20 "e.entity === 'order'"
  local order; order=$(get .id)
  fake POST hooks '{"drop":true}'
  fake POST pay "{\"order\":\"$order\"}"
  fake POST hooks '{"drop":false}'
  call GET "/api/deals/$DEAL" "$payer"; is .status agreed
  until_so 180 "b.status === 'funded'" GET "/api/deals/$DEAL" "$payer"
  fake_until 60 "e.entity === 'transfer' && e.on_hold === true"
  say 'funded by asking, and on hold; released'
  call POST "/api/deals/$DEAL/start" "$payee" '{}'
  call POST "/api/deals/$DEAL/release" "$payer" '{}'
  fake_until 120 "e.entity === 'transfer' && e.on_hold === false"
  fake POST transfers/settle
  say 'let go and settled to the payee'
  until_so 180 "b.payouts.some((p) => p.status === 'paid')" GET "/api/deals/$DEAL" "$payee"
  fake POST settle
  advance PT40H
  say 'the report of the next day'
  stop
  start razorpay "${settings[@]}"
  admin 9123456780
  until_so 120 'b.reports.length > 0' GET /api/admin/settlements "$TOKEN"
  is '.discrepancies.length' 0
  [ "$(get .settlements.length)" -gt 0 ] || fail 'no settlement was read'
  call POST /api/admin/books/check "$TOKEN"; is .sound true
  say "razorpay: paid, held, released, settled"
  stop
}

LINES=''
# bank NARRATION DEBIT CREDIT BALANCE: one more line, read by one Admin and approved by the other
bank() {
  LINES="$LINES$(TZ=Asia/Kolkata date -d "@$NOW" +%d/%m/%Y),$1,,$2,$3,$4"$'\n'
  printf 'Date,Narration,Ref No,Debit,Credit,Balance\n%s' "$LINES" >"$WORK/statement.csv"
  BODY=$(curl -s -H "authorization: Token $FIRST" -F "file=@$WORK/statement.csv" "$URL/api/admin/statements?account=$ACCOUNT")
  is .problem null
  call POST "/api/admin/statements/$(get .id)/approve" "$SECOND"
}

upi_story() {
  start upi PAYMENTS=upi,sandbox CUSTODY=bank_escrow UPI_ID=amanat@okbank UPI_NAME=Amanat UPI_PAYEE_KIND=merchant
  env -i "${SETTINGS[@]}" node scripts/admin.mjs create --role Admin --phone 9123456781 --email second@team.example \
    --password $PASSWORD >>"$WORK/server.log"
  admin 9123456780; FIRST=$TOKEN
  admin 9123456781; SECOND=$TOKEN
  call POST /api/admin/bank-accounts "$FIRST" '{"bank":"HDFC","account":"50200011227777","opening_paise":100000}'
  ACCOUNT=$(get .id)
  call POST "/api/admin/bank-accounts/$ACCOUNT/payout-file" "$FIRST" '{"ifsc":"HDFC0000123","client_code":"amnt"}'
  local payee payer reference payout code
  register Seller 9123450003 Ravi; payee=$TOKEN
  register Buyer 9123450004 Asha; payer=$TOKEN
  call POST /api/account/payout-target "$payee" "{\"kind\":\"bank\",\"account_number\":\"50109123450003\",\"ifsc\":\"HDFC0001234\",\"password\":\"$PASSWORD\"}"
  advance PT25H
  NOW=$(node -pe "Math.floor(new Date('$(get .now)') / 1000)")
  offer "$payer" 9123450003 'Ravi Stores' "$payee"
  call POST "/api/deals/$DEAL/pay" "$payer"
  reference=$(get .reference)
  say 'claimed, and nothing moves by it'
  call POST "/api/deals/$DEAL/claim" "$payer" '{"utr":"632600001111","amount_paise":150000}'
  call GET "/api/deals/$DEAL" "$payer"; is .status agreed
  bank "UPI-ASHA-632600001111-$reference" '' 1500.00 2500.00
  until_so 60 "b.status === 'funded' && b.money.held_paise === 150000" GET "/api/deals/$DEAL" "$payer"
  say 'seen in the statement, and held; released'
  ship_and_release "$payee" "$payer"
  call GET "/api/admin/payouts?page_size=100" "$FIRST"
  payout=$(get '[0].id')
  # no bank has told whose account it is: two Admins look first
  for token in "$FIRST" "$SECOND"; do call POST "/api/admin/payouts/$payout/release-hold" "$token"; done
  call GET /api/admin/payouts/by-hand "$FIRST"
  code=$(get '[0].code')
  local paise; paise=$(get '[0].amount_paise')
  call POST /api/admin/payout-batches "$FIRST" "{\"bank_account\":\"$ACCOUNT\",\"format\":\"generic\",\"payouts\":[\"$payout\"]}"
  local batch; batch=$(get .id)
  call POST "/api/admin/payout-batches/$batch/approve" "$SECOND" '{}'
  call POST "/api/admin/payout-batches/$batch/download" "$SECOND" '{}'
  [[ $BODY == *"$code"* ]] || fail 'the file does not name the payout'
  say 'sent by a file'
  bank "IMPS-$code-AMANAT" "$(node -pe "($paise / 100).toFixed(2)")" '' "$(node -pe "(2500 - $paise / 100).toFixed(2)")"
  until_so 60 "b.payouts.some((p) => p.status === 'paid')" GET "/api/deals/$DEAL" "$payee"
  call GET /api/admin/bank-accounts "$FIRST"
  is '[0].difference_paise' 0
  call POST /api/admin/books/check "$FIRST"; is .sound true
  say "upi: claimed, held, released, paid by a file"
  stop
}

say 'starting the pretended Razorpay'
AMANAT_URL=$URL node --import tsx test/support/fakes/razorpay/main.ts $((PORT + 1)) >"$WORK/fake.log" 2>&1 &
FAKE_PID=$!
for story in ${*:-razorpay upi}; do "${story}_story"; done
say 'all of it holds'
