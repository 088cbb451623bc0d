import { expect, test } from 'vitest'
import { isConnectionLost, isRetryable, isUnavailable } from './errors.ts'

const raised = (code: string, message = 'raised') => Object.assign(new Error(message), { code })

test.each([
  ['a standby that refuses a write', raised('25006')],
  [
    'a primary that is a standby by now',
    raised('0A000', 'cannot set transaction read-write mode during recovery'),
  ],
  ['a server that shuts down', raised('57P01')],
  ['nobody at the address', raised('ECONNREFUSED')],
])('%s: the connection is of no use, and the caller may ask again', (_what, error) => {
  expect([isConnectionLost(error), isUnavailable(error)]).toEqual([true, true])
})

test('a plan that a migration made stale is run again instead', () => {
  const stale = raised('0A000', 'cached plan must not change result type')
  expect([isConnectionLost(stale), isRetryable(stale)]).toEqual([false, true])
})
