/** Random walks of whole deals over HTTP: whatever people, provider and time do, every paisa is somewhere. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { useApp } from '#test/support/app.ts'
import { inDays, look, offerServices, offerShopping, type Person, teammate } from '#test/support/people.ts'
import { COMPLAINT } from '#test/support/stages.ts'

const app = useApp()
let team: Person
beforeAll(async () => {
  team = await teammate(app)
})

const PLAYS = ['succeed', 'twice', 'short', 'over', 'late', 'fail'] as const
const SPANS = ['PT1H', 'PT13H', 'P2D', 'P9D'] as const

function inputFor(deal: Deal, action: string, pick: number): unknown {
  const share = pick % (deal.money.amount_paise + 1)
  const inputs: Record<string, unknown> = {
    accept: { terms_version: deal.terms_version, rules_accepted: true },
    edit: { amount: 100 + (pick % 900) },
    ship: { courier: 'other', tracking_number: 'A1' },
    ship_return: { courier: 'other', tracking_number: 'B2' },
    deliver: { note: 'Done' },
    propose_extension: { due: inDays(500) },
    complain: COMPLAINT,
    respond: { statement: 'My side of it' },
    request_changes: { note: 'Larger' },
    request_return: { reason: 'Wrong size' },
    propose_split: { payer_share_paise: share },
    accept_split: { offer_id: deal.dispute?.offers.at(-1)?.id },
    decide: {
      payer_share_paise: share,
      at_fault: ['payer', 'payee', 'both', 'none'][pick % 4],
      reasons: 'After hearing both',
    },
  }
  return inputs[action] ?? {}
}

/** What was really paid in for this deal, by the provider's own count. */
async function paidIn(formPk: string): Promise<number> {
  const { rows } = await app.db.ownerPool.query(
    'select coalesce(sum(amount_paise), 0)::int as paid from deposit where deal_id = $1',
    [formPk],
  )
  return rows[0].paid
}

async function step(
  people: Record<'payer' | 'payee' | 'team', Person>,
  formPk: string,
  pick: number,
): Promise<void> {
  const who = (['payer', 'payee', 'team'] as const)[pick % 3] ?? 'payer'
  const kind = Math.floor(pick / 3) % 10
  if (kind === 0) return void (await app.advance(SPANS[pick % SPANS.length] ?? 'PT1H'))
  const token = people[who].token
  if (kind < 3) {
    const due = await app.call('POST', `/api/deals/${formPk}/pay`, { token })
    if (due.status === 200)
      await app.call('POST', `/api/sandbox/payments/${due.body.id}/${PLAYS[pick % PLAYS.length]}`)
    return
  }
  const deal = await look(app, people[who], formPk)
  const action = deal.actions[pick % Math.max(1, deal.actions.length)]?.name
  if (!action) return
  // an action that ends the deal at once makes for a dull walk
  if (['withdraw', 'decline', 'cancel'].includes(action) && pick % 7 !== 0) return
  const body = inputFor(deal, action, pick)
  const { status } = await app.call('POST', `/api/deals/${formPk}/${action}`, { token, body })
  expect([200, 400, 403, 409]).toContain(status)
}

/** Of the product's clock, which the walks move forward. */
async function inAYear(): Promise<string> {
  const { rows } = await app.db.pool.query("select product_now() + interval '1 year' as at")
  return rows[0].at.toISOString()
}

it('money is conserved', async () => {
  const reached = new Set<string>()
  const walk = fc.record({
    isShopping: fc.boolean(),
    picks: fc.array(fc.nat(1_000_000), { minLength: 10, maxLength: 45 }),
  })
  await fc.assert(
    fc.asyncProperty(walk, async ({ isShopping, picks }) => {
      const pair = isShopping
        ? await offerShopping(app)
        : await offerServices(app, { date_of_completion: await inAYear() })
      const people = { payer: pair.payer, payee: pair.payee, team }
      for (const pick of picks) {
        await step(people, pair.formPk, pick)
        const { money, status } = await look(app, team, pair.formPk)
        const parts = money.held_paise + money.payee_paise + money.payer_paise
        expect(parts + money.commission_paise + money.dispute_fees_paise).toBe(await paidIn(pair.formPk))
        reached.add(status)
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
  expect(reached.size).toBeGreaterThan(6)
  expect(await app.verify()).toEqual([])
}, 120_000)
