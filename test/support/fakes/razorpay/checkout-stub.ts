/** In place of checkout.js: the same constructor and callbacks, three buttons, and words that say what it is. Served by the fake. */
import { CHECKOUT_DIALOG } from '#test/support/fakes/checkout-dialog.ts'

export const CHECKOUT_STUB = `${CHECKOUT_DIALOG}
window.Razorpay = class {
  constructor(options) { this.options = options }
  on() {}
  open() {
    const { options } = this
    const pay = async (status) => {
      const answer = await tellFake('/v1/checkout.js', '/_fake/pay', { order: options.order_id, status })
      if (status === 'captured') options.handler(answer)
    }
    pretend('Pretended Razorpay: no money moves. ₹' + options.amount / 100 + ' for ' + options.name, {
      Pay: () => pay('captured'),
      Fail: () => pay('failed'),
      Close: () => options.modal.ondismiss(),
    })
  }
}
`
