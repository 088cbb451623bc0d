import { describe, expect, test } from 'vitest'
import { TRANSITIONS } from './lifecycle/transitions.ts'
import { KEY_ACTIONS, SCOPES } from './scopes.ts'

/** By hand: what a stolen key must never do, whatever the lifecycle's table says one day. */
const NEVER = [
  'release',
  'decide',
  'cancel',
  'accept_split',
  'propose_split',
  'withdraw_complaint',
  'withdraw_return',
  'confirm_return',
  'fund',
  'unfund',
  'charged_back',
  'pay_fee',
]

describe('the moves of a key', () => {
  const rows = TRANSITIONS.filter(({ on }) => 'action' in on && KEY_ACTIONS.includes(on.action))

  test('are these and no others', () => {
    expect([...KEY_ACTIONS].sort()).toEqual(
      'accept ask_more_time decline deliver edit propose_extension request_changes ship ship_return start withdraw'.split(
        ' ',
      ),
    )
  })

  test('are moves of the table', () => expect(rows.length).toBeGreaterThan(KEY_ACTIONS.length))

  test('move no money, settle no fee and open no dispute', () => {
    expect(rows.filter(({ hold, fees, opens }) => hold || fees || opens)).toEqual([])
  })

  test.each(NEVER)('are not: %s', (action) => {
    expect(KEY_ACTIONS).not.toContain(action)
  })
})

test('a scope has a name of two words', () => {
  expect(SCOPES.filter((scope) => !/^[a-z]+:(?:read|write)$/.test(scope))).toEqual([])
})
