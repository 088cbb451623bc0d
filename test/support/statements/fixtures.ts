/** The sample statements of test/fixtures/statements: bytes of the files, and what each line must become. */
import { readFileSync } from 'node:fs'
import type { MatchingWorld } from '#core/statements/world.ts'

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

export interface StateRow {
  readonly bank: string
  readonly account: string
  readonly opening_paise: number
  readonly own_accounts: readonly string[]
  readonly pay_ins: readonly {
    readonly reference: string
    readonly amount_paise: number
    readonly status: 'open' | 'closed'
    readonly created_at: string
    readonly claims: readonly { readonly utr: string; readonly amount_paise: number | null }[]
    readonly payer_name: string
    readonly payer_vpa: string
  }[]
  readonly payouts: readonly {
    readonly code: string
    readonly amount_paise: number
    readonly status: 'sent'
    readonly sent_at: string
    readonly utr: string | null
    readonly to_name: string
    readonly to_vpa: string
    readonly to_account: string
  }[]
}
const states: readonly StateRow[] = JSON.parse(textOf('state.json'))

/** What the product knows of a bank's account before the import. */
export function stateOf(bank: string): MatchingWorld & { openingPaise: number } {
  const state = states.find((row) => row.bank === bank)
  if (!state) throw new Error(`no state of ${bank}`)
  return worldOf(state)
}

export function worldOf(state: StateRow): MatchingWorld & { openingPaise: number } {
  return {
    account: state.account,
    openingPaise: state.opening_paise,
    ownNames: state.own_accounts,
    hasUniquePaise: false,
    deposits: [],
    payIns: state.pay_ins.map((row) => ({
      reference: row.reference,
      amountPaise: row.amount_paise,
      status: row.status,
      createdOn: row.created_at.slice(0, 10),
      payer: { name: row.payer_name, vpa: row.payer_vpa },
      claims: row.claims.map(({ utr, amount_paise }) => ({ utr, amountPaise: amount_paise })),
    })),
    payouts: state.payouts.map((row) => ({
      code: row.code,
      amountPaise: row.amount_paise,
      status: row.status,
      utrs: row.utr === null ? [] : [row.utr],
      payee: { name: row.to_name, vpa: row.to_vpa },
      account: row.to_account,
    })),
  }
}
