import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchDiskSpace } from './disk-space.ts'

test.each([
  [1, true],
  [Number.MAX_SAFE_INTEGER, false],
])('with %i bytes asked for: %s', (leastBytes, expected) => {
  const diskSpace = watchDiskSpace(tmpdir(), leastBytes)
  expect(diskSpace.hasDiskSpace()).toBe(expected)
  diskSpace.stop()
})
