/** How long the payer has to check a delivery that the payee alone claims, and why so long. */
import type { DeliveryProof } from '#core/delivery-proof.ts'
import { DAY_MS } from '#core/time.ts'
import { m } from './compiled/messages.js'
import type { MessageText, TextOptions } from './message-text.ts'

const TEXTS: Readonly<Record<DeliveryProof, MessageText<{ days: string }>>> = {
  courier: m.delivery_window_courier,
  other_courier: m.delivery_window_other_courier,
  no_code: m.delivery_window_no_code,
  no_file: m.delivery_window_no_file,
}

const isProof = (proof: unknown): proof is DeliveryProof =>
  typeof proof === 'string' && Object.hasOwn(TEXTS, proof)

/** Of the data of a `deliver` event; empty when the payer's side confirmed it or the work has a file. */
export function deliveryWindowText(
  { proof, window_ms: windowMs }: Readonly<Record<string, unknown>>,
  options?: TextOptions,
): string {
  if (!isProof(proof) || typeof windowMs !== 'number') return ''
  const days = String(Math.round((windowMs / DAY_MS) * 10) / 10)
  return TEXTS[proof]({ days }, options)
}
