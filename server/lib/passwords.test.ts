import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from './passwords.ts'

const argon2 = vi.hoisted(() => ({ running: 0, most: 0, ends: [] as (() => void)[] }))
vi.mock('@node-rs/argon2', () => ({
  hash: () => {
    argon2.running += 1
    argon2.most = Math.max(argon2.most, argon2.running)
    return new Promise<string>((resolve) => {
      argon2.ends.push(() => {
        argon2.running -= 1
        resolve('hash')
      })
    })
  },
  verify: async () => true,
}))

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => Object.assign(argon2, { running: 0, most: 0, ends: [] }))

// The moment when a slot is handed from an ended hash to a waiting one: whoever asks then must not take it as well.
test.each([0, 1, 2, 3, 4, 5])(
  'four hashes run at most, also with a newcomer %i microtasks after an end',
  async (delay) => {
    const hashes = Array.from({ length: 5 }, () => hashPassword('a password'))
    await turn()
    expect(argon2.running).toBe(4)
    argon2.ends.shift()?.()
    for (let i = 0; i < delay; i++) await null
    hashes.push(hashPassword('a newcomer'))
    while (argon2.ends.length > 0) {
      await turn()
      argon2.ends.shift()?.()
    }
    await Promise.all(hashes)
    expect(hashes).toHaveLength(6)
    expect(argon2.most).toBe(4)
  },
)
