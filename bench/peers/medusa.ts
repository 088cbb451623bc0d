/** An order at Medusa 2 in eight calls: cart, item, shipping, two towards payment, the order, parcel, on its way. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Wire } from '#bench/money/wire.ts'
import type { Place } from '#bench/money/world.ts'
import { type Order, type Peer, startPeer, type Timed } from './peer.ts'

const CLI = 'node_modules/@medusajs/cli/cli.js'
const ADDRESS = {
  ...{ first_name: 'Asha', last_name: 'Rao', address_1: '1 MG Road' },
  ...{ city: 'Pune', postal_code: '411001', country_code: 'in' },
}

interface Shop {
  readonly region: string
  readonly location: string
  readonly option: string
  readonly variant: string
  /** The keys of the shop and of its team. */
  readonly web: string
  readonly team: string
}

let shop: Shop

/** Its modules read no `host` among the parameters of an address. */
function addressOf({ url }: Place): string {
  const { searchParams, pathname, username, password, host } = new URL(url)
  const user = password ? `${username}:${password}` : username
  return `postgresql://${user}@${encodeURIComponent(searchParams.get('host') ?? '') || host}${pathname}`
}

async function start(folder: string, place: Place, port: number) {
  copyFileSync('bench/peers/medusa-config.cjs', join(folder, 'medusa-config.js'))
  copyFileSync('bench/peers/medusa-seed.mjs', join(folder, 'seed.mjs'))
  const env = {
    ...process.env,
    ...{ PEER_DATABASE: addressOf(place), PORT: String(port), NODE_ENV: 'production' },
    ...{ MEDUSA_DISABLE_TELEMETRY: 'true', LOG_LEVEL: 'error' },
  }
  for (const args of [
    ['db:migrate', '--execute-safe-links'],
    ['exec', './seed.mjs'],
  ]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`medusa ${args[0]}: ${stdout}${stderr}`)
  }
  shop = JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8'))
  // with errors alone in its log it says nothing when it is ready
  return startPeer([CLI, 'start'], { cwd: folder, env }, isAnswering(port))
}

const isAnswering = (port: number) => async (): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
  return answer?.ok ?? false
}

async function order(email: string, wire: Wire, timed: Timed): Promise<void> {
  const keys = { 'x-publishable-api-key': shop.web }
  const teamKeys = { authorization: `Basic ${Buffer.from(`${shop.team}:`).toString('base64')}` }
  const store = (path: string, body: object) =>
    timed(() => wire.ask({ path: `/store/${path}`, headers: keys, body }))
  const admin = (path: string, body: object) =>
    timed(() => wire.ask({ path: `/admin/orders/${path}`, headers: teamKeys, body }))
  const buyer = { email, region_id: shop.region, shipping_address: ADDRESS }
  const { cart } = await store('carts', buyer)
  await store(`carts/${cart.id}/line-items`, { variant_id: shop.variant, quantity: 1 })
  await store(`carts/${cart.id}/shipping-methods`, { option_id: shop.option })
  const { payment_collection } = await store('payment-collections', { cart_id: cart.id })
  const sessions = `payment-collections/${payment_collection.id}/payment-sessions`
  await store(sessions, { provider_id: 'pp_system_default' })
  const { type, order: placed } = await store(`carts/${cart.id}/complete`, {})
  if (type !== 'order') throw new Error(`a cart was left as ${type}`)
  const items = [{ id: placed.items[0].id, quantity: 1 }]
  const fields = '?fields=id,fulfillments.id,fulfillments.shipped_at'
  const parcel = await admin(`${placed.id}/fulfillments${fields}`, { location_id: shop.location, items })
  const path = `${placed.id}/fulfillments/${parcel.order.fulfillments[0].id}/shipments${fields}`
  const sent = await admin(path, { items })
  if (!sent.order.fulfillments[0].shipped_at) throw new Error('a parcel was not sent')
}

let count = 0

async function open(_port: number, clients: number): Promise<readonly Order[]> {
  return Array.from({ length: clients }, () => {
    count += 1
    const email = `bench${count}@example.com`
    return (wire: Wire, timed: Timed) => order(email, wire, timed)
  })
}

export const medusa: Peer = { name: 'Medusa', calls: 'eight calls', start, open }
