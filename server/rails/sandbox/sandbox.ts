/**
 * A simulated payment provider inside the process. Its reports take the same webhook, signature check and ledger path
 * as a real provider's. Payouts succeed, but fail for destinations ending in 0000; to one beginning with `unknown` the answer
 * is lost, and asked again it is paid; to one beginning with `late` it is under way until it is played. A target is in its
 * owner's name, but those beginning with `other` or 999 are somebody else's, with `nobody` or 000 nobody's, and `silent`
 * gets no answer.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { upiLink } from '#core/upi.ts'
import { constantTimeEqual } from '#server/lib/constant-time.ts'
import { CAPABILITIES } from '#server/rails/capabilities.ts'
import type {
  Fact,
  Instruction,
  OutFact,
  OutOrder,
  PayInOrder,
  Rail,
  RailAnswer,
  Reading,
  TargetCheck,
} from '#server/rails/rail.ts'

export const SIGNATURE = 'x-sandbox-signature'

const eventId = z.string().min(1).max(100)
const paymentEvent = z.object({
  event_id: eventId,
  type: z.enum(['payment.succeeded', 'payment.failed', 'payment.returned', 'payment.disputed']),
  payment: z.object({
    id: z.string().min(1).max(100),
    reference: z.string().max(50).nullable(),
    amount_paise: z.int().positive(),
    source: z.string().max(100).nullable(),
  }),
})
const payoutEvent = z.object({
  event_id: eventId,
  type: z.enum(['payout.done', 'payout.failed']),
  payout: z.object({ key: z.string().min(1).max(36) }),
})
const event = z.union([paymentEvent, payoutEvent])
export type SandboxEvent = z.input<typeof event>

/** HMAC-SHA256 of the raw bytes in small hex, as `x-sandbox-signature` has it. */
export const signature = (secret: string, raw: Buffer | string): string =>
  createHmac('sha256', secret).update(raw).digest('hex')

const isGenuine = (secret: string, raw: Buffer, given: unknown): boolean =>
  typeof given === 'string' && constantTimeEqual(signature(secret, raw), given)

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

const outFact = (key: string, state: OutFact['state'] = 'done'): OutFact => ({
  ...{ kind: 'out', key, providerId: `sbx_${key}`, state },
  detail: state === 'failed' ? 'the payee’s bank refused' : null,
})

function factOf(body: z.output<typeof event>): Fact {
  if ('payout' in body) return outFact(body.payout.key, body.type === 'payout.done' ? 'done' : 'failed')
  const { id: paymentId, reference, amount_paise: amountPaise, source } = body.payment
  if (body.type === 'payment.failed') return { kind: 'pay_failed', reference }
  return body.type === 'payment.succeeded'
    ? { kind: 'paid', paymentId, orderId: null, reference, amountPaise, source }
    : { kind: 'taken_back', paymentId, amountPaise }
}

const addressOf = ({ how }: OutOrder): string => (how.by === 'transfer' ? how.address : '')

export class SandboxRail implements Rail {
  readonly name = 'sandbox'
  readonly can = CAPABILITIES.sandbox
  readonly #secret: string
  readonly #payeeName: string
  constructor(secret: string, payeeName = 'Amanat sandbox') {
    this.#secret = secret
    this.#payeeName = payeeName
  }

  sign(raw: string): string {
    return signature(this.#secret, raw)
  }

  async openPayIn({ reference, amountPaise }: PayInOrder): Promise<RailAnswer<Instruction>> {
    const payee = { payeeVpa: 'amanat@sandbox', payeeName: this.#payeeName }
    const upiUrl = upiLink({ ...payee, payeeKind: 'merchant', reference, amountPaise })
    return { is: 'done', facts: { ...payee, upiUrl, opensApp: true } }
  }

  readWebhook(raw: Buffer, headers: Readonly<Record<string, unknown>>): Reading {
    if (!isGenuine(this.#secret, raw, headers[SIGNATURE])) return { is: 'forged' }
    const body = event.safeParse(parse(raw))
    if (!body.success) return { is: 'forged' }
    return { is: 'facts', eventId: body.data.event_id, facts: [factOf(body.data)] }
  }

  async send(order: OutOrder): Promise<RailAnswer<OutFact>> {
    if (addressOf(order).startsWith('unknown')) return { is: 'unknown', detail: 'the answer was lost' }
    return this.#take(order)
  }

  async #take(order: OutOrder): Promise<RailAnswer<OutFact>> {
    const address = addressOf(order)
    if (address.replace(/@.*$/, '').endsWith('0000'))
      return { is: 'refused', detail: 'the payee’s bank refused', retry: 'new_key' }
    if (address.startsWith('late'))
      return { is: 'pending', facts: outFact(order.key, 'pending'), askAgainMs: 0 }
    return { is: 'done', facts: outFact(order.key) }
  }

  /** It pays one key once: an order that may have been lost is simply made. */
  findOut(order: OutOrder): Promise<RailAnswer<OutFact>> {
    return this.#take(order)
  }

  async checkTarget({ address, owner }: { address: string; owner: string }): Promise<TargetCheck> {
    if (/^(?:nobody|000)/.test(address)) return { is: 'none' }
    if (address.startsWith('silent')) return { is: 'unknown', detail: 'the bank did not answer' }
    return { is: 'known', name: /^(?:other|999)/.test(address) ? 'SOMEBODY ELSE' : owner.toUpperCase() }
  }
}
