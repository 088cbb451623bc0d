/** The calls that move what a provider holds, and what its answers prove of one whose own answer was lost. */
import { describe, expect, it } from 'vitest'
import type { HeldTransfer, Holds } from '#server/rails/holds.ts'
import type { ProviderHoldRow, ProviderHoldStepRow } from '#server/repositories/provider-holds.ts'
import { askProvider, type HoldQuestion, stepEvidenceOf } from './hold-calls.ts'

const HOLD = { account_id: 'acc', payment_id: 'pay', transfer_id: 'first' } as ProviderHoldRow
const step = (call: 'reverse' | 'transfer'): ProviderHoldStepRow =>
  ({ hold_id: 'h', n: 1, call, amount_paise: 500 }) as ProviderHoldStepRow
const transfer = (over: Partial<HeldTransfer> = {}): HeldTransfer => ({
  ...{ id: 'second', accountId: 'acc', amountPaise: 500, reversedPaise: 0, state: 'made' },
  ...{ isOnHold: true, isSettled: false },
  ...over,
})

/** Answers each call with what it was asked, so that a test sees both. */
function recordingHolds(is: 'done' | 'pending' | 'unknown' = 'done') {
  const calls: unknown[][] = []
  const answer =
    (name: string, facts: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args])
      return is === 'unknown' ? { is, detail: 'lost' } : { is, facts, askAgainMs: 0 }
    }
  const holds = {
    findOfOrder: answer('findOfOrder', [transfer()]),
    findOfPayment: answer('findOfPayment', [transfer()]),
    find: answer('find', transfer()),
    transfer: answer('transfer', transfer({ id: 'new' })),
    reverse: answer('reverse', 'reversal'),
  } as unknown as Holds
  return { holds, calls }
}

describe('what the provider is asked', () => {
  const ask: [string, HoldQuestion, unknown[], object][] = [
    [
      'of an order',
      { is: 'transfer', orderId: 'order' },
      ['findOfOrder', 'order'],
      { transfers: [transfer()] },
    ],
    [
      'to take back',
      { is: 'send', step: step('reverse') },
      ['reverse', 'first', 500],
      { providerId: 'reversal' },
    ],
    [
      'whether it was taken back',
      { is: 'find', step: step('reverse') },
      ['find', 'first'],
      { transfers: [transfer()] },
    ],
    [
      'to transfer',
      { is: 'send', step: step('transfer') },
      ['transfer', 'pay', { accountId: 'acc', amountPaise: 500 }],
      { providerId: 'new' },
    ],
    [
      'whether it was transferred',
      { is: 'find', step: step('transfer') },
      ['findOfPayment', 'pay'],
      { transfers: [transfer()] },
    ],
  ]
  it.each(ask)('%s', async (_name, question, call, facts) => {
    const { holds, calls } = recordingHolds()
    expect(await askProvider(holds, HOLD, question)).toEqual({ is: 'done', facts })
    expect(calls).toEqual([call])
  })
  it('what it has only accepted counts as told, and what was lost stays lost', async () => {
    const question = { is: 'send', step: step('reverse') } as const
    const accepted = await askProvider(recordingHolds('pending').holds, HOLD, question)
    expect(accepted).toEqual({ is: 'done', facts: { providerId: 'reversal' } })
    const lost = await askProvider(recordingHolds('unknown').holds, HOLD, question)
    expect(lost).toEqual({ is: 'unknown', detail: 'lost' })
  })
})

describe('a reversal whose answer was lost', () => {
  it.each<[string, HeldTransfer[], object]>([
    ['shows in what went back', [transfer({ reversedPaise: 500 })], { is: 'done', providerId: null }],
    ['does not show', [transfer()], { is: 'none' }],
    ['of which nothing is known', [], { is: 'none' }],
    ['went another way', [transfer({ reversedPaise: 499 })], { is: 'other' }],
  ])('%s', (_name, transfers, evidence) =>
    expect(stepEvidenceOf(HOLD, step('reverse'), transfers)).toEqual(evidence),
  )
})

describe('a transfer whose answer was lost', () => {
  it.each<[string, HeldTransfer[], object]>([
    ['is there', [transfer()], { is: 'done', providerId: 'second' }],
    [
      'is there beside the one of before',
      [transfer({ id: 'first' }), transfer()],
      { is: 'done', providerId: 'second' },
    ],
    ['is not there', [], { is: 'none' }],
    ['is the one of before', [transfer({ id: 'first' })], { is: 'none' }],
    ['is somebody else’s', [transfer({ accountId: 'other' })], { is: 'none' }],
    ['has failed', [transfer({ state: 'failed' })], { is: 'none' }],
    ['waits', [transfer({ state: 'waiting' })], { is: 'done', providerId: 'second' }],
    ['is of another amount', [transfer({ amountPaise: 501 })], { is: 'other' }],
    ['is there twice', [transfer(), transfer({ id: 'third' })], { is: 'other' }],
  ])('%s', (_name, transfers, evidence) =>
    expect(stepEvidenceOf(HOLD, step('transfer'), transfers)).toEqual(evidence),
  )
})
