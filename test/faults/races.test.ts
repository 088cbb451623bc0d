// Many at once for the same money: one of them wins, and the money goes one way.

import { readTaxSettings } from '#server/config/operator-content.ts'
import { SIGNATURE, signature } from '#server/rails/sandbox/sandbox.ts'
import { applyDueLapses } from '#server/services/deals/lapse.ts'
import { issuePapers } from '#server/services/tax/issue-papers.ts'
import { gstr1Of } from '#server/services/tax/present-papers.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { accept, offerShopping, type Pair, pay, take, teammate } from '#test/support/people.ts'
import { columnOf } from '#test/support/sheets.ts'
import { addDeals } from './support/bulk.ts'
import { fault, isFull, type Random, shuffle } from './support/fault.ts'

const app = useApp({}, 'test')

const owner = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.db.ownerPool.query(text, values)).rows

/** One pair of people, many deals: signing up is the slow part. */
async function newDeal(pair: Pair): Promise<string> {
  const { body } = await app.call('POST', '/api/transactions/shopping/', {
    token: pair.payer.token,
    body: {
      service_details: 'Phone',
      amount: 1500,
      cpty_phone: pair.payee.phone,
      cpty_company: pair.payee.business,
    },
  })
  return body.form_pk
}

const dueNow = (formPk: string, inMs = 0): Promise<unknown> =>
  owner(
    `update deal set due_at = product_now() + $2 * interval '1 millisecond' where id = $1 and due_at is not null`,
    [formPk, inMs],
  )
const lapse = (): Promise<number> =>
  app.db.runInTransaction(
    async (tx, now) => (await applyDueLapses({ tx, now, settings: testSettings }, 50)).length,
  )

/** Release, cancellation by either (a refund, and a split of the hold), and the lapse: four of each at once. */
fault('one-winner', { short: 40, full: 1_000 }, async ({ rounds, random }) => {
  const pair = await offerShopping(app)
  let [lost, doubled, acknowledged] = [0, 0, 0]
  const ends = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const formPk = await newDeal(pair)
    await accept(app, { ...pair, formPk })
    await pay(app, pair.payer, formPk)
    await take(app, pair.payee, formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    const act = (who: 'payer' | 'payee', action: string) => async (): Promise<number> =>
      (await app.call('POST', `/api/deals/${formPk}/${action}`, { token: pair[who].token, body: {} })).status
    const lapsing = async (): Promise<number> => {
      await dueNow(formPk)
      return (await lapse()) > 0 ? 200 : 409
    }
    const ways = [act('payer', 'release'), act('payer', 'cancel'), act('payee', 'cancel'), lapsing]
    const statuses = await Promise.all(
      shuffle([...ways, ...ways, ...ways, ...ways], random).map((way) => way()),
    )
    const wins = statuses.filter((status) => status === 200).length
    const [row] = await owner<{ status: string; ends: number; left: number }>(
      `select status, (select count(*)::int from transfer where deal_id = d.id and resolves is not null) as ends,
         (select balance::int from ledger_account where code = 'hold:' || d.id) as left from deal d where id = $1`,
      [formPk],
    )
    acknowledged += 1
    if (wins > 1 || (row?.ends ?? 0) > 1) doubled += 1
    if (row?.ends !== 1 || row.left !== 0) lost += 1
    ends.set(row?.status ?? '', (ends.get(row?.status ?? '') ?? 0) + 1)
  }
  const note = [...ends].map(([status, count]) => `${count} ${status}`).join(', ')
  return { rounds, acknowledged, lost, doubled, problems: await app.verify(), note }
})

/** A complaint in the millisecond of the auto-release: before it the complaint stands, from it on the release does. */
fault('complaint-or-release', { short: 40, full: 1_000 }, async ({ rounds, random }) => {
  const pair = await offerShopping(app)
  let [lost, doubled] = [0, 0]
  const ends = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const formPk = await newDeal(pair)
    await accept(app, { ...pair, formPk })
    await pay(app, pair.payer, formPk)
    await take(app, pair.payee, formPk, 'ship', { courier: 'delhivery', tracking_number: '12345678901' })
    await take(app, pair.payee, formPk, 'deliver', { note: 'Given at the door' })
    await dueNow(formPk, random(12))
    const body = { reason: 'late', statement: 'It has not come', wanted: 'full_refund' }
    const complain = () =>
      app.call('POST', `/api/deals/${formPk}/complain`, { token: pair.payer.token, body })
    const [answer] = await Promise.all(
      random(2) === 0 ? [complain(), lapse()] : [complain(), lapse(), lapse()],
    )
    const [row] = await owner<{ status: string }>('select status from deal where id = $1', [formPk])
    const isDisputed = row?.status === 'disputed'
    // what the payer was told is what is so
    if ((answer.status === 200) !== isDisputed) lost += 1
    const [both] = await owner<{ count: number }>(
      `select count(*)::int as count from deal_event where deal_id = $1 and name in ('complain', 'complaintWindow')`,
      [formPk],
    )
    if ((both?.count ?? 0) > 1) doubled += 1
    ends.set(row?.status ?? '', (ends.get(row?.status ?? '') ?? 0) + 1)
  }
  const note = [...ends].map(([status, count]) => `${count} ${status}`).join(', ')
  return { rounds, acknowledged: rounds, lost, doubled, problems: await app.verify(), note }
})

