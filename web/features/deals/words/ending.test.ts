import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { endWords } from './ending.ts'

const deal = (over: Partial<Deal>): Deal =>
  ({
    me: 'payee',
    money: { payee_paise: 900_000, payer_paise: 0, stray_paise: { payer: 0, payee: 0 } },
    paid_out: { payee: true, payer: false },
    parties: { payee: { name: 'Ravi Shah', business_name: 'Ravi Traders' }, payer: { name: 'Asha Patil' } },
    payouts: [],
    dispute: null,
    ...over,
  }) as unknown as Deal
const words = (over: Partial<Deal>) => endWords(deal(over), (paise) => `Rs ${paise / 100}`)

describe('who got what in the end', () => {
  it.each([
    [{}, ['You have been paid Rs 9000']],
    [{ set_off_paise: 250_000 }, ['You have been paid Rs 6500']],
    [{ set_off_paise: 900_000 }, ['Rs 9000 of it is kept for what you owe us.']],
    [{ me: 'payer' as const }, ['Ravi Traders has been paid Rs 9000']],
  ])('%j', (over, expected) => {
    expect(words(over)).toEqual(expected)
  })

  it.each([
    ['payee', null, 'Rs 9000 is yours and waits to be sent'],
    ['payer', null, 'Rs 9000 for Ravi Traders waits to be sent'],
    ['payee', '2026-12-02T14:10:00Z', 'Rs 9000 goes to you after Wed 2 Dec, 7:40 pm'],
    ['payer', '2026-12-02T14:10:00Z', 'Rs 9000 goes to Ravi Traders after Wed 2 Dec, 7:40 pm'],
  ] as const)('waits, as the %s reads it, until %s', (me, until, expected) => {
    // of the other side's payouts nothing is answered but this
    const waits = { now: '2026-11-30T14:10:00Z', payout_waits: [{ to: 'payee', until }] }
    const over = { me, ...waits, paid_out: { payee: false, payer: false } } as unknown as Partial<Deal>
    expect(words(over)).toEqual([expected])
  })

  it.each([
    ['payer', 'kept', true],
    ['payer', 'returned', false],
    ['payee', 'kept', false],
    ['team', 'kept', false],
  ] as const)('to the %s, the payer’s fee %s: says that it is gone: %s', (me, fate, isSaid) => {
    const over = {
      me,
      policy: { disputeFeePaise: 5_000 },
      dispute: { fees: { payer: fate, payee: 'returned' } },
    } as unknown as Partial<Deal>
    expect(words(over).includes(m.email_fee_kept_you({ fee: 'Rs 50' }))).toBe(isSaid)
  })

  it('has no second full stop after a shop whose name ends in one', () => {
    const parties = { payee: { name: 'Ravi Shah', business_name: 'Ravi Pvt. Ltd.' }, payer: { name: 'Asha' } }
    const over = { me: 'payer', parties } as unknown as Partial<Deal>
    expect(words(over)).toEqual(['Ravi Pvt. Ltd has been paid Rs 9000'])
  })
})
