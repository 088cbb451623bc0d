/** Our script of the checkout's page, by the provider whose script it speaks to. The policy of the page knows it by its hash. */
import { createHash } from 'node:crypto'
import type { Checkout } from '#server/rails/rail.ts'

type CheckoutKind = Checkout['page']['kind']

/** Opens the checkout at once, and again by the button. Without the provider's script it says so. */
const around = (name: string, open: string): string => `
const options = JSON.parse(document.body.dataset.checkout)
const tell = (id) => { for (const note of document.querySelectorAll('[data-note]')) note.hidden = note.id !== id }
const pay = () => {
  if (!window.${name}) return tell('paused')
  tell('')
${open}
}
document.getElementById('pay').addEventListener('click', pay)
addEventListener('load', pay)
`

/** What it hands over is signed: the server asks at once. */
const RAZORPAY = around(
  'Razorpay',
  `  const checkout = new Razorpay({
    key: options.publicKey, order_id: options.session, amount: options.amount, currency: 'INR', name: options.name,
    modal: { ondismiss: () => tell('closed') },
    handler: async ({ razorpay_payment_id, razorpay_signature }) => {
      tell('sent')
      const body = JSON.stringify({ payment_id: razorpay_payment_id, signature: razorpay_signature })
      await fetch(options.returned, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => {})
      location.replace(options.deal)
    },
  })
  checkout.open()`,
)

/** What it hands over is signed by nobody: the webhook and the question tell. */
const CASHFREE = around(
  'Cashfree',
  `  const cashfree = Cashfree({ mode: options.publicKey })
  cashfree.checkout({ paymentSessionId: options.session, redirectTarget: '_modal' }).then((result) => {
    if (result && result.paymentDetails) { tell('sent'); location.replace(options.deal) }
    else if (result && result.error) tell('closed')
  }, () => tell('closed'))`,
)

const withHash = (script: string) => ({
  script,
  hash: createHash('sha256').update(script).digest('base64'),
})

export const CHECKOUT_SCRIPTS: Readonly<Record<CheckoutKind, { script: string; hash: string }>> = {
  razorpay: withHash(RAZORPAY),
  cashfree: withHash(CASHFREE),
}
