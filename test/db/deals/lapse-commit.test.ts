/** A deadline whose notice cannot be written: that is known at the commit alone, and the other deals lapse all the same. */
import { expect, it } from 'vitest'
import { applyAllDueLapses, countQuarantined } from '#server/jobs/deadlines.ts'
import { testSettings, useApp } from '#test/support/app.ts'
import { testLog } from '#test/support/logs.ts'
import { offerShopping } from '#test/support/people.ts'

const app = useApp()

it('keeps the deal whose notice PostgreSQL refuses, and lets the others lapse', async () => {
  const deals = [await offerShopping(app), await offerShopping(app), await offerShopping(app)]
  const bad = deals[1]?.formPk ?? ''
  await app.query(`
    create function refuse_notice() returns trigger language plpgsql as $$
    begin raise exception 'no notice' using errcode = '23514'; end $$`)
  await app.query(`create trigger refuse before insert on notification for each row
    when (new.deal_id = '${bad}') execute function refuse_notice()`)
  await app.query(`update product_clock set offset_ms = 8::bigint * 86400000`)
  const { runInTransaction } = app.db
  expect(await applyAllDueLapses({ runInTransaction, settings: testSettings, log: testLog })).toBe(2)
  const rows = await app.query('select status from deal where id = any($1) order by no', [
    deals.map(({ formPk }) => formPk),
  ])
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'proposed', 'expired'])
  expect(countQuarantined()).toBe(1)
})
