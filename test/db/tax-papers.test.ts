/** Numbers of tax papers: four processes at once, connections that die in the middle, and the turn of a financial year. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readTaxSettings } from '#server/config/operator-content.ts'
import { issuePapers } from '#server/services/tax/issue-papers.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { agreedGoods } from '#test/support/money.ts'
import type { Pair } from '#test/support/people.ts'

const app = useApp()
let pair: Pair
beforeAll(async () => {
  pair = await agreedGoods(app)
  await query(
    `insert into tax_person (user_id, name, address, pin, state, updated_at)
     values ($1, 'Asha Rao', 'MG Road, Pune', '411001', '27', now())`,
    [pair.payee.id],
  )
})
const { query } = app
const settings = { ...testSettings, tax: { ...readTaxSettings(), gstin: '27AAPFU0939F1ZV' } }

let batch = 0
beforeEach(() => {
  batch += 1
})
const addDue = (count: number): Promise<unknown> =>
  query(
    `insert into tax_due (source, fee, user_id, deal_id, amount_paise, at)
     select 'test:' || $4 || ':' || n, 'commission', $1, $2, 5000 + n, now() from generate_series(1, $3::int) n`,
    [pair.payee.id, pair.formPk, count, batch],
  )
const openCount = async (): Promise<number> =>
  Number((await query('select count(*) as count from tax_due where number is null'))[0].count)
const issueAt = (at: number, limit = 3): Promise<number> =>
  app.db.runInTransaction((tx) => issuePapers({ tx, now: at, settings }, limit))

const NOON = Date.parse('2026-11-20T12:00:00+05:30')
const BEFORE_THE_TURN = Date.parse('2027-03-31T23:59:59.900+05:30')
const AFTER_THE_TURN = Date.parse('2027-04-01T00:00:00.000+05:30')

/** Of each series: numbers from 1 without a gap, dates that do not run backwards, and the ledger has what they say. */
async function soundSeries(): Promise<Record<string, number>> {
  const rows = await query(
    'select year, seq, issued_on::text as day, number from tax_paper order by year, seq',
  )
  const lengths: Record<string, number> = {}
  let last = ''
  for (const { year, seq, day, number } of rows) {
    if (lengths[year] === undefined) last = ''
    lengths[year] = (lengths[year] ?? 0) + 1
    expect(seq).toBe(lengths[year])
    expect(number).toBe(`AM/${year}/${String(seq).padStart(6, '0')}`)
    expect(day >= last, `${number} of ${day} after ${last}`).toBe(true)
    last = day
  }
  const [sums] = await query(`
    select coalesce(sum(cgst_paise + sgst_paise + igst_paise), 0)::bigint as papers,
           balance_of('tax:gst_output') as books from tax_paper`)
  expect(sums.books).toBe(sums.papers)
  expect(await app.verify()).toEqual([])
  return lengths
}

describe('a series', () => {
  it('has each number once, whichever of four processes comes, and whenever one of them dies', async () => {
    await addDue(120)
    let kills = 0
    const worker = async (): Promise<void> => {
      while ((await openCount()) > 0) await issueAt(NOON).catch(() => 0)
    }
    const killer = async (): Promise<void> => {
      while (kills < 40 && (await openCount()) > 3) {
        // whoever is giving numbers at this moment
        const dead = await query(`
          select pg_terminate_backend(pid) from pg_locks
           where locktype = 'advisory' and granted and pid <> pg_backend_pid()
             and database = (select oid from pg_database where datname = current_database()) limit 1`)
        kills += dead.length
      }
    }
    await Promise.all([worker(), worker(), worker(), worker(), killer()])
    expect(kills).toBeGreaterThan(0)
    expect(await soundSeries()).toEqual({ '26-27': 120 })
  })

  it('ends with the last of March in India, and the next begins at 1', async () => {
    await addDue(4)
    expect(await issueAt(BEFORE_THE_TURN, 2)).toBe(2)
    expect(await issueAt(AFTER_THE_TURN, 2)).toBe(2)
    expect(await soundSeries()).toEqual({ '26-27': 122, '27-28': 2 })
    const days = await query(
      `select distinct issued_on::text as day from tax_paper where seq in (1, 122) order by 1`,
    )
    expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2027-03-31', '2027-04-01'])
  })

  it('keeps its last date while a clock that was set back catches up', async () => {
    await addDue(1)
    await issueAt(NOON)
    expect(await soundSeries()).toEqual({ '26-27': 123, '27-28': 2 })
    const [last] = await query(`select issued_on::text as day from tax_paper where seq = 123`)
    expect(last.day).toBe('2027-03-31')
  })

  const paper = (over: Record<string, unknown>) => {
    const row = {
      ...{ number: 'AM/26-27/000124', kind: 'invoice', year: '26-27', seq: 124, issued_on: '2027-03-31' },
      ...{ source: 'x', user_id: pair.payee.id, deal_id: pair.formPk, supplier: '{}', recipient: '{}' },
      ...{ fee: 'commission', sac: '996211', place_of_supply: '27', rate_bp: 1800, taxable_paise: 100 },
      ...{ cgst_paise: 0, sgst_paise: 0, igst_paise: 0, round_off_paise: 0, total_paise: 100, ...over },
    }
    const names = Object.keys(row)
    return app.db.pool.query(
      `insert into tax_paper (${names}) values (${names.map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    )
  }
  it.each([
    ['a gap', { number: 'AM/26-27/000125', seq: 125 }, 'does not follow'],
    ['a number twice', { number: 'AM/26-27/000123', seq: 123 }, 'does not follow'],
    ['a date before the last', { issued_on: '2027-03-30' }, 'does not follow'],
    ['another year', { issued_on: '2027-04-02' }, 'is not of the year'],
    ['a number of its own', { number: 'AM/26-27/000999' }, 'tax_paper_check'],
    ['parts that are not the whole', { total_paise: 101 }, 'tax_paper_check'],
    ['a tax that is not in the ledger', { igst_paise: 18, total_paise: 118 }, 'is not in the ledger'],
    ['half of the tax of one State', { cgst_paise: 9, total_paise: 109 }, 'tax_paper'],
  ])('takes no paper with %s', async (_, over, reason) => {
    await expect(paper(over)).rejects.toThrow(reason)
  })

  it.each([
    "update tax_paper set reason = 'x'",
    'delete from tax_paper',
    'delete from tax_due',
    "update tax_due set number = null where number = 'AM/26-27/000001'",
    'update tax_due set amount_paise = 1',
  ])('%s is refused', async (text) => {
    await expect(app.db.pool.query(text)).rejects.toThrow(/refused|permission denied/)
  })
})
