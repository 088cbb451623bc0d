/** What is held for deals in all, as anybody may know it. */
import type { Holdings } from '#core/contract/holdings.ts'
import { LEAST_DEALS, publishedFigures, ROUNDED_TO_PAISE } from '#core/holdings.ts'
import { DAY_MS, endOfIstDay, istDay, toIso } from '#core/time.ts'
import { unprovedPaise } from '#server/repositories/bank-openings.ts'
import { countHoldingAt, findNewestSeal } from '#server/repositories/holdings.ts'
import { trialRows } from '#server/repositories/ledger-pages.ts'
import { alarms } from '#server/services/circuit-breaker.ts'
import type { Ctx } from '#server/services/context.ts'
import { lastAudit } from './verify.ts'

export type DayEnd = Pick<Holdings, 'figures' | 'is_covered'>

/** The end of the last day that is over. */
const lastDayEnd = ({ now }: Pick<Ctx, 'now'>): number => endOfIstDay(istDay(now - DAY_MS))

/** From the books as they stood then. They are only added to, so the answer for a day stays the same. */
export async function holdingsAt({ tx }: Pick<Ctx, 'tx'>, at: number): Promise<DayEnd> {
  const moment = new Date(at)
  const rows = await trialRows(tx, moment)
  const sum = (isPart: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(isPart).reduce((paise, row) => paise + row.credit_paise - row.debit_paise, 0)
  const backing = 0 - sum(({ side }) => side === 'backing') - (await unprovedPaise(tx, moment))
  const others = sum(({ side }) => side === 'others')
  const held = sum(({ group }) => group === 'hold' || group === 'fee_hold')
  const deals = await countHoldingAt(tx, moment)
  return {
    figures: publishedFigures({ held_paise: held, backing_paise: backing, deals }),
    is_covered: backing >= others,
  }
}

/** `dayEnd` is asked for once a day: the whole ledger stands behind it. */
export async function presentHoldings(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  dayEnd: (at: number) => Promise<DayEnd>,
): Promise<Holdings> {
  const at = lastDayEnd(ctx)
  const { figures, is_covered } = await dayEnd(at)
  const seal = await findNewestSeal(ctx.tx)
  const audit = lastAudit()
  return {
    as_of: toIso(at),
    figures,
    is_covered,
    least_deals: LEAST_DEALS,
    rounded_to_paise: ROUNDED_TO_PAISE,
    seal: seal && { no: seal.no, hash: seal.hash, sealed_at: toIso(seal.sealed_at.getTime()) },
    checked_at: audit.at === null ? null : toIso(audit.at),
    is_sound: audit.problems.length === 0 && !alarms().some(({ cause }) => cause === 'ledger_invalid'),
  }
}
