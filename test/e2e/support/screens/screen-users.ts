/** Whom and what the screens are looked at with: the demo's people, its deals by where they stand, and what the demo lacks. */
import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { login, register, type Signed, send } from '#test/e2e/support/deals.ts'

const DEMO = {
  buyer: '9000000001',
  seller: '9000000002',
  freelancer: '9000000003',
  client: '9000000004',
  mediator: '9000000005',
  admin: '9000000006',
} as const
const NEW = { newBuyer: 'Buyer', newSeller: 'Seller' } as const
export type ScreenRole = keyof typeof DEMO | keyof typeof NEW

export interface ScreenUsers {
  readonly people: Readonly<Record<ScreenRole, Signed>>
  /** `form_pk` of a deal of the demo: `deal('shopping', 'funded')`. */
  readonly deal: (track: string, status: string) => string
  /** The code of one. */
  readonly coupon: string
  /** Pages of offer links, by what there is to be seen. */
  readonly offers: Readonly<Record<'open' | 'photo' | 'paused', string>>
}

interface UserRow {
  readonly form_pk: string
  readonly track: string
  readonly status: string
}

export async function gather(api: APIRequestContext): Promise<ScreenUsers> {
  const known = await Promise.all(
    Object.entries(DEMO).map(async ([role, phone]) => [role, await login(api, phone)] as const),
  )
  const fresh = await Promise.all(
    Object.entries(NEW).map(async ([role, type]) => [role, await register(api, type, 'Nia')] as const),
  )
  // a second device: one's own account offers to sign the others out
  await login(api, DEMO.buyer)
  const people = Object.fromEntries([...known, ...fresh]) as Record<ScreenRole, Signed>
  const deals = await furtherDeals(api, people)
  // the oldest first: what another worker makes beside us passes through a status and leaves it
  const rows = [...deals, ...(await dealsOf(api, people.buyer)), ...(await dealsOf(api, people.client))]
  const deal = (track: string, status: string): string => {
    const row = rows.find((candidate) => candidate.track === track && candidate.status === status)
    if (!row) throw new Error(`no ${track} deal is ${status}`)
    return row.form_pk
  }
  const [coupon] = await get<{ code: string }[]>(api, '/api/transactions/coupons/', people.freelancer)
  const offers = await offersOf(api, people.seller)
  return { people, deal, coupon: coupon?.code ?? '', offers }
}

async function offersOf(api: APIRequestContext, { token }: Signed): Promise<ScreenUsers['offers']> {
  const headers = { authorization: `Token ${token}` }
  const add = async (): Promise<string> => {
    const item = { track: 'shopping', title: 'Cotton kurta', amount: 1250, details: 'Blue, size M' }
    return (await send(api, '/api/links/', token, item)).id
  }
  const [open, photo, paused] = [await add(), await add(), await add()]
  const file = { name: 'kurta.png', mimeType: 'image/png', buffer: readFileSync('public/social-card.png') }
  const uploaded = await api.post(`/api/links/${photo}/photo/`, { headers, multipart: { file } })
  const changed = await api.patch(`/api/links/${paused}/`, { headers, data: { paused: true } })
  expect([uploaded.status(), changed.status()]).toEqual([201, 200])
  return { open: `/o/${open}`, photo: `/o/${photo}`, paused: `/o/${paused}` }
}

async function get<Body>(api: APIRequestContext, path: string, { token }: Signed): Promise<Body> {
  const response = await api.get(path, {
    headers: { authorization: `Token ${token}`, accept: 'application/json' },
  })
  expect(response.ok(), `${path}: ${response.status()}`).toBe(true)
  return (await response.json()) as Body
}
/** All pages of them: others may have made more deals since the demo's. */
async function dealsOf(api: APIRequestContext, signed: Signed): Promise<UserRow[]> {
  const rows: UserRow[] = []
  for (let page = 1; ; page += 1) {
    const more = await get<UserRow[]>(api, `/api/deals/?page_size=100&page=${page}`, signed)
    rows.push(...more)
    if (more.length < 100) return rows.reverse()
  }
}

/** What no deal of the demo has come to, and one whose payment is open. */
async function furtherDeals(
  api: APIRequestContext,
  { buyer, seller }: Record<ScreenRole, Signed>,
): Promise<UserRow[]> {
  const offer = (): Promise<{ form_pk: string }> =>
    send(api, '/api/transactions/shopping/', buyer.token, {
      service_details: 'Table lamp',
      amount: 1200,
      cpty_phone: seller.user.phone_number,
      cpty_company: seller.user.business_name,
    })
  const rows: UserRow[] = []
  for (const status of ['withdrawn', 'paying', 'returning', 'return_in_transit']) {
    const { form_pk } = await offer()
    rows.push({ form_pk, track: 'shopping', status })
    const act = (signed: Signed, action: string, body: unknown = {}) =>
      send(api, `/api/deals/${form_pk}/${action}`, signed.token, body)
    if (status === 'withdrawn') {
      await act(buyer, 'withdraw')
      continue
    }
    await act(seller, 'accept', { terms_version: 1, rules_accepted: true })
    const payment = await act(buyer, 'pay')
    if (status === 'paying') continue
    await send(api, `/api/sandbox/payments/${payment.id}/succeed`, null, {})
    await act(seller, 'ship', { courier: 'delhivery', tracking_number: '14528900112233' })
    await act(buyer, 'confirm_receipt')
    await act(buyer, 'request_return', { reason: 'The shade is cracked' })
    await act(seller, 'accept_return')
    if (status === 'return_in_transit')
      await act(buyer, 'ship_return', { courier: 'delhivery', tracking_number: '14528900445566' })
  }
  return rows
}
