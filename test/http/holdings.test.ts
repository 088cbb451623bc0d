/** What anybody may read of the money that is held: a day that is over, rounded, and nothing while one deal could be told from it. */
import { expect, test } from 'vitest'
import { LEAST_DEALS, ROUNDED_TO_PAISE } from '#core/holdings.ts'
import { DAY_MS, endOfIstDay, istDay, toIso } from '#core/time.ts'
import { seal } from '#server/services/money/verify.ts'
import { useApp } from '#test/support/app.ts'
import { bringTo, offerServices, type Pair } from '#test/support/people.ts'

const app = useApp({}, 'test')

const read = async () => {
  const { status, body, headers } = await app.call('GET', '/api/holdings')
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300'])
  return body
}
const now = () => app.db.runInTransaction(async (_tx, at) => at)
const sumOf = async (text: string) => Number((await app.db.ownerPool.query(text)).rows[0].sum ?? 0)
async function funded(): Promise<Pair> {
  const pair = await offerServices(app)
  await bringTo(app, pair, 'funded')
  return pair
}
/** Deals that hold money, until there are that many. */
async function haveDeals(count: number): Promise<void> {
  const { rows } = await app.db.ownerPool.query(
    'select count(*)::int as count from deal where funded_at is not null',
  )
  for (let number = rows[0].count; number < count; number += 1) await funded()
}

test('a day with few deals says that all is there, and no sum', async () => {
  await funded()
  await app.advance('P1D')
  expect(await read()).toMatchObject({
    as_of: toIso(endOfIstDay(istDay((await now()) - DAY_MS))),
    figures: null,
    is_covered: true,
    least_deals: LEAST_DEALS,
    rounded_to_paise: ROUNDED_TO_PAISE,
  })
})

test('a day with many deals says what its end held, rounded down; what came today is not in it', async () => {
  await haveDeals(LEAST_DEALS)
  const held = await sumOf(`select sum(balance) from ledger_account where code ~ '^(fee_)?hold:'`)
  await app.advance('P1D')
  expect((await read()).figures).toEqual({
    held_paise: Math.floor(held / ROUNDED_TO_PAISE) * ROUNDED_TO_PAISE,
    backing_paise: Math.floor(held / ROUNDED_TO_PAISE) * ROUNDED_TO_PAISE,
    deals: LEAST_DEALS,
  })
  const first = await read()
  await funded()
  expect(await read()).toEqual(first)
})

test('the newest seal of the books stands in it, and nobody', async () => {
  const pair = await funded()
  // other tests' open transactions of the same cluster keep a block from being closed
  const newest = async () => {
    await app.db.runInTransaction((tx) => seal({ tx }))
    const { rows } = await app.db.ownerPool.query(
      'select no::int, hash from seal_block order by no desc limit 1',
    )
    return rows[0]
  }
  await expect.poll(async () => (await newest()).no, { timeout: 20_000 }).toBeGreaterThan(0)
  const body = await read()
  expect(body.seal).toMatchObject(await newest())
  expect(JSON.stringify(body)).not.toContain(pair.formPk)
  expect(Object.keys(body).sort()).toEqual([
    'as_of',
    'checked_at',
    'figures',
    'is_covered',
    'is_sound',
    'least_deals',
    'rounded_to_paise',
    'seal',
  ])
})
