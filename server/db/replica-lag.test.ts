import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionOf, ReplicaLag } from './replica-lag.ts'

test.each([
  ['0/0', 0],
  ['0/16B3748', 0x16b3748],
  ['16/B374D848', 0x16b374d848],
])('%s is a position', (lsn, position) => {
  expect(positionOf(lsn)).toBe(position)
})

test('is as old as the newest position that was reached', () => {
  const lag = new ReplicaLag(0)
  expect(lag.lagMs(500)).toBe(500)
  lag.note(1_000, 10)
  lag.note(2_000, 20)
  lag.reach(15)
  expect(lag.lagMs(2_500)).toBe(1_500)
  lag.reach(20)
  expect(lag.lagMs(2_500)).toBe(500)
  // an idle primary writes nothing: its position is reached at once, again and again
  lag.note(9_000, 20)
  lag.reach(20)
  expect(lag.lagMs(9_001)).toBe(1)
  // a primary that is not asked any more, and a replica that stands still, are old
  expect(lag.lagMs(60_000)).toBe(51_000)
  for (let at = 60_000; at < 70_000; at += 10) lag.note(at, at)
  lag.reach(20)
  expect(lag.lagMs(70_000)).toBe(61_000)
  lag.reach(70_000)
  expect(lag.lagMs(70_000)).toBe(10)
})

test('never says younger than it is, whatever comes in which order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 1 }), (steps) => {
      const lag = new ReplicaLag(0)
      let [at, written, played, asOf] = [0, 0, 0, 0]
      const history = [{ at: 0, position: 0 }]
      for (const [write, play] of steps) {
        at += 10
        written += write
        history.push({ at, position: written })
        lag.note(at, written)
        played = Math.min(written, played + play)
        lag.reach(played)
        asOf = Math.max(...history.filter(({ position }) => position <= played).map((mark) => mark.at))
        expect(lag.lagMs(at)).toBeGreaterThanOrEqual(at - asOf)
      }
    }),
  )
})
