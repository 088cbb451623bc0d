/** A deal's money by the ledger: what is held, what each party was credited, what was kept. */
import {
  type AccountCode,
  COMMISSION,
  DISPUTE_FEES,
  feeHoldAccount,
  holdAccount,
  payableAccount,
  TCS,
  TDS,
} from '#core/accounts.ts'
import type { DealRow } from '#server/repositories/deals.ts'

export interface DealBalances {
  readonly heldPaise: number
  readonly payerPaise: number
  readonly payeePaise: number
  /** Of the payee's part, owed to the State in their name: income tax, and GST. */
  readonly tdsPaise: number
  readonly tcsPaise: number
  readonly commissionPaise: number
  /** Paid in for a dispute and not returned, whether it is still open or kept. */
  readonly disputeFeesPaise: number
}

/** `movements`: what the deal's transfers have added to each account. */
export function dealBalances(
  deal: Pick<DealRow, 'id' | 'payer_id' | 'payee_id'>,
  movements: Readonly<Record<string, number>>,
): DealBalances {
  const sumOf = (account: AccountCode): number => movements[account] ?? 0
  const creditOf = (userId: number | null): number => (userId === null ? 0 : sumOf(payableAccount(userId)))
  return {
    heldPaise: sumOf(holdAccount(deal.id)),
    payerPaise: creditOf(deal.payer_id),
    payeePaise: creditOf(deal.payee_id),
    tdsPaise: sumOf(TDS),
    tcsPaise: sumOf(TCS),
    commissionPaise: sumOf(COMMISSION),
    disputeFeesPaise:
      sumOf(feeHoldAccount(deal.id, 'payer')) + sumOf(feeHoldAccount(deal.id, 'payee')) + sumOf(DISPUTE_FEES),
  }
}
