/** An order at Vendure in eight calls: item, person, address, shipping, towards payment, payment, parcel, on its way. */
import { Wire } from '#bench/money/wire.ts'

type Variables = Readonly<Record<string, unknown>>

const ADD = 'mutation($v:ID!){addItemToOrder(productVariantId:$v,quantity:1){__typename}}'
const PERSON = 'mutation($i:CreateCustomerInput!){setCustomerForOrder(input:$i){__typename}}'
const ADDRESS = 'mutation($i:CreateAddressInput!){setOrderShippingAddress(input:$i){__typename}}'
const SHIPPING = 'mutation($i:[ID!]!){setOrderShippingMethod(shippingMethodId:$i){__typename}}'
const TO_PAYMENT = 'mutation{transitionOrderToState(state:"ArrangingPayment"){__typename}}'
const PAY =
  'mutation($i:PaymentInput!){addPaymentToOrder(input:$i){__typename ... on Order{state lines{id}}}}'
const PARCEL =
  'mutation($i:FulfillOrderInput!){addFulfillmentToOrder(input:$i){__typename ... on Fulfillment{id}}}'
const SENT =
  'mutation($i:ID!){transitionFulfillmentToState(id:$i,state:"Shipped"){__typename ... on Fulfillment{state}}}'

interface Buyer {
  readonly token: string
  readonly email: string
}

export interface Shop {
  readonly buyers: readonly Buyer[]
  readonly adminToken: string
}

interface Query {
  readonly query: string
  readonly variables?: Variables
}

/** The session's token, which is in a header of the first answer. */
async function tokenFrom(port: number, api: string, query: Query): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/${api}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(query),
  })
  const token = answer.headers.get('vendure-auth-token')
  if (!token) throw new Error(`no session: ${answer.status} ${await answer.text()}`)
  return token
}

let count = 0

export async function openShop(port: number, clients: number): Promise<Shop> {
  const login = 'mutation{login(username:"admin",password:"admin"){__typename}}'
  const adminToken = await tokenFrom(port, 'admin-api', { query: login })
  const buyers: Buyer[] = []
  for (let i = 0; i < clients; i++) {
    count += 1
    const token = await tokenFrom(port, 'shop-api', { query: ADD, variables: { v: '1' } })
    const buyer = { token, email: `bench${count}@example.com` }
    const wire = await Wire.open(port)
    // the item is in the order already, whose seven other calls end it
    await order({ ...buyer, wire }, adminToken, async (_step, work) => work(), true)
    wire.close()
    buyers.push(buyer)
  }
  return { buyers, adminToken }
}

type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>

/** Throws where an answer is not what the step is for: a refusal of GraphQL is 200 too. */
export async function order(
  { wire, token, email }: Buyer & { wire: Wire },
  adminToken: string,
  timed: Timed,
  hasItem = false,
): Promise<void> {
  const ask = async (api: string, bearer: string, query: string, variables: Variables) => {
    const headers = { authorization: `Bearer ${bearer}` }
    const { data, errors } = await wire.ask({ path: `/${api}`, headers, body: { query, variables } })
    const [value] = Object.values(data ?? {}) as { __typename: string }[]
    if (errors || !value || !['Order', 'Fulfillment'].includes(value.__typename))
      throw new Error(`${query}: ${JSON.stringify({ data, errors })}`)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return value as any
  }
  const shop = (step: string, query: string, variables: Variables = {}) =>
    timed(step, () => ask('shop-api', token, query, variables))
  const admin = (step: string, query: string, variables: Variables) =>
    timed(step, () => ask('admin-api', adminToken, query, variables))
  if (!hasItem) await shop('item', ADD, { v: '1' })
  await shop('person', PERSON, { i: { firstName: 'Asha', lastName: 'Rao', emailAddress: email } })
  const place = { fullName: 'Asha Rao', streetLine1: '1 MG Road', city: 'Pune', postalCode: '411001' }
  await shop('address', ADDRESS, { i: { ...place, countryCode: 'IN' } })
  await shop('shipping', SHIPPING, { i: ['1'] })
  await shop('to payment', TO_PAYMENT)
  const paid = await shop('pay', PAY, { i: { method: 'dummy', metadata: {} } })
  if (paid.state !== 'PaymentSettled') throw new Error(`an order was left as ${paid.state}`)
  const handler = { code: 'manual-fulfillment', arguments: [{ name: 'method', value: 'parcel' }] }
  const lines = [{ orderLineId: paid.lines[0].id, quantity: 1 }]
  const parcel = await admin('parcel', PARCEL, { i: { lines, handler } })
  const sent = await admin('sent', SENT, { i: parcel.id })
  if (sent.state !== 'Shipped') throw new Error(`a parcel was left as ${sent.state}`)
}
