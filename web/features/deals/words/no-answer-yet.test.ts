import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { aboutOf } from './about.ts'
import { notYetWords } from './no-answer-yet.ts'

const deal = (me: string, fee: string, disputeFeePaise = 5_000): Deal =>
  ({
    ...{ me, status: 'disputed', track: 'shopping', policy: { disputeFeePaise } },
    ...{ now: '2026-12-01T06:30:00Z', due_at: '2026-12-03T06:30:00Z' },
    dispute: { opened_by: 'payer', fees: { payer: fee, payee: 'due' } },
    parties: { payee: { name: 'Ravi Shah', business_name: 'Ravi Traders' }, payer: { name: 'Asha Patil' } },
  }) as unknown as Deal

const WORDS = 'No need to pay or reply until Asha Patil has paid ₹50, by '

describe('a complaint whose own fee is not paid', () => {
  it('says to whom it is about that they need not answer yet, and until when', () => {
    expect(notYetWords(deal('payee', 'due'))).toContain(WORDS)
    expect(notYetWords(deal('payee', 'due'))).toContain('Thu 3 Dec')
    expect(aboutOf(deal('payee', 'due'), 'respond')).toContain(WORDS)
  })
  it.each([
    ['payee', 'paid', 5_000],
    ['payer', 'due', 5_000],
    ['team', 'due', 5_000],
    ['payee', 'due', 0],
  ])('says nothing of it to the %s, fee %s of %i', (me, fee, paise) => {
    expect(notYetWords(deal(me, fee, paise))).toBe('')
    expect(aboutOf(deal(me, fee, paise), 'respond')).not.toContain('No need to pay')
  })
})
