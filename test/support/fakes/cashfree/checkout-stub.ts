/** In place of cashfree.js: the same call and answers, three buttons, and words that say what it is. Served by the fake. */
import { CHECKOUT_DIALOG } from '#test/support/fakes/checkout-dialog.ts'

export const CHECKOUT_STUB = `${CHECKOUT_DIALOG}
window.Cashfree = () => ({
  checkout: ({ paymentSessionId: session }) => new Promise((end) => {
    const pay = async (status) => {
      await tellFake('/js/v3/cashfree.js', '/_fake/pay', { session, status })
      end(status === 'SUCCESS' ? { paymentDetails: {} } : { error: {} })
    }
    pretend('Pretended Cashfree: no money moves.', {
      Pay: () => pay('SUCCESS'),
      Fail: () => pay('FAILED'),
      Close: () => end({ error: {} }),
    })
  }),
})
`
