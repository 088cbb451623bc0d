/** An order at Vendure in eight calls: item, person, address, shipping, towards payment, payment, parcel, on its way. */
import { copyFileSync } from 'node:fs'
import { Wire } from '#bench/money/wire.ts'
import { type Order, type Peer, startPeer, type Timed } from './peer.ts'

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

async function open(port: number, clients: number): Promise<readonly Order[]> {
  const login = 'mutation{login(username:"admin",password:"admin"){__typename}}'
  const adminToken = await tokenFrom(port, 'admin-api', { query: login })
  const buyers: Order[] = []
  for (let i = 0; i < clients; i++) {
    count += 1
    const token = await tokenFrom(port, 'shop-api', { query: ADD, variables: { v: '1' } })
    const buyer = { token, email: `bench${count}@example.com`, adminToken }
    const wire = await Wire.open(port)
    // the item is in the order already, whose seven other calls end it
    await order(buyer, wire, async (work) => work(), true)
    wire.close()
    buyers.push((connection, timed) => order(buyer, connection, timed))
  }
  return buyers
}

export const vendure: Peer = {
  name: 'Vendure',
  calls: 'eight calls',
  start: (folder, place, port) => {
    copyFileSync('bench/peers/vendure-server.mjs', `${folder}/server.mjs`)
    const env = { ...process.env, PEER_DATABASE: place.url, PEER_PORT: String(port), NODE_ENV: 'production' }
    return startPeer(['server.mjs'], { cwd: folder, env }, (output) => output.includes('the peer is ready'))
  },
  open,
}

/** A refusal of GraphQL is 200 too. */
async function order(
  { token, email, adminToken }: Buyer,
  wire: Wire,
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
  const shop = (query: string, variables: Variables = {}) =>
    timed(() => ask('shop-api', token, query, variables))
  const admin = (query: string, variables: Variables) =>
    timed(() => ask('admin-api', adminToken, query, variables))
  if (!hasItem) await shop(ADD, { v: '1' })
  await shop(PERSON, { i: { firstName: 'Asha', lastName: 'Rao', emailAddress: email } })
  const place = { fullName: 'Asha Rao', streetLine1: '1 MG Road', city: 'Pune', postalCode: '411001' }
  await shop(ADDRESS, { i: { ...place, countryCode: 'IN' } })
  await shop(SHIPPING, { i: ['1'] })
  await shop(TO_PAYMENT)
  const paid = await shop(PAY, { i: { method: 'dummy', metadata: {} } })
  if (paid.state !== 'PaymentSettled') throw new Error(`an order was left as ${paid.state}`)
  const handler = { code: 'manual-fulfillment', arguments: [{ name: 'method', value: 'parcel' }] }
  const lines = [{ orderLineId: paid.lines[0].id, quantity: 1 }]
  const parcel = await admin(PARCEL, { i: { lines, handler } })
  const sent = await admin(SENT, { i: parcel.id })
  if (sent.state !== 'Shipped') throw new Error(`a parcel was left as ${sent.state}`)
}
