/** In place of checkout.js: the same constructor and callbacks, and three buttons. Served by the fake. */
export const CHECKOUT_STUB = `
window.Razorpay = class {
  constructor(options) { this.options = options }
  on() {}
  open() {
    const { options } = this
    const base = new URL(document.querySelector('script[src$="/v1/checkout.js"]').src).origin
    const dialog = document.createElement('dialog')
    const end = (label, act) => {
      const button = document.createElement('button')
      button.textContent = label
      button.addEventListener('click', () => { dialog.remove(); act() })
      dialog.append(button)
    }
    const pay = async (status) => {
      const body = JSON.stringify({ order: options.order_id, status })
      const answer = await fetch(base + '/_fake/pay', { method: 'POST', body })
      if (status === 'captured') options.handler(await answer.json())
    }
    dialog.setAttribute('aria-label', 'Pretended checkout')
    end('Pay', () => pay('captured'))
    end('Fail', () => pay('failed'))
    end('Close', () => options.modal.ondismiss())
    document.body.append(dialog)
    dialog.showModal()
  }
}
`
