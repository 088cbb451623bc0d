/** BANK_ACCOUNTS: the operator's bank accounts as a file, in the words of the call that names one. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { addBankAccount } from '#core/contract/statements.ts'
import { ConfigError, reasonOf } from '#server/lib/operator-error.ts'

const fileSchema = z.array(addBankAccount.body).min(1)

/** Throws ConfigError with one line that names the entry which is wrong. */
export function readBankAccounts(file: string) {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`BANK_ACCOUNTS=${file} cannot be read: ${reasonOf(error)}.`)
  }
  const parsed = fileSchema.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const [place, ...field] = issue?.path ?? []
    const where = place === undefined ? 'the whole' : `entry ${Number(place) + 1} ${field.join('.')}`.trim()
    throw new ConfigError(
      `BANK_ACCOUNTS=${file} is not as .env.example shows it: ${where} is wrong (${issue?.message}).`,
    )
  }
  return parsed.data.map(({ bank, account, opening_paise: openingPaise, own_names: ownNames, mapping }) => ({
    ...{ bank, account, openingPaise, ownNames, mapping },
  }))
}
