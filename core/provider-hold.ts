/** Money of a deal that waits with the provider in the payee's name: what has to be done with it when the deal ends. */

/** Below this a provider moves nothing. */
export const LEAST_PAISE = 100

/** `reverse`: back to the operator, for the payer and our part. `transfer`: to the payee, of the payment itself. */
export interface HoldStep {
  readonly call: 'reverse' | 'transfer'
  readonly amountPaise: number
}

/**
 * From what the payee's account has, on hold, to what the deal leaves them. Where the difference is too small to be moved,
 * all goes back and what is theirs comes again. Null: no calls of the provider lead there, and the team settles it.
 */
export function planHoldEnd({
  heldPaise,
  keepPaise,
}: {
  heldPaise: number
  keepPaise: number
}): readonly HoldStep[] | null {
  const backPaise = heldPaise - keepPaise
  if (backPaise === 0) return []
  if (backPaise >= LEAST_PAISE) return [{ call: 'reverse', amountPaise: backPaise }]
  if (keepPaise < LEAST_PAISE) return null
  const transfer = { call: 'transfer', amountPaise: keepPaise } as const
  if (heldPaise === 0) return [transfer]
  return heldPaise < LEAST_PAISE ? null : [{ call: 'reverse', amountPaise: heldPaise }, transfer]
}
