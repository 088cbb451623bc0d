/** The team's home, in one reading. */
import type { Answer } from '#core/contract/endpoint.ts'
import type { DeskName, MOVEMENTS, TeamHome, teamMovements } from '#core/contract/home.ts'
import { STATUSES, type Status } from '#core/lifecycle/states.ts'
import { istDay, nextDay, toIso } from '#core/time.ts'
import { totals } from '#server/repositories/admin.ts'
import { countDays } from '#server/repositories/day-figures.ts'
import { deskQueues, heldAt, nextDeadlines, railHealth } from '#server/repositories/desk-queues.ts'
import { ownPaise } from '#server/repositories/ledger.ts'
import { countOpenDeals } from '#server/repositories/metrics.ts'
import { listDeposits, listFees, listPaidOut } from '#server/repositories/money-today.ts'
import { listBankAccounts } from '#server/repositories/statements.ts'
import { type AlarmCause, alarms } from '#server/services/circuit-breaker.ts'
import type { Ctx, UserCtx } from '#server/services/context.ts'
import { lastAudit } from '#server/services/money/verify.ts'

const MOST_DEADLINES = 8
/** What a Mediator can do something about. */
const OF_MEDIATORS: readonly DeskName[] = ['disputes', 'grievances']

const isoOf = (at: Date | null): string | null => at && toIso(at.getTime())

export async function presentHome(ctx: UserCtx): Promise<TeamHome> {
  const day = istDay(ctx.now)
  const [today] = await countDays(ctx.tx, day)
  const deadlines = await nextDeadlines(ctx.tx, MOST_DEADLINES)
  return {
    now: toIso(ctx.now),
    day,
    money: await moneyHeld(ctx),
    today: {
      in_paise: today?.in_paise ?? 0,
      out_paise: today?.out_paise ?? 0,
      funded: today?.funded ?? 0,
      ended: today?.ended ?? 0,
    },
    desks: await desksOf(ctx),
    deadlines: deadlines.map(({ id, title, status, amount_paise, due_at }) => ({
      ...{ form_pk: id, product: title, status: status as Status, amount_paise },
      due_at: toIso(due_at.getTime()),
    })),
    books: booksState(),
    rails: await railsOf(ctx),
    // as a deal goes through them
    states: [...(await countOpenDeals(ctx.tx))]
      .map(([status, count]) => ({ status: status as Status, count }))
      .toSorted((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status)),
    setup: ctx.settings.samples,
  }
}

/** `ledger_invalid` repeats the audit's problems; `ledger_unverified` is an audit that has not ended: no `checked_at`, and nothing wrong. */
const TOLD_BY_AUDIT: readonly AlarmCause[] = ['ledger_invalid', 'ledger_unverified']

/** The result of this process, and what it is stopped by. */
export function booksState(): TeamHome['books'] {
  const audit = lastAudit()
  return {
    sound: audit.problems.length === 0,
    checked_at: audit.at === null ? null : toIso(audit.at),
    problems: [
      ...alarms().flatMap(({ cause, words }) => (TOLD_BY_AUDIT.includes(cause) ? [] : [words])),
      ...audit.problems,
    ],
  }
}

async function moneyHeld(ctx: Ctx): Promise<TeamHome['money']> {
  const [places, accounts] = [await heldAt(ctx.tx), await listBankAccounts(ctx.tx)]
  const own = await ownPaise(ctx.tx)
  const backing = places.reduce((sum, { paise }) => sum + paise, 0)
  const names = new Map(
    accounts.map(({ id, bank, account }) => [`bank:${id}`, `${bank} ••${account.slice(-4)}`]),
  )
  return {
    held_paise: (await totals(ctx.tx)).held_paise,
    others_paise: backing - own,
    backing_paise: backing,
    own_paise: own,
    places: places.map(({ code, paise }) => ({
      name: names.get(code) ?? code.slice(code.indexOf(':') + 1),
      paise,
    })),
  }
}

export async function desksOf(ctx: UserCtx): Promise<TeamHome['desks']> {
  const queues = await deskQueues(ctx.tx, ctx.user.id)
  return queues.flatMap(({ desk, count, oldest_at }) =>
    oldest_at === null || (ctx.user.userType !== 'Admin' && !OF_MEDIATORS.includes(desk))
      ? []
      : [{ desk, count, oldest_at: toIso(oldest_at.getTime()) }],
  )
}

async function railsOf(ctx: Ctx): Promise<TeamHome['rails']> {
  const providers = (await heldAt(ctx.tx)).flatMap(({ code }) =>
    code.startsWith('gateway:') ? [code.slice('gateway:'.length)] : [],
  )
  const health = await railHealth(ctx.tx, [...new Set([ctx.settings.provider, ...providers])])
  return health.map(({ provider, heard_at, unknown, unknown_at }) => ({
    ...{ provider, unknown },
    heard_at: isoOf(heard_at),
    unknown_at: isoOf(unknown_at),
  }))
}

const MOVES = { in: listDeposits, out: listPaidOut, fees: listFees } as const

export async function presentMovements(
  ctx: Ctx,
  { day, dir, page }: { day: string; dir: (typeof MOVEMENTS)[number]; page: number },
): Promise<Answer<typeof teamMovements>> {
  const [from, until] = [new Date(`${day}T00:00:00+05:30`), new Date(`${nextDay(day)}T00:00:00+05:30`)]
  const rows = await MOVES[dir](ctx.tx, { from, until, page })
  return rows.map(({ at, deal_id, ...row }) => ({ ...row, form_pk: deal_id, at: toIso(at.getTime()) }))
}
