/** A provider's report: written down once, and applied. */
import type { Reading } from '#server/rails/rail.ts'
import { keepWebhook } from '#server/repositories/payments.ts'
import type { Ctx } from '#server/services/context.ts'
import { applyFact } from './apply-fact.ts'

interface GenuineReport {
  readonly reading: Exclude<Reading, { is: 'forged' }>
  readonly raw: Buffer
}

/** What is not for us is written down too: the provider is told that it came, or it would stop calling. */
export async function takeReport(ctx: Ctx, provider: string, { reading, raw }: GenuineReport): Promise<void> {
  const body = JSON.parse(raw.toString('utf8')) as unknown
  const isNew = await keepWebhook(ctx.tx, provider, reading.eventId, body)
  if (!isNew || reading.is === 'ignored') return
  for (const fact of reading.facts) await applyFact(ctx, provider, fact)
}
