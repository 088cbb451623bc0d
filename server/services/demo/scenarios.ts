/** Named stories of the sandbox: each makes two people and a deal of theirs, and brings it to a state. */
import type { z } from 'zod'
import type { Scenario, sandboxScenario } from '#core/contract/site.ts'
import { Refusal } from '#core/errors.ts'
import { shareLink } from '#core/links.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { newPhoneNumber, newToken } from '#server/lib/tokens.ts'
import type { Rail } from '#server/rails/rail.ts'
import { findDeal } from '#server/repositories/deals.ts'
import { insertUser, type UserRow } from '#server/repositories/users.ts'
import { openSession } from '#server/services/account/session.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, type InTransaction, sessionUser } from '#server/services/context.ts'
import type { DemoDeal, DemoStep } from './deals.ts'
import { playDeal } from './play.ts'

type PlayedScenario = z.output<(typeof sandboxScenario)['responses'][201]>

const accept = (who: 'payer' | 'payee'): DemoStep => [
  who,
  'accept',
  { terms_version: 1, rules_accepted: true },
]
const AGREED = [accept('payee')]
const HELD: readonly DemoStep[] = [...AGREED, ['payer', 'pay']]
const SENT: readonly DemoStep[] = [
  ...HELD,
  ['payee', 'ship', { courier: 'delhivery', tracking_number: '14528900112233' }],
]
const ARRIVED: readonly DemoStep[] = [...SENT, ['payer', 'confirm_receipt']]
const RETURNED: readonly DemoStep[] = [
  ...ARRIVED,
  ['payer', 'request_return', { reason: 'Wrong size' }],
  ['payee', 'accept_return', { address: 'Ravi Traders, 12 FC Road, Pune 411004' }],
  ['payer', 'ship_return', { courier: 'delhivery', tracking_number: '14528900112234' }],
]
const NOT_AS_DESCRIBED = {
  reason: 'not_as_described',
  statement: 'The screen is scratched.',
  wanted: 'split',
}
const NOT_RETURNED = {
  reason: 'not_received',
  statement: 'The return has not come back.',
  wanted: 'full_release',
}

const goods = (...steps: readonly DemoStep[]): DemoDeal => ({
  track: 'shopping',
  title: 'Used phone',
  amount: 1_500,
  steps,
})

const STORIES: Readonly<Record<Scenario, DemoDeal>> = {
  offer_made: goods(),
  payment_awaited: goods(...AGREED),
  money_held: goods(...HELD),
  parcel_on_the_way: goods(...SENT),
  completed: goods(...ARRIVED, ['payer', 'release']),
  cancelled: goods(...HELD, ['payee', 'cancel']),
  goods_returned: goods(...RETURNED, ['payee', 'confirm_return']),
  return_lost: goods(...RETURNED, ['payee', 'complain', NOT_RETURNED]),
  split_agreed: goods(
    ...ARRIVED,
    ['payer', 'complain', NOT_AS_DESCRIBED],
    ['payer', 'fee'],
    ['payee', 'fee'],
    ['payee', 'respond', { statement: 'The photos showed the scratch.' }],
    ['payee', 'propose_split', { payer_share_paise: 50_000 }],
    ['payer', 'accept_split', { offer_id: 'open' }],
  ),
  work_delivered: {
    track: 'services',
    title: 'A logo in three sizes',
    amount: 20_000,
    steps: [
      accept('payer'),
      ['payer', 'pay'],
      ['payee', 'start'],
      ['payee', 'deliver', { note: 'All files are in the folder.' }],
    ],
  },
}

/** One that nobody has: a clash would end the transaction, so the few that are taken are tried around. */
async function newPerson(ctx: Ctx, role: UserRow['user_type'], password_hash: string): Promise<UserRow> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const phone_number = newPhoneNumber()
    const user = await insertUser(ctx.tx, {
      first_name: 'Test',
      last_name: role === 'Seller' || role === 'Service_Provider' ? 'Payee' : 'Payer',
      phone_number,
      email: `${phone_number}@scenario.example`,
      password_hash,
      user_type: role,
      payment_number: phone_number,
      business_name: role === 'Seller' ? `Shop ${phone_number}` : null,
      phone_verified_at: new Date(ctx.now),
      email_verified_at: new Date(ctx.now),
    })
    if (!user) continue
    await recordAudit(ctx, {
      action: 'account_created',
      actor: sessionUser(user),
      subject: { type: 'user', id: user.id },
    })
    return user
  }
  throw new Refusal('unavailable')
}

export async function playScenario(
  inTransaction: InTransaction<Ctx>,
  rails: ReadonlyMap<string, Rail>,
  name: Scenario,
): Promise<PlayedScenario> {
  // nobody signs in with it: the token is the way in
  const passwordHash = await hashPassword(newToken())
  return inTransaction(async (real) => {
    // the two are made as they are: no code and no payout target is asked of them
    const ctx: Ctx = { ...real, settings: { ...real.settings, verification: 'off' } }
    const story = STORIES[name]
    const isShopping = story.track === 'shopping'
    const payer = await newPerson(ctx, isShopping ? 'Buyer' : 'Client', passwordHash)
    const payee = await newPerson(ctx, isShopping ? 'Seller' : 'Service_Provider', passwordHash)
    const formPk = await playDeal(ctx, { payer, payee, rails }, story)
    const played = await findDeal(ctx.tx, formPk)
    if (!played) throw new Error('the deal of a scenario is gone')
    const actorOf = async (user: UserRow) => ({
      token: await openSession(ctx, user, { remember: false, device: `scenario ${name}` }),
      phone_number: user.phone_number,
    })
    return {
      name,
      form_pk: formPk,
      link: shareLink(ctx.settings.publicUrl, story.track, formPk),
      status: played.deal.status,
      payer: await actorOf(payer),
      payee: await actorOf(payee),
    }
  })
}
