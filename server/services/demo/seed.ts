/**
 * The first data of a database: the first Admin when the operator names one, and in the sandbox the demo. One
 * transaction, so that an interrupted start leaves nothing behind and two processes do not both seed.
 */
import { Refusal } from '#core/errors.ts'
import { DAY_MS } from '#core/time.ts'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { randomId } from '#server/lib/tokens.ts'
import { insertCoupon } from '#server/repositories/coupons.ts'
import { lockDeal } from '#server/repositories/deals.ts'
import { hasAdmin, hasUsers, listPhonesByEmail, lockSeeding } from '#server/repositories/demo.ts'
import { findPayIn } from '#server/repositories/payments.ts'
import { insertUser, type UserRow } from '#server/repositories/users.ts'
import { type AppSettings, type Ctx, sessionUser, type UserCtx } from '#server/services/context.ts'
import { act } from '#server/services/deals/act.ts'
import { createServices, createShopping } from '#server/services/deals/create.ts'
import { openPayment } from '#server/services/money/open-pay-in.ts'
import { recordPayment } from '#server/services/money/record-payment.ts'
import { DEMO_DEALS, type DemoDeal, type DemoStep } from './deals.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoRole } from './people.ts'

interface FirstAdmin {
  readonly phone: string
  readonly email: string
  readonly password: string
}

export interface SeedOptions {
  readonly runInTransaction: RunInTransaction
  readonly settings: AppSettings
  readonly config: {
    readonly admin: FirstAdmin | undefined
    readonly demo: boolean | undefined
    readonly payments: string
  }
}
type DemoUsers = Record<DemoRole, UserRow>

/** Answers the lines to print at the start: the demo's log-ins while they exist. */
export async function seed({ runInTransaction, settings, config }: SeedOptions): Promise<string> {
  const demoHash = await hashPassword(DEMO_PASSWORD)
  const adminHash = config.admin ? await hashPassword(config.admin.password) : ''
  return runInTransaction(async (tx, now) => {
    await lockSeeding(tx)
    const isEmpty = !(await hasUsers(tx))
    if (config.admin) await createFirstAdmin({ tx, now, settings }, config.admin, adminHash)
    const wantsDemo = config.payments === 'sandbox' && (config.demo ?? isEmpty)
    if (wantsDemo && isEmpty) await createDemo({ tx, now, settings }, demoHash)
    const emails = Object.values(DEMO_PEOPLE).map(({ email }) => email)
    return logins(await listPhonesByEmail(tx, emails))
  })
}

function logins(phones: Set<string>): string {
  const people = Object.values(DEMO_PEOPLE).filter((person) => phones.has(person.phone_number))
  if (people.length === 0) return ''
  const lines = people.map(
    (person) => `  ${person.user_type.padEnd(17)} ${person.phone_number}   ${person.first_name}`,
  )
  return `Demo log-ins, password ${DEMO_PASSWORD}\n${lines.join('\n')}\n`
}

/** Their numbers are the operator's own, or the demo's: no code could reach them. */
const verifiedAt = ({ now }: Ctx) => ({
  phone_verified_at: new Date(now),
  email_verified_at: new Date(now),
})

async function createFirstAdmin(ctx: Ctx, admin: FirstAdmin, password_hash: string): Promise<void> {
  if (await hasAdmin(ctx.tx)) return
  await insertUser(ctx.tx, {
    first_name: 'Admin',
    last_name: 'Team',
    phone_number: admin.phone,
    email: admin.email,
    password_hash,
    user_type: 'Admin',
    payment_number: null,
    business_name: null,
    ...verifiedAt(ctx),
  })
}

async function createDemo(ctx: Ctx, password_hash: string): Promise<void> {
  const users = {} as DemoUsers
  for (const [role, person] of Object.entries(DEMO_PEOPLE)) {
    const user = await insertUser(ctx.tx, { ...person, password_hash, ...verifiedAt(ctx) })
    if (!user) throw new Error('the demo needs an empty database')
    users[role as DemoRole] = user
  }
  for (const code of ['WELCOME30', 'FIRST20'])
    await insertCoupon(ctx.tx, { code, created_by: users.admin.id })
  for (const deal of DEMO_DEALS) await createDemoDeal(ctx, users, deal)
}

async function createDemoDeal(ctx: Ctx, users: DemoUsers, deal: DemoDeal): Promise<void> {
  const isShopping = deal.track === 'shopping'
  const people = {
    payer: isShopping ? users.buyer : users.client,
    payee: isShopping ? users.seller : users.freelancer,
    team: users.mediator,
  }
  const as = (who: DemoStep[0]): UserCtx => ({ ...ctx, user: sessionUser(people[who]) })
  const { id } = await createOffer(as(isShopping ? 'payer' : 'payee'), deal, users)
  for (const [who, action, input] of deal.steps) {
    if (action === 'pay' || action === 'fee') await payDue(as(who), id)
    else await takeStep(as(who), id, action, input ?? {})
  }
}

function createOffer(ctx: UserCtx, deal: DemoDeal, users: DemoUsers) {
  if (deal.track === 'shopping')
    return createShopping(ctx, {
      service_details: deal.title,
      amount: deal.amount,
      cpty_phone: users.seller.phone_number,
      cpty_company: users.seller.business_name ?? '',
    })
  return createServices(ctx, {
    cpty_full_name: `${users.client.first_name} ${users.client.last_name}`,
    cpty_phone: users.client.phone_number,
    cpty_email: users.client.email,
    deliverables: deal.title,
    payment_mode: 'Full Payment',
    date_of_completion: ctx.now + 14 * DAY_MS,
    other_info: 'Two rounds of changes',
    cancellation_fee: 20,
    amount: deal.amount,
    coupon_code: null,
  })
}

async function takeStep(
  ctx: UserCtx,
  dealId: string,
  action: string,
  input: Record<string, unknown>,
): Promise<void> {
  const openOffer = (await lockDeal(ctx.tx, dealId))?.dispute?.open_offer_id
  const body = input.offer_id === 'open' ? { ...input, offer_id: openOffer } : input
  const result = await act(ctx, { dealId, action, body })
  if (result instanceof Refusal) throw new Error(`the demo's ${action} was refused: ${result.code}`)
}

async function payDue(ctx: UserCtx, dealId: string): Promise<void> {
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
