/** The sample statements of test/fixtures/statements: bytes of the files, and what each line must become. */
import { readFileSync } from 'node:fs'

const FOLDER = 'test/fixtures/statements'

export interface ExpectedLine {
  readonly n: number
  readonly date: string
  readonly dir: 'C' | 'D'
  readonly paise: number
  readonly balance_paise: number
  readonly utr: string | null
  readonly tier: string
  readonly rule: string
  readonly outcome: string
  readonly target?: string
  readonly candidates?: readonly string[]
  readonly class?: string
  readonly flag?: string
  readonly conflicts_with?: string
}

export interface ExpectedFile {
  readonly bank: string
  readonly account: string
  readonly from: string
  readonly to: string
  readonly opening_paise: number
  readonly closing_paise: number
  readonly lines: number
  readonly credits: number
  readonly credit_paise: number
  readonly debits: number
  readonly debit_paise: number
}

export const bytesOf = (name: string): Buffer => readFileSync(`${FOLDER}/${name}`)
export const textOf = (name: string): string => bytesOf(name).toString('utf8')

const expected: {
  readonly files: Readonly<Record<string, ExpectedFile>>
  readonly lines: Readonly<Record<string, readonly ExpectedLine[]>>
} = JSON.parse(textOf('expected.json'))

export const expectedFile = (name: string): ExpectedFile => {
  const file = expected.files[name]
  if (!file) throw new Error(`no expectation for ${name}`)
  return file
}

export const expectedLines = (bank: string): readonly ExpectedLine[] => expected.lines[bank] ?? []
