/** The pretended Razorpay as a process: npm run fake:razorpay [-- PORT]. It prints what to set. */
import { runByHand } from '#test/support/fakes/by-hand.ts'
import { FAKE_KEYS, FakeRazorpay } from './server.ts'

await runByHand('razorpay', new FakeRazorpay(), (url) => {
  const keys = `RAZORPAY_BASE_URL=${url} RAZORPAY_KEY_ID=${FAKE_KEYS.keyId} \\
RAZORPAY_KEY_SECRET=${FAKE_KEYS.keySecret} RAZORPAY_WEBHOOK_SECRET=${FAKE_KEYS.webhookSecret}`
  return `The pretended Razorpay listens at ${url}. Start the server with

PAYMENTS=razorpay,sandbox CUSTODY=bank_escrow OTP=sandbox ${keys} \\
RAZORPAY_X_WEBHOOK_SECRET=${FAKE_KEYS.webhookSecret} RAZORPAY_X_ACCOUNT=${FAKE_KEYS.accountNumber} npm start

or, for money of deals that waits in the payees' names (Route), with

PAYMENTS=razorpay,sandbox CUSTODY=psp_hold OTP=sandbox ${keys} \\
RAZORPAY_ROUTE_CATEGORY=ecommerce RAZORPAY_ROUTE_SUBCATEGORY=ecommerce_marketplace \\
RAZORPAY_ROUTE_BUSINESS_TYPES=individual,proprietorship RAZORPAY_ROUTE_HOLD_DAYS=120 npm start

and play its reviewers and its settlements, with the ids of GET ${url}/_fake/dump:

curl -d '{"to": "activated", "agoS": 86400}' ${url}/_fake/products/ID    (or needs_clarification, suspended)
curl -X POST ${url}/_fake/transfers/settle
`
})
