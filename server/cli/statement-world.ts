/**
 * The world of a `state.json` of the sample statements: what the product knows before a bank's file comes. For trials
 * and tests; all people in it are invented, and nobody can sign in as one of them.
 */
import { z } from 'zod'
import { accountAddress } from '#core/account-address.ts'
import { gatewayAccount, payableAccount } from '#core/accounts.ts'
import { Refusal } from '#core/errors.ts'
import { maskedAccount } from '#core/upi.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { newDemoPassword, newToken, randomId, tokenHash } from '#server/lib/tokens.ts'
import { insertClaim } from '#server/repositories/payment-claims.ts'
import { insertPayout, openPayIn, setPayout } from '#server/repositories/payments.ts'
import { beginAttempt } from '#server/repositories/payout-attempts.ts'
import { insertTarget, type PayoutTargetRow, retireTarget } from '#server/repositories/payout-targets.ts'
import { listBankAccounts } from '#server/repositories/statements.ts'
import { insertUser, type UserRow } from '#server/repositories/users.ts'
import { type Ctx, type InTransaction, sessionUser, type UserCtx } from '#server/services/context.ts'
import { act } from '#server/services/deals/act.ts'
import { createShopping } from '#server/services/deals/create.ts'
import { sealAddress } from '#server/services/money/payout-address.ts'
import { mustPost } from '#server/services/money/post.ts'
import { openBankAccount } from '#server/services/statements/accounts.ts'

const paise = z.int().positive()
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const payIn = z.object({
  reference: z.string().min(1),
  // an offer is in whole rupees
  amount_paise: paise.multipleOf(100),
  status: z.enum(['open', 'closed']),
  created_at: instant,
  claims: z.array(z.object({ utr: z.string(), amount_paise: paise.nullish() })),
  payer_name: z.string().min(1),
  payer_vpa: z.string().nullish(),
})
const payout = z.object({
  code: z.string(),
  amount_paise: paise,
  status: z.literal('sent'),
  sent_at: instant,
  to_name: z.string().min(1),
  to_vpa: z.string().nullish(),
  to_account: z.string().nullish(),
  to_ifsc: z.string().nullish(),
})
export const statementWorld = z.array(
  z.object({
    bank: z.string().min(1),
    account: z.string().regex(/^\d{6,20}$/),
    opening_paise: z.int(),
    own_accounts: z.array(z.string()).default([]),
    pay_ins: z.array(payIn),
    payouts: z.array(payout),
  }),
)
type StatementWorld = z.output<typeof statementWorld>

interface WorldCtx extends Ctx {
  readonly passwordHash: string
  readonly newPhone: () => string
}
interface OfBank {
  readonly accountId: string
  readonly seller: UserRow
}

const FIRST_PHONE = 6_000_000_000

/** All or nothing. Throws Refusal `conflict` where there is a bank account: the samples are for an empty database. */
export async function createStatementWorld(
  inTransaction: InTransaction<Ctx>,
  world: StatementWorld,
): Promise<{ account: string; id: string }[]> {
  const passwordHash = await hashPassword(newDemoPassword())
  return inTransaction(async (own) => {
    if ((await listBankAccounts(own.tx)).length > 0) throw new Refusal('conflict')
    // they are made as they are: no code and no target is asked of them
    let phone = FIRST_PHONE
    const newPhone = () => {
      phone += 1
      return String(phone)
    }
    const settings = { ...own.settings, verification: 'off' as const }
    const ctx = { ...own, settings, passwordHash, newPhone }
    const accounts: { account: string; id: string }[] = []
    for (const bank of world) accounts.push(await createBank(ctx, bank))
    return accounts
  })
}

async function createBank(ctx: WorldCtx, bank: StatementWorld[number]) {
  const row = await openBankAccount(
    ctx,
    {
      bank: bank.bank,
      account: bank.account,
      openingPaise: bank.opening_paise,
      ownNames: bank.own_accounts,
      mapping: null,
    },
    null,
  )
  if (!row) throw new Refusal('conflict')
  const seller = await createPerson(ctx, `Shop ${row.id.replace(/[^a-z]/gi, '')}`, 'Seller')
  for (const each of bank.pay_ins) await createPayIn(ctx, { accountId: row.id, seller }, each)
  for (const each of bank.payouts) await createPayout(ctx, row.id, each)
  return { account: row.account, id: row.id }
}

