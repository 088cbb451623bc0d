import type { PayoutRow } from '#server/repositories/payments.ts'

/** What the provider knows a payout by: the same for every try that may have been paid. At most 36 characters. */
export const payoutKey = ({ id, generation }: Pick<PayoutRow, 'id' | 'generation'>): string =>
  generation === 1 ? id : `${id}-${generation}`
