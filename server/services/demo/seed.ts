/**
 * What a new database starts with: the first Admin when the operator names one, and in the sandbox the demo. All of
 * it in one transaction, so that a start that is cut off leaves nothing half made and two processes do not both do it.
 */
import { sql } from 'kysely'
import { Refusal } from '../../../core/errors.ts'
import { DAY_MS } from '../../../core/time.ts'
import type { Config } from '../../config.ts'
import type { Transactor } from '../../db/transaction.ts'
import { hashPassword } from '../../passwords.ts'
import { insertCoupon } from '../../repositories/coupons.ts'
import { lockDeal } from '../../repositories/deals.ts'
import { findPayIn } from '../../repositories/payments.ts'
import { insertUser, type UserRow } from '../../repositories/users.ts'
import { randomId } from '../../tokens.ts'
import { sessionUser } from '../accounts/session.ts'
import type { Ctx, House, UserCtx } from '../context.ts'
import { act } from '../deals/act.ts'
import { createServices, createShopping } from '../deals/create.ts'
import { openPayment } from '../payments/open.ts'
import { recordPayment } from '../payments/record.ts'
import { DEMO_DEALS, type DemoDeal, type Step } from './deals.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoRole } from './people.ts'

export interface SeedParts {
  readonly transact: Transactor
  readonly house: House
  readonly config: Pick<Config, 'admin' | 'demo' | 'payments'>
}
type Cast = Record<DemoRole, UserRow>

/** Any constant; processes that start at the same moment take turns by it. */
const TURN = 0x5eed

/** Answers the lines to print at the start: the demo's log-ins while they exist. */
export async function seed({ transact, house, config }: SeedParts): Promise<string> {
  const hash = await hashPassword(DEMO_PASSWORD)
  const adminHash = config.admin ? await hashPassword(config.admin.password) : ''
  return transact(async (tx, now) => {
    await sql`select pg_advisory_xact_lock(${TURN})`.execute(tx)
    const someone = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
    if (config.admin) await firstAdmin({ tx, now, house }, config.admin, adminHash)
    const wantsDemo = config.payments === 'sandbox' && (config.demo ?? !someone)
    if (wantsDemo && !someone) await play({ tx, now, house }, hash)
    return logins(await demoPhones(tx))
  })
}

async function demoPhones(tx: Ctx['tx']): Promise<Set<string>> {
  const all = Object.values(DEMO_PEOPLE)
  const rows = await tx
    .selectFrom('app_user')
    .select('phone_number')
    .where(
      'email',
      'in',
      all.map((one) => one.email),
    )
    .execute()
  return new Set(rows.map((row) => row.phone_number))
}

function logins(phones: Set<string>): string {
  const people = Object.values(DEMO_PEOPLE).filter((one) => phones.has(one.phone_number))
  if (people.length === 0) return ''
  const lines = people.map((one) => `  ${one.user_type.padEnd(17)} ${one.phone_number}   ${one.first_name}`)
  return `Demo log-ins, password ${DEMO_PASSWORD}\n${lines.join('\n')}\n`
}

async function firstAdmin(ctx: Ctx, admin: NonNullable<Config['admin']>, hash: string): Promise<void> {
  const has = await ctx.tx
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'Admin')
    .executeTakeFirst()
  if (has) return
  await insertUser(ctx.tx, {
    first_name: 'Admin',
    last_name: 'Team',
    phone_number: admin.phone,
    email: admin.email,
    password_hash: hash,
    user_type: 'Admin',
    payment_number: null,
    business_name: null,
  })
}

async function play(ctx: Ctx, hash: string): Promise<void> {
  const cast = {} as Cast
  for (const [role, one] of Object.entries(DEMO_PEOPLE)) {
    const made = await insertUser(ctx.tx, { ...one, password_hash: hash })
    if (!made) throw new Error('the demo needs an empty database')
    cast[role as DemoRole] = made
  }
  for (const code of ['WELCOME30', 'FIRST20']) await insertCoupon(ctx.tx, { code, created_by: cast.admin.id })
  for (const deal of DEMO_DEALS) await playDeal(ctx, cast, deal)
}

async function playDeal(ctx: Ctx, cast: Cast, deal: DemoDeal): Promise<void> {
  const isShopping = deal.track === 'shopping'
  const people = {
    payer: isShopping ? cast.buyer : cast.client,
    payee: isShopping ? cast.seller : cast.freelancer,
    team: cast.mediator,
  }
  const as = (who: Step[0]): UserCtx => ({ ...ctx, user: sessionUser(people[who]) })
  const { id } = await offer(as(isShopping ? 'payer' : 'payee'), deal, cast)
  for (const [who, action, input] of deal.steps) {
    if (action === 'pay' || action === 'fee') await settle(as(who), id)
    else await step(as(who), id, action, input ?? {})
  }
}

function offer(ctx: UserCtx, deal: DemoDeal, cast: Cast) {
  if (deal.track === 'shopping')
    return createShopping(ctx, {
      service_details: deal.title,
      amount: deal.amount,
      cpty_phone: cast.seller.phone_number,
      cpty_company: cast.seller.business_name ?? '',
    })
  return createServices(ctx, {
    cpty_full_name: `${cast.client.first_name} ${cast.client.last_name}`,
    cpty_phone: cast.client.phone_number,
    cpty_email: cast.client.email,
    deliverables: deal.title,
    payment_mode: 'Full Payment',
    date_of_completion: ctx.now + 14 * DAY_MS,
    other_info: 'Two rounds of changes',
    cancellation_fee: 20,
    amount: deal.amount,
    coupon_code: null,
  })
}

async function step(
  ctx: UserCtx,
  dealId: string,
  action: string,
  input: Record<string, unknown>,
): Promise<void> {
  const openOffer = (await lockDeal(ctx.tx, dealId))?.dispute?.open_offer_id
  const body = input.offer_id === 'open' ? { ...input, offer_id: openOffer } : input
  const done = await act(ctx, { dealId, action, body })
  if (done instanceof Refusal) throw new Error(`the demo's ${action} was refused: ${done.code}`)
}

async function settle(ctx: UserCtx, dealId: string): Promise<void> {
  const due = await openPayment(ctx, dealId)
  if (due instanceof Refusal) throw new Error(`the demo's payment was refused: ${due.code}`)
  const payIn = await findPayIn(ctx.tx, due.id)
  const id = randomId()
  await recordPayment(ctx, {
    provider: 'sandbox',
    eventId: `evt_${id}`,
    kind: 'paid',
    paymentId: `pay_${id}`,
    reference: payIn?.reference ?? null,
    amountPaise: due.amount_paise,
    source: `u${ctx.user.id}@sandbox`,
    raw: { demo: true },
  })
}
