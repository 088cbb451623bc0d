/** What the database itself refuses about pay-ins, deposits and payouts, whoever asks. */
import { beforeAll, describe, expect, it } from 'vitest'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods, dueOf } from '#test/support/money.ts'
import { type Pair, pay } from '#test/support/people.ts'
import { addTarget } from '#test/support/targets-of-people.ts'

const app = useApp()
let funded: Pair
let open: Pair
beforeAll(async () => {
  funded = await agreedGoods(app)
  await pay(app, funded.payer, funded.formPk)
  open = await agreedGoods(app)
  await dueOf(app, open)
  await app.db.ownerPool.query(
    `insert into payout (id, deal_id, user_id, party, purpose, amount_paise, provider, destination, created_at)
     values ('payout-1', $1, $2, 'payer', 'refund', 100, 'sandbox', 'a@b', now())`,
    [funded.formPk, funded.payer.id],
  )
  await app.db.ownerPool.query(
    `insert into payout_attempt (payout_id, n, outcome) values ('payout-1', 1, 'sent')`,
  )
})

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  )

const CHECK = '23514'
const UNIQUE = '23505'
const DENIED = '42501'

/** A row like the newest one but for what is said. */
const copyOf = (table: string, change: string) =>
  `insert into ${table} select (jsonb_populate_record(sample, '${change}')).*
     from (select row_of from ${table} row_of limit 1) rows (sample)`

const keyed = (key: string) =>
  `insert into idempotency (user_id, key, fingerprint, status, body) values (1, ${key}, 'f', 200, '{}')`

describe('even the owner', () => {
  it.each([
    [
      'a pay-in of nothing',
      copyOf('pay_in', '{"id":"p2","reference":"r2","amount_paise":0,"status":"paid"}'),
      CHECK,
    ],
    ['a second pay-in with one reference', copyOf('pay_in', '{"id":"p3","status":"closed"}'), UNIQUE],
    ['a second event of one id', copyOf('webhook_event', '{}'), UNIQUE],
    ['a second deposit of one payment', copyOf('deposit', '{}'), UNIQUE],
    ['a deposit of nothing', copyOf('deposit', '{"provider_payment_id":"x","amount_paise":0}'), CHECK],
    ['a second attempt of one number', copyOf('payout_attempt', '{}'), UNIQUE],
    ['a payout of nothing', copyOf('payout', '{"id":"payout-2","amount_paise":0}'), CHECK],
    ['a payout in a state that is none', copyOf('payout', '{"id":"payout-3","status":"gone"}'), CHECK],
    ['a reason to hold that is none', `update payout set status = 'held', held_because = '{mood}'`, CHECK],
    ['a hold without a reason', `update payout set status = 'held'`, CHECK],
    ['a reason without a hold', `update payout set held_because = '{velocity}'`, CHECK],
    ['a word that is none: payout.purpose', `update payout set purpose = 'gift'`, CHECK],
    ['a word that is none: payout.party', `update payout set party = 'team'`, CHECK],
    ['a word that is none: payout.code', `update payout set code = 'PY1'`, CHECK],
    ['a generation before the first', 'update payout set generation = 0', CHECK],
    ['a generation after the last', 'update payout set generation = 1001', CHECK],
    ['a word that is none: payout_attempt.outcome', `update payout_attempt set outcome = 'lost'`, CHECK],
    ['a word that is none: pay_in.status', `update pay_in set status = 'done'`, CHECK],
    ['a word that is none: pay_in.purpose', `update pay_in set purpose = 'gift'`, CHECK],
    ['a word that is none: pay_in.party', `update pay_in set party = 'team'`, CHECK],
    ['a word that is none: deposit.kind', `update deposit set kind = 'early'`, CHECK],
    ['a word that is none: webhook_event.state', `update webhook_event set state = 'lost'`, CHECK],
    ['an idempotency key of nothing', keyed(`''`), CHECK],
    ['an idempotency key of 256 letters', keyed(`repeat('k', 256)`), CHECK],
  ])('is refused %s', async (_, statement, code) => {
    expect(await codeOf(app.db.ownerPool.query(statement))).toBe(code)
  })

  it('is refused a second open pay-in for one purpose of one party', async () => {
    const statement = `insert into pay_in (id, deal_id, party, user_id, purpose, provider, amount_paise, reference, created_at)
      select 'again', deal_id, party, user_id, purpose, provider, amount_paise, 'again', created_at from pay_in
       where status = 'open' limit 1`
    expect(await codeOf(app.db.ownerPool.query(statement))).toBe(UNIQUE)
  })
})

describe("the program's role", () => {
  it.each([
    'update webhook_event set body = body',
    'delete from webhook_event',
    'update deposit set amount_paise = 1',
    'delete from deposit',
    'delete from payout_attempt',
    'delete from payout',
    'delete from pay_in',
    'truncate payout cascade',
  ])('may not %s', async (statement) => {
    expect(await codeOf(app.db.pool.query(statement))).toBe(DENIED)
  })
})

describe('a target that has ended', () => {
  const HISTORY = 'AM403'
  const REASONS = ['replaced', 'not_me', 'reset', 'deleted', 'refused'] as const
  const later = REASONS.flatMap((from) => REASONS.map((to) => [from, to] as const))

  it.each(later)('as %s may become %s only where it had been replaced', async (from, to) => {
    const target = await addTarget(app, testSettings, { userId: funded.payee.id })
    const set = (because: string) =>
      app.db.ownerPool.query(
        'update payout_target set retired_at = coalesce(retired_at, now()), retired_because = $1 where id = $2',
        [because, target.id],
      )
    await set(from)
    const isAllowed = from === to || (from === 'replaced' && (to === 'not_me' || to === 'reset'))
    expect(await codeOf(set(to))).toBe(isAllowed ? 'accepted' : HISTORY)
  })
  it('keeps the moment of its end', async () => {
    const target = await addTarget(app, testSettings, { userId: funded.payee.id })
    const set = (at: string) =>
      app.db.ownerPool.query(
        `update payout_target set retired_at = ${at}, retired_because = 'reset' where id = $1`,
        [target.id],
      )
    await set('now()')
    expect(await codeOf(set(`now() + interval '1 hour'`))).toBe(HISTORY)
    expect(await codeOf(set('null'))).toBe(HISTORY)
  })
})
