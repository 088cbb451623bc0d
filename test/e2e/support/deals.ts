/** People and deals made over the API, so that a walk can begin where it gets interesting. */
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { letters, PASSWORD } from './people.ts'

let userCount = 0

export interface Signed {
  readonly token: string
  readonly user: {
    readonly id: number
    readonly phone_number: string
    readonly email: string
    readonly business_name: string | null
  }
}

export async function send(api: APIRequestContext, path: string, token: string | null, data: unknown) {
  const headers = token ? { authorization: `Token ${token}` } : undefined
  const response = await api.post(path, { data: data as object, headers })
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return response.status() === 204 ? null : response.json()
}

export function register(api: APIRequestContext, role: string, firstName: string): Promise<Signed> {
  userCount += 1
  const unique = process.pid * 100 + userCount
  const phone = `8${String(unique).padStart(9, '0').slice(-9)}`
  return send(api, '/api/auth/register', null, {
    phone_number: phone,
    email: `made${unique}@example.com`,
    first_name: firstName,
    last_name: 'Walker',
    user_type: [role],
    password: PASSWORD,
    payment_number: phone,
    business_name: `Store ${letters(unique)}`.slice(0, 20),
  })
}

export const login = (api: APIRequestContext, phone: string): Promise<Signed> =>
  send(api, '/api/auth/login', null, { phone_number: phone, password: PASSWORD })

/** A browser of one's own, signed in. */
export async function openAs(
  browser: Browser,
  signed: Signed,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options)
  await context.addInitScript((session) => {
    localStorage.setItem('token', session.token)
    localStorage.setItem('user', JSON.stringify(session.user))
  }, signed)
  return context.newPage()
}

export interface CreatedDeal {
  readonly path: string
  readonly buyer: Signed
  readonly seller: Signed
}

/** A purchase that is to be paid; of a buyer of one's own, where one is named. */
export async function agreed(
  api: APIRequestContext,
  people: { readonly buyer?: Signed } = {},
): Promise<CreatedDeal> {
  const buyer = people.buyer ?? (await register(api, 'Buyer', 'Asha'))
  const seller = await register(api, 'Seller', 'Ravi')
  const offer = await send(api, '/api/transactions/shopping/', buyer.token, {
    service_details: 'Old camera',
    amount: 9000,
    cpty_phone: seller.user.phone_number,
    cpty_company: seller.user.business_name,
  })
  const path = `/deals/${offer.form_pk}`
  await act(api, seller, path, 'accept', { terms_version: 1, rules_accepted: true })
  return { path, buyer, seller }
}

/** One whose money is held. */
export async function funded(
  api: APIRequestContext,
  people: { readonly buyer?: Signed } = {},
): Promise<CreatedDeal> {
  const deal = await agreed(api, people)
  await pay(api, deal.buyer, deal.path)
  return deal
}

export const act = (api: APIRequestContext, signed: Signed, path: string, action: string, body: unknown) =>
  send(api, `/api${path}/${action}`, signed.token, body)

/** A purchase that was delivered, as the seller says. */
export async function delivered(
  api: APIRequestContext,
  people: { readonly buyer?: Signed } = {},
): Promise<CreatedDeal> {
  const deal = await funded(api, people)
  const { path, seller } = deal
  await act(api, seller, path, 'ship', { courier: 'delhivery', tracking_number: '14528900112233' })
  await act(api, seller, path, 'deliver', { note: 'Left at the door' })
  return deal
}

/** A piece of work that has started: the buyer of it is its client, the seller its freelancer. */
export async function working(api: APIRequestContext): Promise<CreatedDeal> {
  const [buyer, seller] = [
    await register(api, 'Client', 'Arjun'),
    await register(api, 'Service_Provider', 'Meera'),
  ]
  const offer = await send(api, '/api/transactions/services/', seller.token, {
    cpty_full_name: 'Arjun Walker',
    cpty_phone: buyer.user.phone_number,
    deliverables: 'A logo',
    payment_mode: 'Full Payment',
    date_of_completion: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    other_info: 'As SVG',
    cancellation_fee: 10,
    amount: 20_000,
    coupon_code: null,
  })
  const path = `/deals/${offer.form_pk}`
  await act(api, buyer, path, 'accept', { terms_version: 1, rules_accepted: true })
  await pay(api, buyer, path)
  await act(api, seller, path, 'start', {})
  return { path, buyer, seller }
}

/** Pays what is due from somebody, the amount or a dispute fee. */
export async function pay(api: APIRequestContext, signed: Signed, path: string): Promise<void> {
  const payment = await act(api, signed, path, 'pay', {})
  await send(api, `/api/sandbox/payments/${payment.id}/succeed`, null, {})
}
