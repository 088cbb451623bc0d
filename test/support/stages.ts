/** How to bring a deal to each state of the lifecycle, as its people would. */
import type { Track } from '#core/ids.ts'
import type { Status } from '#core/lifecycle/states.ts'
import type { TestApp } from './app.ts'
import { inDays, look, type Pair, type Person, pay, take } from './people.ts'

export interface DealFixture extends Pair {
  readonly team: Person
  readonly track: Track
}
type Step = (app: TestApp, fixture: DealFixture) => Promise<unknown>

const by =
  (who: 'payer' | 'payee' | 'team' | 'counterparty' | 'creator', action: string, body: unknown = {}): Step =>
  (app, fixture) =>
    take(app, fixture[who], fixture.formPk, action, body)
const paid =
  (who: 'payer' | 'payee'): Step =>
  (app, fixture) =>
    pay(app, fixture[who], fixture.formPk)
const later =
  (span: string): Step =>
  (app) =>
    app.advance(span)

export const COMPLAINT = { reason: 'late', statement: 'It has not come', wanted: 'full_refund' }
const accepted = by('counterparty', 'accept', { terms_version: 1, rules_accepted: true })
const sent: Step = (app, fixture) =>
  fixture.track === 'shopping'
    ? take(app, fixture.payee, fixture.formPk, 'ship', { courier: 'other', tracking_number: 'A1' })
    : take(app, fixture.payee, fixture.formPk, 'start')
const offered: Step = by('payee', 'propose_split', { payer_share_paise: 100 })

const agreed = [accepted]
const funded = [...agreed, paid('payer')]
const extended: Step = (app, { payee, formPk }) =>
  take(app, payee, formPk, 'propose_extension', { due: inDays(300) })
const inDelivery = [...funded, sent, extended]
const delivered = [...inDelivery, by('payee', 'deliver', { note: 'Done' })]
const returnRequested = [...delivered, by('payer', 'request_return', { reason: 'Wrong size' })]
const returning = [...returnRequested, by('payee', 'accept_return')]
const disputed = [...delivered, by('payer', 'complain', COMPLAINT), paid('payer'), paid('payee')]
const negotiating = [...disputed, by('payee', 'respond', { statement: 'It is on the way' }), offered]
const mediation = [...negotiating, by('payer', 'escalate'), by('payee', 'escalate')]

const PATHS: Readonly<Record<Status, readonly Step[]>> = {
  proposed: [],
  agreed,
  funded,
  in_delivery: inDelivery,
  delivered,
  return_requested: returnRequested,
  returning,
  return_in_transit: [...returning, by('payer', 'ship_return', { courier: 'other', tracking_number: 'B2' })],
  disputed,
  negotiating,
  mediation,
  declined: [by('counterparty', 'decline')],
  withdrawn: [by('creator', 'withdraw')],
  expired: [later('P8D')],
  refunded: [...funded, by('payee', 'cancel')],
  released: [...delivered, by('payer', 'release')],
  cancelled: [...inDelivery, by('payer', 'cancel')],
  settled: [
    ...mediation,
    by('team', 'decide', { payer_share_paise: 0, at_fault: 'none', reasons: 'Both are right' }),
  ],
}

/** Returns are of goods alone. */
export const exists = (track: Track, status: Status): boolean =>
  track === 'shopping' || !status.startsWith('return')

export async function bringToStatus(app: TestApp, fixture: DealFixture, status: Status): Promise<void> {
  for (const step of PATHS[status]) await step(app, fixture)
  const now = await look(app, fixture.payer, fixture.formPk)
  if (now.status !== status) throw new Error(`meant to be ${status}, is ${now.status}`)
}
