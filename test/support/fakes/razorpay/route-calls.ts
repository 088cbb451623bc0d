/** The part of the API that Route has, and its levers. */
import {
  changeStakeholder,
  configureProduct,
  createAccount,
  createStakeholder,
  findLinkedAccount,
  moveProduct,
  requestProduct,
} from './accounts.ts'
import type { FakeRoute, FakeState } from './state.ts'
import { process, reverse, setHold, settleTransfers, transferPayment, transfersOf } from './transfers.ts'

export function routeRoutesOf(state: FakeState): FakeRoute[] {
  const collection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items })
  return [
    [
      'GET',
      /^\/v1\/orders\/(\w+)\/?$/,
      ({ url }, id) => {
        const order = state.find(id, 'order')
        const isExpanded = url.searchParams.get('expand[]') === 'transfers'
        return isExpanded ? { ...order, transfers: collection(transfersOf(state, id)) } : order
      },
    ],
    ['GET', /^\/v1\/transfers\/(\w+)$/, (_call, id) => state.find(id, 'transfer')],
    ['PATCH', /^\/v1\/transfers\/(\w+)$/, ({ body }, id) => setHold(state, id, body)],
    ['POST', /^\/v1\/transfers\/(\w+)\/reversals$/, ({ body }, id) => reverse(state, id, body.amount)],
    [
      'GET',
      /^\/v1\/transfers\/(\w+)\/reversals$/,
      (_call, id) => state.list('reversal', ({ transfer_id }) => transfer_id === id),
    ],
    ['POST', /^\/v1\/payments\/(\w+)\/transfers$/, ({ body }, id) => transferPayment(state, id, body)],
    ['GET', /^\/v1\/payments\/(\w+)\/transfers$/, (_call, id) => collection(transfersOf(state, id))],
    ['POST', /^\/v2\/accounts$/, ({ body }) => createAccount(state, body)],
    ['GET', /^\/v2\/accounts\/(\w+)$/, (_call, id) => findLinkedAccount(state, id)],
    ['POST', /^\/v2\/accounts\/(\w+)\/stakeholders$/, ({ body }, id) => createStakeholder(state, id, body)],
    [
      'PATCH',
      /^\/v2\/accounts\/(\w+)\/stakeholders\/(\w+)$/,
      ({ body }, _id, owner) => changeStakeholder(state, owner, body),
    ],
    ['POST', /^\/v2\/accounts\/(\w+)\/products$/, ({ body }, id) => requestProduct(state, id, body)],
    [
      'PATCH',
      /^\/v2\/accounts\/(\w+)\/products\/(\w+)\/?$/,
      ({ body }, _id, product) => configureProduct(state, product, body),
    ],
    [
      'GET',
      /^\/v2\/accounts\/(\w+)\/products\/(\w+)\/?$/,
      (_call, _id, product) => state.find(product, 'product'),
    ],
  ]
}

/** What Razorpay's reviewers and its clock do. */
export function routeControlsOf(state: FakeState): FakeRoute[] {
  return [
    ['POST', /^\/_fake\/products\/(\w+)$/, ({ body }, id) => moveProduct(state, id, body)],
    ['POST', /^\/_fake\/transfers\/settle$/, () => settleTransfers(state)],
    [
      'POST',
      /^\/_fake\/transfers\/(\w+)\/process$/,
      (_call, id) => {
        const transfer = state.find(id, 'transfer')
        process(state, transfer)
        return transfer
      },
    ],
  ]
}
