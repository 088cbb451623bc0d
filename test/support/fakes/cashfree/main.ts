/** The pretended Cashfree as a process: npm run fake:cashfree [-- PORT]. It prints what to set. */
import { runByHand } from '#test/support/fakes/by-hand.ts'
import { CASHFREE_FAKE, FakeCashfree } from './server.ts'

const { pg, payout } = CASHFREE_FAKE

await runByHand(
  'cashfree',
  new FakeCashfree(),
  (url) => `The pretended Cashfree listens at ${url}. Start the server with

PAYMENTS=cashfree,sandbox CUSTODY=bank_escrow OTP=sandbox CASHFREE_BASE_URL=${url} CASHFREE_ENVIRONMENT=sandbox \\
CASHFREE_CLIENT_ID=${pg.clientId} CASHFREE_CLIENT_SECRET=${pg.clientSecret} \\
CASHFREE_PAYOUT_CLIENT_ID=${payout.clientId} CASHFREE_PAYOUT_CLIENT_SECRET=${payout.clientSecret} npm start

and play the bank, with the ids of GET ${url}/_fake/dump:

curl -d '{"to": "SUCCESS"}' ${url}/_fake/refunds/CF_REFUND_ID       (or CANCELLED)
curl -d '{"to": "SUCCESS"}' ${url}/_fake/transfers/TRANSFER_ID      (or FAILED, REVERSED)
`,
)
