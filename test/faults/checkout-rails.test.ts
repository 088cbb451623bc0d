// Each provider with a checkout, pretended, over a bad line: what it has done is not told, told twice, told in any order, or not at all.
import { afterEach, beforeEach, describe } from 'vitest'
import { applyAllDueLapses } from '#server/jobs/deadlines.ts'
import type { Rail } from '#server/rails/rail.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { PROVIDERS, type ProviderLevers } from '#test/support/fakes/providers.ts'
import { testLog } from '#test/support/logs.ts'
import { badLine, wrongClock } from './support/bad-line.ts'
import { fault, isFull, shuffle } from './support/fault.ts'
import { railJobs } from './support/rail-jobs.ts'

const AMOUNT_PAISE = 150_000
const ONLY_IN_FULL = !isFull && 'a figure of the full form'

type Provider = keyof typeof PROVIDERS

/** One provider, started anew for each fault, and a server that has it alone. */
function useProvider(name: Provider) {
  const settings = { ...testSettings, provider: name }
  const rails = new Map<string, Rail>()
  const app = useApp({ settings, rails }, 'test')
  const jobs = railJobs(name, { app, settings, rails })
  const { count, bulkDeals, workOff } = jobs
  const world = {} as { provider: ProviderLevers; connect: (timeoutMs: number) => void }
  beforeEach(async () => {
    const provider = await PROVIDERS[name]()
    world.provider = provider
    world.connect = (timeoutMs) => rails.set(name, provider.railWith({ timeoutMs, feeRates: [200] }))
    world.connect(500)
  })
  afterEach(() => world.provider.fake.stop())

  const openPayouts = () => count(`from payout where status in ('queued', 'sent', 'failed')`)
  return {
    ...{ name, app, world, ...jobs },
    /** So many payouts are due. */
    async owe(rounds: number): Promise<void> {
      await bulkDeals(rounds, 'delivered', "product_now() - interval '1 second'")
      await applyAllDueLapses({ runInTransaction: app.db.runInTransaction, settings, log: testLog })
    },
    /** Each payout that the provider takes is paid, and only asking finds it out. */
    async payAll(): Promise<void> {
      for (let turn = 0; turn < 40 && (await openPayouts()) > 0; turn += 1) {
        await workOff('payout')
        for (const { id, isOpen } of world.provider.payouts())
          if (isOpen) world.provider.endPayout(id, 'paid')
      }
    },
    /** Beyond the first of each key; Cashfree refuses a key that it has, so that there more payouts than rows tell. */
    paidTwice(): number {
      const keys = world.provider.payouts().map(({ key }) => key)
      return keys.length - new Set(keys).size
    },
  }
}
type World = ReturnType<typeof useProvider>

function losePayouts({ name, app, world, count, owe, payAll, paidTwice }: World): void {
  fault(`${name}-payouts`, { short: 40, full: 2_000 }, async ({ rounds, random }) => {
    const { fake, payouts } = world.provider
    await owe(rounds)
    fake.mood = badLine(random)
    await payAll()
    const [paid, review] = [
      await count(`from payout where status = 'paid'`),
      await count(`from payout where status = 'review'`),
    ]
    return {
      ...{ rounds, acknowledged: paid, lost: rounds - paid - review },
      doubled: paidTwice() + Math.max(0, payouts().length - paid - review),
      problems: await app.verify(),
      note: `${fake.calls.length} calls, ${review} in the end to the team`,
    }
  })
}

function loseReports({ name, app, world, query, count, bulkDeals, workOff, deliver }: World): void {
  fault(`${name}-webhooks`, { short: 30, full: 1_000 }, async ({ rounds, random }) => {
    const { fake, orders, pay, setClock, takeEvents } = world.provider
    await bulkDeals(rounds, 'agreed', "product_now() + interval '1 day'")
    await query(`update pay_in set provider = $1, instruction = '{"payee_name": "Amanat"}'`, [name])
    // what it says of its own time decides nothing
    setClock(wrongClock(random))
    fake.mood = badLine(random)
    for (let i = 0; i < rounds; i += 1)
      for (let tries = 0; tries < 50; tries += 1)
        if ((await app.call('GET', `/api/payments/pay-${i}/checkout`)).status === 200) break
    for (const { provider_order_id } of await query('select provider_order_id from pay_in'))
      pay(provider_order_id)
    // each is told up to three times, or never, in any order
    const events = takeEvents().flatMap((event) => Array.from({ length: random(4) }, () => event))
    const answered = await deliver(shuffle(events, random))
    const reported = await count(`from deal where status = 'funded'`)
    for (let turn = 0; turn < 30 && (await count(`from pay_in where status = 'open'`)) > 0; turn += 1)
      await workOff('pay_in')
    const funded = await count(`from deal where status = 'funded'`)
    const [{ paise }] = await query('select coalesce(sum(amount_paise), 0)::int as paise from deposit')
    const unanswered = events.length - answered
    const misdated = await count('from deposit where at > product_now()')
    let ordered = 0
    for (let i = 0; i < rounds; i += 1) ordered += orders(`ref-${i}`)
    return {
      ...{ rounds, acknowledged: funded, lost: rounds - funded + unanswered + misdated },
      doubled: paise / AMOUNT_PAISE - funded + Math.max(0, ordered - rounds),
      problems: await app.verify(),
      note: `${events.length} reports, ${reported} funded by them, ${rounds - reported} by asking`,
    }
  })
}

/** A third of the payouts are made and their answers never come. */
function silencePayouts({ name, app, world, count, owe, payAll, paidTwice }: World): void {
  fault(`${name}-silent`, { short: 60, full: 1_000, unless: ONLY_IN_FULL }, async ({ rounds, random }) => {
    const { fake, payouts } = world.provider
    await owe(rounds)
    // each of them is waited for
    world.connect(100)
    let silent = 0
    fake.mood = () => {
      const what = random(3) === 0 ? 'silence_after' : 'none'
      if (what !== 'none') silent += 1
      return what
    }
    await payAll()
    const paid = await count(`from payout where status = 'paid'`)
    const review = await count(`from payout where status = 'review'`)
    const again = await count('from payout where generation > 1')
    return {
      ...{
        rounds,
        acknowledged: paid,
        lost: rounds - paid - review,
        doubled: paidTwice() + again + Math.max(0, payouts().length - paid - review),
      },
      problems: await app.verify(),
      note: `${silent} calls were never answered; ${again} sent under another key, ${review} in the end to the team`,
    }
  })
}

describe.each(Object.keys(PROVIDERS) as Provider[])('%s', (name) => {
  const world = useProvider(name)
  losePayouts(world)
  loseReports(world)
  silencePayouts(world)
})
