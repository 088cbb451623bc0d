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
  [[], /is not as it must be: the whole/],
  [[{ ...account, account: '12' }], /is not as it must be: 0\.account/],
  [[{ ...account, opening_paise: 1.5 }], /is not as it must be: 0\.opening_paise/],
])('is refused in one line: %j', (content, line) => {
  expect(() => readBankAccounts(fileOf(content))).toThrow(line)
})
