/** Orders of the grid of deals, over what has ended and over pages. */
import { beforeAll, expect, it } from 'vitest'
import { useApp } from '#test/support/app.ts'
import { offerServices, offerShopping, type Pair, type Person, take, teammate } from '#test/support/people.ts'

const app = useApp()
let team: Person
let goods: Pair
let work: Pair
let later: Pair
beforeAll(async () => {
  team = await teammate(app, 'Admin')
  goods = await offerShopping(app, { amount: 5_000 })
  work = await offerServices(app, { amount: 20_000 })
  later = await offerServices(app, { amount: 5_000 })
  await take(app, work.payee, work.formPk, 'withdraw')
})

const list = (query: string) =>
  app.call('GET', `/api/auth/thirdview/transactions/?${query}`, { token: team.token })
const forms = async (query: string): Promise<string[]> =>
  (await list(query)).body.map((row: { form_pk: string }) => row.form_pk)
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

it('has what has ended too when it is ordered by what is due, and a span of days newest first', async () => {
  expect(await forms('state=withdrawn&ordering=due_at')).toEqual([work.formPk])
  expect(await forms(`from=${today()}`)).toEqual([later, work, goods].map(({ formPk }) => formPk))
  expect(await forms(`from=${today()}&ordering=created_at`)).toEqual(
    [goods, work, later].map(({ formPk }) => formPk),
  )
})

it('has each deal once over its pages', async () => {
  for (const ordering of ['status', '-status', 'amount', '-due_at', '-created_at', 'form_pk']) {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => forms(`ordering=${ordering}&page_size=1&page=${page}`)),
    )
    const ids = pages.flat()
    expect(new Set(ids).size, ordering).toBe(ids.length)
  }
})
