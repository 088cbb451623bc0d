/** The calls that move what a provider holds, and what its answers prove of them. */
import type { HeldTransfer, Holds } from '#server/rails/holds.ts'
import type { RailAnswer } from '#server/rails/rail.ts'
import type { ProviderHoldRow, ProviderHoldStepRow } from '#server/repositories/provider-holds.ts'

export type HoldQuestion =
  | { readonly is: 'transfer'; readonly orderId: string }
  | { readonly is: 'send' | 'find'; readonly step: ProviderHoldStepRow }
export type Heard = RailAnswer<{ readonly transfers?: readonly HeldTransfer[]; readonly providerId?: string }>

const mapped = <T>(answer: RailAnswer<T>, to: (facts: T) => object): Heard =>
  answer.is === 'done' || answer.is === 'pending' ? { is: 'done', facts: to(answer.facts) } : answer

export async function askProvider(
  holds: Holds,
  row: ProviderHoldRow,
  question: HoldQuestion,
): Promise<Heard> {
  const { account_id: accountId, payment_id: paymentId, transfer_id: transferId } = row
  if (question.is === 'transfer')
    return mapped(await holds.findOfOrder(question.orderId), (transfers) => ({ transfers }))
  const { step, is } = question
  if (step.call === 'transfer') {
    if (is === 'find')
      return mapped(await holds.findOfPayment(paymentId ?? ''), (transfers) => ({ transfers }))
    const order = { accountId, amountPaise: step.amount_paise }
    return mapped(await holds.transfer(paymentId ?? '', order), ({ id }) => ({ providerId: id }))
  }
  if (is === 'find')
    return mapped(await holds.find(transferId ?? ''), (transfer) => ({ transfers: [transfer] }))
  return mapped(await holds.reverse(transferId ?? '', step.amount_paise), (id) => ({ providerId: id }))
}

type StepEvidence =
  | { readonly is: 'done'; readonly providerId: string | null }
  | { readonly is: 'none' | 'other' }

/** A reversal shows in the amount that went back, a transfer by being there. */
export function stepEvidenceOf(
  { account_id, transfer_id }: ProviderHoldRow,
  { call, amount_paise }: ProviderHoldStepRow,
  transfers: readonly HeldTransfer[],
): StepEvidence {
  if (call === 'reverse') {
    const [transfer] = transfers
    if (!transfer || transfer.reversedPaise === 0) return { is: 'none' }
    return transfer.reversedPaise === amount_paise ? { is: 'done', providerId: null } : { is: 'other' }
  }
  const ours = transfers.filter(
    ({ id, accountId, state }) => id !== transfer_id && accountId === account_id && state !== 'failed',
  )
  const [first] = ours
  if (!first) return { is: 'none' }
  return ours.length === 1 && first.amountPaise === amount_paise
    ? { is: 'done', providerId: first.id }
    : { is: 'other' }
}
