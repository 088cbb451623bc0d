/** The operator's bank accounts as a file: what is taken, and the line that says what is wrong. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readBankAccounts } from './bank-accounts-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'amanat-accounts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (content: unknown): string => {
  const file = join(folder, 'accounts.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const account = { bank: 'HDFC', account: '50200012345678', opening_paise: 1_00_000 }

it('names accounts in the words of the call', () => {
  expect(readBankAccounts(fileOf([account]))).toEqual([
    { bank: 'HDFC', account: '50200012345678', openingPaise: 1_00_000, ownNames: [], mapping: null },
  ])
})

it.each([
  ['{', /cannot be read/],
  [[], /is not as \.env\.example shows it: the whole/],
  [[{ ...account, account: '12' }], /shows it: entry 1 account is wrong/],
  [[{ ...account, opening_paise: 1.5 }], /shows it: entry 1 opening_paise is wrong/],
])('is refused in one line: %j', (content, line) => {
  expect(() => readBankAccounts(fileOf(content))).toThrow(line)
})
