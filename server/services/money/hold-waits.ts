/** When a hold is looked at again, and when the team hears that it stands still. */
import { HOUR_MS } from '#core/time.ts'
import type { RailAnswer } from '#server/rails/rail.ts'
import { noteFailure } from '#server/repositories/outages.ts'
import { type ProviderHoldRow, postponeProviderHoldRow } from '#server/repositories/provider-holds.ts'
import type { Ctx } from '#server/services/context.ts'
import { notifyOfPayment } from '#server/services/notifications/payment-notifications.ts'
import { retryAfterOf } from './evidence.ts'

/** Some hours without an answer: a deal may have ended whose money is still with the provider. */
const SILENT_TRIES = 12
const SHORT_WAIT_MS = 10_000

/** Null: it is not looked at before something happens. */
export async function lookAgain({ tx }: Ctx, id: string, waitMs: number | null): Promise<null> {
  await postponeProviderHoldRow(tx, id, waitMs)
  return null
}

/** Nobody else would see that the provider still has it. */
export const tellTeam = (
  ctx: Ctx,
  { id, amount_paise: amountPaise }: ProviderHoldRow,
  reason: 'hold_stuck' | 'hold_ends' = 'hold_stuck',
): Promise<void> => notifyOfPayment(ctx, { reason, paymentId: `${reason}:${id}`, amountPaise })

/** The provider said nothing that could be used. `isOfCall`: it may have done what it was told. */
export class NoAnswer extends Error {
  readonly isOfCall: boolean
  readonly retryAfterMs: number
  constructor(answer: RailAnswer<unknown>, isOfCall: boolean) {
    super(`the provider answered ${answer.is}`)
    this.isOfCall = isOfCall
    this.retryAfterMs = retryAfterOf(answer)
  }
}

export const callsFor = ({ provider }: Pick<ProviderHoldRow, 'provider'>) =>
  ({ provider, queue: 'provider_hold' }) as const

/** Where the provider is left alone the hold is due at once, and is claimed when it is back. */
export async function postponeProviderHold(ctx: Ctx, row: ProviderHoldRow, error: Error): Promise<void> {
  if (row.tries >= SILENT_TRIES) await tellTeam(ctx, row)
  const isSilent = error instanceof NoAnswer
  if (isSilent && (await noteFailure(ctx.tx, callsFor(row), error.retryAfterMs)))
    return void (await lookAgain(ctx, row.id, 0))
  const isShort = isSilent && error.isOfCall
  await lookAgain(
    ctx,
    row.id,
    isShort ? SHORT_WAIT_MS : Math.min(HOUR_MS, SHORT_WAIT_MS * 2 ** Math.min(row.tries, 9)),
  )
}
