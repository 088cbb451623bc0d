/** A payee whose account at the pretended Razorpay is ready for transfers. */
import { COOLING_S, configureProduct, createAccount, moveProduct, requestProduct } from './accounts.ts'
import type { FakeRazorpay } from './server.ts'

let count = 0

export function payeeOf({ state }: Pick<FakeRazorpay, 'state'>): string {
  count += 1
  const registered = {
    ...{ street1: '1 MG Road', street2: 'Pune', city: 'Pune', state: 'MAHARASHTRA', postal_code: '411001' },
  }
  const { id } = createAccount(state, {
    ...{ type: 'route', email: `payee${count}@example.com`, phone: `90000${10_000 + count}` },
    ...{ legal_business_name: 'Ravi Traders', business_type: 'individual' },
    profile: { category: 'ecommerce', subcategory: 'ecommerce_marketplace', addresses: { registered } },
  })
  const product = requestProduct(state, id, { product_name: 'route', tnc_accepted: true })
  const settlements = { account_number: '123456789012', ifsc_code: 'HDFC0000317' }
  configureProduct(state, product.id, { settlements, tnc_accepted: true })
  moveProduct(state, product.id, { to: 'activated', agoS: COOLING_S })
  state.events.length = 0
  return id
}
