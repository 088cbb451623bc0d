/** Sums of days, in India's time: those of before are stored, the last ones are counted. */
import { type Selectable, sql } from 'kysely'
import type { DayFigureTable } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'

export type DayFigure = Selectable<DayFigureTable>

/**
 * From a day on, one row a day on which something happened. Each part is read by the index of its moment; `+ 0` keeps the
 * planner from reading all entries of the accounts instead.
 */
export async function countDays(tx: Tx, fromDay: string): Promise<DayFigure[]> {
  const since = sql<Date>`(${fromDay}::date::timestamp at time zone 'Asia/Kolkata')`
  const { rows } = await sql<DayFigure>`
    with part (at, in_paise, out_paise, funded_paise, freed_paise, fees_paise, funded, ended, disputed, decide_ms) as (
      select at, amount_paise, 0, 0, 0, 0, 0, 0, 0, null::bigint from deposit where at >= ${since}
      union all
      select paid_at, 0, amount_paise, 0, 0, 0, 0, 0, 0, null from payout where paid_at >= ${since}
      union all
      select funded_at, 0, 0, amount_paise, 0, 0, 1, 0, 0, null from deal where funded_at >= ${since}
      union all
      select d.ended_at, 0, 0, 0, case when d.funded_at is null then 0 else d.amount_paise end, 0, 0, 1,
             (d.disputed_at is not null)::int,
             (select (extract(epoch from d.ended_at - d.disputed_at) * 1000)::bigint from dispute c
               where c.deal_id = d.id and d.disputed_at is not null and c.decided_by is not null)
        from deal d where d.ended_at >= ${since}
      union all
      select t.at, 0, 0, 0, 0, e.amount, 0, 0, 0, null
        from transfer t join entry e on e.transfer_no = t.no
       where t.at >= ${since}
         and e.account_id + 0 = any(array(select id from ledger_account where code in ('commission', 'dispute_fees')))
    )
    select (at at time zone 'Asia/Kolkata')::date::text as day,
           sum(in_paise)::bigint as in_paise, sum(out_paise)::bigint as out_paise,
           sum(funded_paise)::bigint as funded_paise, sum(freed_paise)::bigint as freed_paise,
           sum(fees_paise)::bigint as fees_paise, sum(funded)::bigint as funded, sum(ended)::bigint as ended,
           sum(disputed)::bigint as disputed, count(decide_ms)::bigint as decided,
           percentile_disc(0.5) within group (order by decide_ms) as decide_ms
      from part group by 1 order by 1`.execute(tx)
  return rows
}

/** The last day that is stored; null without any. */
export async function lastStoredDay(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from day_figure`.execute(tx)
  return rows[0]?.day ?? null
}

export async function listStoredDays(tx: Tx, fromDay: string, beforeDay: string): Promise<DayFigure[]> {
  const { rows } = await sql<DayFigure>`
    select day::text as day, in_paise, out_paise, funded_paise, freed_paise, fees_paise, funded, ended, disputed, decided,
           decide_ms
      from day_figure where day >= ${fromDay} and day < ${beforeDay} order by day_figure.day`.execute(tx)
  return rows
}

/** Again as it is now: a bank's line may be booked days after it. */
export async function storeDays(tx: Tx, days: readonly DayFigure[]): Promise<void> {
  if (days.length === 0) return
  await tx
    .insertInto('day_figure')
    .values([...days])
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        in_paise: eb.ref('excluded.in_paise'),
        out_paise: eb.ref('excluded.out_paise'),
        funded_paise: eb.ref('excluded.funded_paise'),
        freed_paise: eb.ref('excluded.freed_paise'),
        fees_paise: eb.ref('excluded.fees_paise'),
        funded: eb.ref('excluded.funded'),
        ended: eb.ref('excluded.ended'),
        disputed: eb.ref('excluded.disputed'),
        decided: eb.ref('excluded.decided'),
        decide_ms: eb.ref('excluded.decide_ms'),
      })),
    )
    .execute()
}

/** Of all that the team decided since, from the complaint to the decision; null without any. */
export async function medianDecideMs(tx: Tx, since: Date): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select percentile_disc(0.5) within group (order by (extract(epoch from d.ended_at - d.disputed_at) * 1000)::bigint) as ms
      from deal d join dispute c on c.deal_id = d.id
     where d.ended_at >= ${since} and d.disputed_at is not null and c.decided_by is not null`.execute(tx)
  return rows[0]?.ms ?? null
}
