import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchRoom } from './room.ts'

test.each([
  [1, true],
  [Number.MAX_SAFE_INTEGER, false],
])('with %i bytes asked for: %s', (leastBytes, expected) => {
  const room = watchRoom(tmpdir(), leastBytes)
  expect(room.hasRoom()).toBe(expected)
  room.stop()
})