async function createPerson(
  ctx: WorldCtx,
  name: string,
  userType: 'Buyer' | 'Seller' | 'Service_Provider',
): Promise<UserRow> {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const phone = ctx.newPhone()
  const user = await insertUser(ctx.tx, {
    first_name: first,
    last_name: rest.join(' ') || '-',
    email: `statements-${phone}@people.example`,
    phone_number: phone,
    payment_number: userType === 'Seller' ? phone : null,
    business_name: userType === 'Seller' ? name : null,
    user_type: userType,
    password_hash: ctx.passwordHash,
    phone_verified_at: new Date(ctx.now),
    email_verified_at: new Date(ctx.now),
  })
  if (!user) throw new Refusal('conflict')
  return user
}

async function createPayIn(
  ctx: WorldCtx,
  { accountId, seller }: OfBank,
  expected: StatementWorld[number]['pay_ins'][number],
): Promise<void> {
  const buyer = await createPerson(ctx, expected.payer_name, 'Buyer')
  const [asBuyer, asSeller] = [buyer, seller].map((user) => ({ ...ctx, user: sessionUser(user) }))
  if (!asBuyer || !asSeller) throw new Error('a deal needs two')
  const deal = await createShopping(asBuyer, {
    service_details: `Order ${expected.reference}`,
    amount: expected.amount_paise / 100,
    cpty_phone: seller.phone_number,
    cpty_company: seller.business_name ?? '',
  })
  await take(asSeller, deal.id, 'accept', { terms_version: 1, rules_accepted: true })
  const { id } = await openPayIn(ctx.tx, {
    id: randomId(),
    deal_id: deal.id,
    party: 'payer',
    user_id: buyer.id,
    purpose: 'amount',
    provider: 'upi',
    amount_paise: expected.amount_paise,
    reference: expected.reference,
    created_at: expected.created_at,
    bank_account_id: accountId,
    payer_vpa: expected.payer_vpa ?? null,
  })
  for (const { utr, amount_paise } of expected.claims)
    await insertClaim(ctx.tx, { pay_in_id: id, utr, amount_paise, at: expected.created_at })
  if (expected.status === 'closed') await take(asBuyer, deal.id, 'withdraw', {})
}

async function take(ctx: UserCtx, dealId: string, action: string, body: unknown): Promise<void> {
  const result = await act(ctx, { dealId, action, body })
  if (result instanceof Refusal) throw new Error(`${action} was refused: ${result.code}`)
}

/** What a deal of before has released to somebody, and a person has sent at the bank. */
async function createPayout(
  ctx: WorldCtx,
  accountId: string,
  sent: StatementWorld[number]['payouts'][number],
): Promise<void> {
  const payee = await createPerson(ctx, sent.to_name, 'Service_Provider')
  await mustPost(ctx, {
    id: `sample:${sent.code}`,
    kind: 'release',
    entries: [
      { account: gatewayAccount('sandbox'), amountPaise: -sent.amount_paise },
      { account: payableAccount(payee.id), amountPaise: sent.amount_paise },
    ],
  })
  const bank = sent.to_account && sent.to_ifsc && accountAddress(sent.to_account, sent.to_ifsc)
  // the one that is used stands last: the other was replaced by it
  const targets = [
    bank ? { kind: 'bank' as const, address: bank } : null,
    sent.to_vpa ? { kind: 'upi' as const, address: sent.to_vpa } : null,
  ].flatMap((target) => target ?? [])
  let current = null
  for (const target of targets) current = await replaceTarget(ctx, payee, target)
  const id = randomId()
  await insertPayout(ctx.tx, {
    id,
    user_id: payee.id,
    party: 'payee',
    purpose: 'release',
    amount_paise: sent.amount_paise,
    provider: 'upi',
    by_hand: true,
    code: sent.code,
    bank_account_id: accountId,
    destination: current?.address_masked ?? 'by hand',
    destination_sealed: current?.address_sealed ?? null,
    target_id: current?.id ?? null,
    created_at: sent.sent_at,
  })
  await beginAttempt(ctx.tx, id, 1)
  await setPayout(ctx.tx, { id }, { status: 'sent' })
}

async function replaceTarget(
  ctx: WorldCtx,
  payee: UserRow,
  { kind, address }: { kind: 'upi' | 'bank'; address: string },
): Promise<PayoutTargetRow> {
  const at = new Date(ctx.now)
  await retireTarget(ctx.tx, payee.id, { because: 'replaced', at })
  return insertTarget(ctx.tx, {
    ...{ id: randomId(), user_id: payee.id, kind, ...(await sealAddress(ctx, payee.id, address)) },
    address_masked: maskedAccount(address),
    bank_name: `${payee.first_name} ${payee.last_name}`,
    name_matches: true,
    created_at: at,
    usable_from: at,
    freeze_hash: tokenHash(newToken()),
  })
}
