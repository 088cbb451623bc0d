/** People to make deals with, and the steps of a deal as they take them. */
import type { Deal } from '#core/contract/deals.ts'
import type { Role } from '#core/roles.ts'
import type { TestApp } from './app.ts'
import { addFile } from './files.ts'

export const PASSWORD = 'Amanat@2026'
let count = 0

export interface Person {
  readonly token: string
  readonly id: number
  readonly phone: string
  readonly email: string
  readonly business: string
}

export async function person(app: TestApp, role: Role, over: Record<string, unknown> = {}): Promise<Person> {
  count += 1
  const phone = String(9_000_000_000 + count)
  const letters = [...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const business = `Shop ${letters}`
  const { status, body } = await app.call('POST', '/api/auth/register', {
    body: {
      phone_number: phone,
      email: `person${count}@example.com`,
      first_name: 'Asha',
      last_name: 'Rao',
      user_type: [role],
      password: PASSWORD,
      payment_number: phone,
      ...(role === 'Seller' ? { business_name: business } : {}),
      ...over,
    },
  })
  if (status !== 201) throw new Error(`registering a ${role}: ${status} ${JSON.stringify(body)}`)
  const { id, email, phone_number } = body.user
  return { token: body.token, id, phone: phone_number, email, business }
}

/** A person of the team, made as an operator would: by the database's owner. */
export async function teammate(app: TestApp, role: 'Admin' | 'Mediator' = 'Mediator'): Promise<Person> {
  const user = await person(app, 'Buyer')
  await app.db.ownerPool.query('update app_user set user_type = $1 where id = $2', [role, user.id])
  return user
}

export interface Pair {
  readonly payer: Person
  readonly payee: Person
  readonly creator: Person
  readonly counterparty: Person
  readonly formPk: string
}

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

export async function offerShopping(app: TestApp, over: Record<string, unknown> = {}): Promise<Pair> {
  const payer = await person(app, 'Buyer')
  const payee = await person(app, 'Seller')
  const { status, body } = await app.call('POST', '/api/transactions/shopping/', {
    token: payer.token,
    body: {
      service_details: 'Phone',
      amount: 1500,
      cpty_phone: payee.phone,
      cpty_company: payee.business,
      ...over,
    },
  })
  if (status !== 201) throw new Error(`offering: ${status} ${JSON.stringify(body)}`)
  return { payer, payee, creator: payer, counterparty: payee, formPk: body.form_pk }
}

export async function offerServices(app: TestApp, over: Record<string, unknown> = {}): Promise<Pair> {
  const payee = await person(app, 'Service_Provider')
  const payer = await person(app, 'Client')
  const { status, body } = await app.call('POST', '/api/transactions/services/', {
    token: payee.token,
    body: {
      cpty_full_name: 'Client Person',
      cpty_phone: payer.phone,
      deliverables: 'A logo in three sizes',
      payment_mode: 'Full Payment',
      date_of_completion: inDays(20),
      other_info: 'Two drafts',
      cancellation_fee: 10,
      amount: 20_000,
      coupon_code: null,
      ...over,
    },
  })
  if (status !== 201) throw new Error(`offering: ${status} ${JSON.stringify(body)}`)
  return { payer, payee, creator: payee, counterparty: payer, formPk: body.form_pk }
}

/** Takes an action and answers the deal; throws with the refusal otherwise. */
export async function take(
  app: TestApp,
  who: Person,
  formPk: string,
  action: string,
  body: unknown = {},
): Promise<Deal> {
  const reply = await app.call('POST', `/api/deals/${formPk}/${action}`, { token: who.token, body })
  if (reply.status !== 200) throw new Error(`${action}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

export const accept = (app: TestApp, pair: Pair): Promise<Deal> =>
  take(app, pair.counterparty, pair.formPk, 'accept', { terms_version: 1, rules_accepted: true })

/** Pays what is due from somebody and plays the provider. */
export async function pay(app: TestApp, who: Person, formPk: string, outcome = 'succeed'): Promise<string> {
  const due = await app.call('POST', `/api/deals/${formPk}/pay`, { token: who.token })
  if (due.status !== 200) throw new Error(`pay: ${due.status} ${JSON.stringify(due.body)}`)
  const played = await app.call('POST', `/api/sandbox/payments/${due.body.id}/${outcome}`)
  if (played.status !== 200) throw new Error(`${outcome}: ${played.status} ${JSON.stringify(played.body)}`)
  return due.body.id
}

export const look = async (app: TestApp, who: Person, formPk: string): Promise<Deal> =>
  (await app.call('GET', `/api/deals/${formPk}`, { token: who.token })).body

/** Brings a fresh offer to a state on the way that most deals take. */
export async function bringTo(
  app: TestApp,
  pair: Pair,
  state: 'agreed' | 'funded' | 'in_delivery' | 'delivered',
) {
  await accept(app, pair)
  if (state === 'agreed') return
  await pay(app, pair.payer, pair.formPk)
  if (state === 'funded') return
  const deal = await look(app, pair.payee, pair.formPk)
  if (deal.track === 'services') await take(app, pair.payee, pair.formPk, 'start')
  else
    await take(app, pair.payee, pair.formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
  if (state === 'in_delivery') return
  const file_ids = deal.track === 'services' ? [(await addFile(app, pair.payee, pair.formPk)).id] : []
  await take(app, pair.payee, pair.formPk, 'deliver', { note: 'Done as agreed', file_ids })
}
