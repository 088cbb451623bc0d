/** Which calls have one plan for any values: those about one deal, whose long statements may be planned at every run otherwise. */
import { beforeAll, expect, it } from 'vitest'
import type { RunInTransaction } from '#server/db/transaction.ts'
import { useApp } from '#test/support/app.ts'
import { accept, offerServices, type Pair } from '#test/support/people.ts'

const plans: (string | undefined)[] = []
const runInTransaction: RunInTransaction = (fn, options) => {
  plans.push(options?.plans)
  return app.db.runInTransaction(fn, options)
}
const app = useApp({ runInTransaction })

let pair: Pair
beforeAll(async () => {
  pair = await offerServices(app)
  await accept(app, pair)
})

const plansOf = async (method: string, path: string, body?: object) => {
  plans.length = 0
  const { status } = await app.call(method, path, { token: pair.payer.token, body })
  return { status, plans: [...new Set(plans)] }
}

it.each([
  ['its page', 'GET', ''],
  ['an action', 'POST', '/pay'],
])('a call about one deal: %s', async (_name, method, path) => {
  expect(
    await plansOf(method, `/api/deals/${pair.formPk}${path}`, method === 'POST' ? {} : undefined),
  ).toEqual({ status: 200, plans: ['generic'] })
})

it('no list, whose plan depends on what is looked for', async () => {
  expect(await plansOf('GET', '/api/deals/?search=logo')).toEqual({ status: 200, plans: ['auto'] })
})
