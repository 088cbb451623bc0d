/**
 * A simulated payment provider inside the process. Its reports take the same webhook, signature check and ledger path
 * as a real provider's. Payouts succeed, but fail for destinations ending in 0000. A target is in its owner's name, but
 * those beginning with `other` or 999 are somebody else's, with `nobody` or 000 nobody's, and `silent` gets no answer.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PayoutOrder, PayoutResult, Rail, TargetCheck } from '#server/rails/rail.ts'

export const SIGNATURE = 'x-sandbox-signature'

const event = z.object({
  event_id: z.string().min(1).max(100),
  type: z.enum(['payment.succeeded', 'payment.failed']),
  payment: z.object({
    id: z.string().min(1).max(100),
    reference: z.string().max(50).nullable(),
    amount_paise: z.int().positive(),
    source: z.string().max(100).nullable(),
  }),
})
export type SandboxEvent = z.input<typeof event>

export const signature = (secret: string, raw: Buffer | string): string =>
  createHmac('sha256', secret).update(raw).digest('hex')

function isGenuine(secret: string, raw: Buffer, given: unknown): boolean {
  const expected = Buffer.from(signature(secret, raw))
  const actual = Buffer.from(typeof given === 'string' ? given : '')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

export class SandboxRail implements Rail {
  readonly name = 'sandbox'
  readonly #secret: string
  constructor(secret: string) {
    this.#secret = secret
  }

  sign(raw: string): string {
    return signature(this.#secret, raw)
  }

  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>) {
    if (!isGenuine(this.#secret, raw, headers[SIGNATURE])) return null
    const body = event.safeParse(parse(raw))
    if (!body.success) return null
    const { event_id, type, payment } = body.data
    return {
      provider: this.name,
      eventId: event_id,
      kind: type === 'payment.succeeded' ? ('paid' as const) : ('failed' as const),
      paymentId: payment.id,
      reference: payment.reference,
      amountPaise: payment.amount_paise,
      source: payment.source,
      raw: body.data,
    }
  }

  async payOut(order: PayoutOrder): Promise<PayoutResult> {
    if (order.destination.replace(/@.*$/, '').endsWith('0000'))
      return { outcome: 'failed', detail: 'the payee’s bank refused', isFinal: true }
    return { outcome: 'paid', providerRef: `sbx_${order.reference}` }
  }

  async checkTarget({ address, owner }: { address: string; owner: string }): Promise<TargetCheck> {
    if (/^(?:nobody|000)/.test(address)) return { is: 'none' }
    if (address.startsWith('silent')) return { is: 'unknown', detail: 'the bank did not answer' }
    return { is: 'known', name: /^(?:other|999)/.test(address) ? 'SOMEBODY ELSE' : owner.toUpperCase() }
  }
}
