/** In place of checkout.js: the same constructor and callbacks, three buttons, and words that say what it is. Served by the fake. */
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
      buttons.append(button)
    }
    const pay = async (status) => {
      const body = JSON.stringify({ order: options.order_id, status })
      const answer = await fetch(base + '/_fake/pay', { method: 'POST', body })
      if (status === 'captured') options.handler(await answer.json())
    }
    dialog.setAttribute('aria-label', 'Pretended checkout')
    dialog.style.cssText = 'max-width:20rem;border:1px solid;border-radius:.75rem;padding:1rem'
    const about = document.createElement('p')
    about.textContent = 'Pretended Razorpay: no money moves. ₹' + options.amount / 100 + ' for ' + options.name
    about.style.margin = '0 0 1rem'
    const buttons = document.createElement('p')
    buttons.style.cssText = 'display:flex;flex-wrap:wrap;gap:.5rem;margin:0'
    dialog.append(about, buttons)
    end('Pay', () => pay('captured'))
    end('Fail', () => pay('failed'))
    end('Close', () => options.modal.ondismiss())
    document.body.append(dialog)
    dialog.showModal()
  }
}
`
