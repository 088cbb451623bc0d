import { expect, test } from 'vitest'
import { findObstacle } from './checks.ts'

const fit = {
  version: 180_004,
  version_text: '18.4',
  encoding: 'UTF8',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  offset_ms: 0,
  role: 'amanat_app',
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
  was_moved: false,
}

test.each([
  [{}, null],
  [{ version: 150_000 }, null],
  // A distributed engine has no such settings, and a replicated server has finer ones.
  [{ fsync: null, full_page_writes: null, synchronous_commit: null }, null],
  [{ synchronous_commit: 'remote_apply' }, null],
  [{ version: 149_999, version_text: '14.9' }, /14\.9 is too old/],
  [{ encoding: 'SQL_ASCII' }, /SQL_ASCII/],
  [{ fsync: 'off' }, /^fsync is off/],
  [{ full_page_writes: 'off' }, /^full_page_writes is off/],
  [{ synchronous_commit: 'off' }, /^synchronous_commit is off/],
  // a distributed engine may not have one of them
  [{ lock_timeout: null }, null],
  [{ role: 'owner' }, /pooler in between drops the role amanat_app/],
  [{ statement_timeout: '0' }, /pooler in between drops statement_timeout/],
  [{ lock_timeout: '0' }, /drops lock_timeout/],
  [{ idle_in_transaction_session_timeout: '0' }, /drops idle_in_transaction/],
  [{ was_moved: true }, /came from another server.*npm run admin -- new-era/],
  [{ offset_ms: 1 }, /clock of this database was moved/],
])('%j', (change, reason) => {
  const obstacle = findObstacle({ ...fit, ...change }, false)
  if (reason === null) expect(obstacle).toBeNull()
  else expect(obstacle).toMatch(reason)
})

test('in the sandbox the clock may have been moved', () => {
  expect(findObstacle({ ...fit, offset_ms: 1 }, true)).toBeNull()
})
