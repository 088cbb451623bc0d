import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abandonedBackups, backupName, newestOf, outdatedBackups } from './names.ts'

const DAY = 86_400_000
const now = Date.parse('2026-03-01T12:00:00Z')
const daysAgo = (days: number): string => backupName(new Date(now - days * DAY), days % 2 === 1)

test('a name sorts by its time', () => {
  const at = new Date('2026-01-31T08:33:07.123Z')
  expect(backupName(at, false)).toBe('amanat-20260131T083307Z.tar.gz')
  expect(backupName(at, true)).toBe('amanat-20260131T083307Z.tar.gz.age')
})

test('what is older than its days goes; what is no backup of ours never does', () => {
  const names = [daysAgo(0), daysAgo(30), daysAgo(31), daysAgo(400), 'amanat-2020.tar.gz', 'notes.txt']
  expect(outdatedBackups(names, now, 30)).toEqual([daysAgo(31), daysAgo(400)])
})

test('what was never finished goes after a day, and nobody else’s does', () => {
  const others = [daysAgo(2), 'amanat-2020.tar.gz.part', 'notes.part']
  const parts = [0, 1, 2, 40].map((days) => `${daysAgo(days)}.part`)
  expect(abandonedBackups([...others, ...parts], now)).toEqual([`${daysAgo(2)}.part`, `${daysAgo(40)}.part`])
})

test('the newest stays, however old all are', () => {
  expect(outdatedBackups([daysAgo(400), daysAgo(500)], now, 30)).toEqual([daysAgo(500)])
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 1 }),
      fc.nat(3_000),
      (ages, keep) => {
        const names = ages.map(daysAgo)
        const outdated = outdatedBackups(names, now, keep)
        expect(outdated).not.toContain(daysAgo(Math.min(...ages)))
        expect(outdated.every((name) => names.includes(name))).toBe(true)
        for (const age of ages) if (age <= keep) expect(outdated).not.toContain(daysAgo(age))
      },
    ),
  )
})

test('the newest of them, or none', () => {
  expect([newestOf([]), newestOf(['notes.txt'])]).toEqual([null, null])
  const names = [daysAgo(2), daysAgo(1), `${daysAgo(0)}.part`]
  expect(newestOf(names)).toEqual({ name: daysAgo(1), at: now - DAY })
})
