/**
 * The pretended Razorpay as a process, for trying PAYMENTS=razorpay by hand: npm run fake:razorpay [-- PORT]. It delivers its
 * webhooks to AMANAT_URL once a second, and prints what to set.
 */
import { FAKE_KEYS, FakeRazorpay } from './server.ts'

if (process.env.NODE_ENV === 'production') {
  console.error(
    'The pretended Razorpay is not for production: with it, anybody could say that they have paid.',
  )
  process.exit(1)
}

const fake = await new FakeRazorpay().start(Number(process.argv[2] ?? 4010))
const target = process.env.AMANAT_URL ?? 'http://127.0.0.1:3000'
const keys = `RAZORPAY_BASE_URL=${fake.url} RAZORPAY_KEY_ID=${FAKE_KEYS.keyId} \\
RAZORPAY_KEY_SECRET=${FAKE_KEYS.keySecret} RAZORPAY_WEBHOOK_SECRET=${FAKE_KEYS.webhookSecret}`
console.log(`The pretended Razorpay listens at ${fake.url}. Start the server with

PAYMENTS=razorpay,sandbox CUSTODY=bank_escrow OTP=sandbox ${keys} \\
RAZORPAY_X_WEBHOOK_SECRET=${FAKE_KEYS.webhookSecret} RAZORPAY_X_ACCOUNT=${FAKE_KEYS.accountNumber} npm start

or, for money of deals that waits in the payees' names (Route), with

PAYMENTS=razorpay,sandbox CUSTODY=psp_hold OTP=sandbox ${keys} \\
RAZORPAY_ROUTE_CATEGORY=ecommerce RAZORPAY_ROUTE_SUBCATEGORY=ecommerce_marketplace \\
RAZORPAY_ROUTE_BUSINESS_TYPES=individual,proprietorship RAZORPAY_ROUTE_HOLD_DAYS=120 npm start

and play its reviewers and its settlements, with the ids of GET ${fake.url}/_fake/dump:

curl -d '{"to": "activated", "agoS": 86400}' ${fake.url}/_fake/products/ID    (or needs_clarification, suspended)
curl -X POST ${fake.url}/_fake/transfers/settle
`)

async function deliver(): Promise<void> {
  for (const { event, body, headers } of fake.takeEvents()) {
    const answer = await fetch(`${target}/api/payments/webhooks/razorpay`, {
      method: 'POST',
      body,
      headers,
    }).catch((error: Error) => error)
    console.log(event, answer instanceof Error ? answer.message : answer.status)
  }
  setTimeout(deliver, 1_000)
}
await deliver()
