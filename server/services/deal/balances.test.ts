/** A deal's money as the ledger has it: each account is read once, and what did not move is zero. */
import { expect, it } from 'vitest'
import { dealBalances } from './balances.ts'

const movements = {
  ...{ 'hold:d': 1, 'payable:7': 2, 'payable:8': 4, 'tax:tds': 8, 'tax:tcs': 16, commission: 32 },
  ...{ 'fee_hold:d:payer': 64, 'fee_hold:d:payee': 128, dispute_fees: 256 },
}

it('what is held, what each was credited, what was withheld and kept', () =>
  expect(dealBalances({ id: 'd', payer_id: 7, payee_id: 8 }, movements)).toEqual({
    ...{ heldPaise: 1, payerPaise: 2, payeePaise: 4, tdsPaise: 8, tcsPaise: 16, commissionPaise: 32 },
    disputeFeesPaise: 64 + 128 + 256,
  }))
it('nobody was credited where there is nobody yet, and nothing where nothing moved', () =>
  expect(dealBalances({ id: 'd', payer_id: 7, payee_id: null }, {})).toEqual({
    ...{ heldPaise: 0, payerPaise: 0, payeePaise: 0, tdsPaise: 0, tcsPaise: 0, commissionPaise: 0 },
    disputeFeesPaise: 0,
  }))