/** Each 1-5 times, some under other event ids, in any order, eight at once. */
fault('webhooks', { short: 300, full: 10_000 }, async ({ rounds, random }) => {
  const client = await app.db.ownerPool.connect()
  await addDeals(client, { count: rounds, status: 'agreed', dueAt: "product_now() + interval '1 day'" })
  client.release()
  const reports = shuffle(reportsOf(rounds, random), random)
  let acknowledged = 0
  const send = async (payload: string): Promise<void> => {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/sandbox',
      headers: {
        host: 'amanat.test',
        'content-type': 'application/json',
        [SIGNATURE]: signature('test-secret', payload),
      },
      payload,
    })
    if (answer.statusCode === 200) acknowledged += 1
  }
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < reports.length) await send(reports[next++] as string)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const [row] = await owner<{ funded: number; fund: number; strays: number }>(
    `select (select count(*)::int from deal where status = 'funded') as funded,
       (select count(*)::int from transfer where kind = 'fund') as fund,
       (select count(*)::int from transfer where kind = 'stray') as strays`,
  )
  const { funded = 0, fund = 0, strays = 0 } = row ?? {}
  const lost = rounds - funded + (reports.length - acknowledged)
  const doubled = Math.max(0, fund - rounds) + strays
  return { rounds, acknowledged, lost, doubled, problems: await app.verify(), note: `${reports.length} sent` }
})

function reportsOf(count: number, random: Random): string[] {
  return Array.from({ length: count }, (_, i) => {
    const times = 1 + random(5)
    return Array.from({ length: times }, () =>
      JSON.stringify({
        event_id: `evt-${i}-${random(2)}`,
        type: 'payment.succeeded',
        payment: { id: `paid-${i}`, reference: `ref-${i}`, amount_paise: 150_000, source: 'asha@bank' },
      }),
    )
  }).flat()
}

const BEFORE_THE_TURN = Date.parse('2027-03-31T23:59:59.900+05:30')
const AFTER_THE_TURN = Date.parse('2027-04-01T00:00:00.000+05:30')
const taxed = { ...testSettings, tax: { ...readTaxSettings(), gstin: '27AAPFU0939F1ZV' } }

/** Four processes give numbers before and after the turn of a financial year; the returns of both months are the ledger's. */
fault(
  'tax-year-turned',
  { short: 60, full: 10_000, unless: !isFull && 'a figure of the full form' },
  async ({ rounds, random }) => {
    const pair = await offerShopping(app)
    for (const [user, state] of [
      [pair.payee, '27'],
      [pair.payer, '29'],
    ] as const)
      await owner(
        `insert into tax_person (user_id, name, address, pin, state, updated_at) values ($1, 'Asha Rao', 'MG Road', '411001', $2, now())`,
        [user.id, state],
      )
    await owner(
      `insert into tax_due (source, fee, user_id, deal_id, amount_paise, at)
       select 'test:' || n, 'commission', case when n % 3 = 0 then $1::bigint else $2 end, $3, 100 + (n * 7919) % 500000, now()
         from generate_series(1, $4::int) n`,
      [pair.payer.id, pair.payee.id, pair.formPk, rounds],
    )
    const issued = async (): Promise<number> =>
      (await owner<{ n: number }>('select count(*)::int as n from tax_paper'))[0]?.n ?? 0
    const process = async (at: number, until: number): Promise<void> => {
      while ((await issued()) < until)
        await app.db.runInTransaction((tx) => issuePapers({ tx, now: at, settings: taxed }, 1 + random(40)))
    }
    const half = Math.floor(rounds / 2)
    await Promise.all([1, 2, 3, 4].map(() => process(BEFORE_THE_TURN, half)))
    await Promise.all([1, 2, 3, 4].map(() => process(AFTER_THE_TURN, rounds)))
    const [series] = await owner<{ gaps: number; years: number; backwards: number }>(`
      select (select coalesce(sum(last - count), 0)::int from
               (select max(seq) as last, count(*) from tax_paper group by year) y) as gaps,
             (select count(distinct year)::int from tax_paper) as years,
             (select count(*)::int from tax_paper a join tax_paper b on b.year = a.year and b.seq = a.seq + 1
               where b.issued_on < a.issued_on) as backwards`)
    const admin = await teammate(app, 'Admin')
    let [taxable, tax] = [0, 0]
    for (const month of ['2027-03', '2027-04']) {
      const sheets = await app.db.runInTransaction((tx, now) =>
        gstr1Of({ tx, now, settings: taxed, user: admin } as never, month),
      )
      taxable += columnOf(sheets.get('b2cs'), 'Taxable Value')
      for (const head of ['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount'])
        tax += columnOf(sheets.get('hsn'), head)
    }
    const [sums] = await owner<{ taxable: number; books: number }>(
      `select sum(taxable_paise)::bigint as taxable, balance_of('tax:gst_output') as books from tax_paper`,
    )
    const { gaps = 1, years = 0, backwards = 1 } = series ?? {}
    const differing = Math.abs(taxable - Number(sums?.taxable)) + Math.abs(tax - Number(sums?.books))
    return {
      rounds,
      acknowledged: await issued(),
      lost: rounds - (await issued()) + gaps + Math.abs(years - 2) + differing,
      doubled: backwards,
      problems: await app.verify(),
      note: `${years} series, ${gaps} gaps; GSTR-1 and the ledger differ by ${differing} paise`,
    }
  },
)
