/** Log in by phone and password. The password is verified between transactions: it takes a tenth of a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedIn } from '#core/contract/auth.ts'
import { Refusal, rateLimited } from '#core/errors.ts'
import { normalisePhone } from '#core/fields.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { findUsersByPhone, type UserRow } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { Ctx, InTransaction } from '#server/services/context.ts'
import type { TryCount } from './failed-tries.ts'
import { originsOf } from './origins.ts'
import { signIn } from './sign-in.ts'
import { warnOfFailures } from './sign-in-emails.ts'
import { beginTry, failuresOfAll, forgiveTry } from './sign-in-limits.ts'

export interface LogInInput {
  readonly phone: string
  readonly password: string
  readonly remember: boolean
}

/** Throws Refusal `bad_credentials` for an unknown phone and for a wrong password alike. */
export async function logIn(
  inTransaction: InTransaction<Ctx>,
  { phone, password, remember }: LogInInput,
  limitFactor: number,
): Promise<SignedIn> {
  const phoneNumber = normalisePhone(phone)
  const { attempt, accounts, count } = await inTransaction(async (ctx) => ({
    attempt: await beginTry(ctx, phoneNumber, limitFactor),
    accounts: phoneNumber === null ? [] : await accountsOf(ctx, phoneNumber),
    count: ctx.settings.verification === 'on' ? MOST_ACCOUNTS : 1,
  }))
  if (attempt.waitSeconds > 0) throw rateLimited(attempt.waitSeconds)
  if (attempt.delayMs > 0) await sleep(attempt.delayMs)
  const { onlyAccounts } = attempt
  const open = accounts.slice(0, count).filter(({ id }) => onlyAccounts === null || onlyAccounts.includes(id))
  const user = await accountOf(open, password, count)
  if (!user) {
    await inTransaction((ctx) => recordFailure(ctx, accounts[0], attempt))
    throw new Refusal('bad_credentials')
  }
  return inTransaction(async (ctx) => {
    await forgiveTry(ctx, attempt)
    return signIn(ctx, user, { remember, how: 'password' })
  })
}

/** Accounts tried for one number: each costs a tenth of a second. */
const MOST_ACCOUNTS = 3
const accountsOf = async (ctx: Ctx, phone: string): Promise<UserRow[]> =>
  findUsersByPhone(ctx.tx, phone, { origins: await originsOf(ctx), limit: MOST_ACCOUNTS })

/** Undefined when the password is none's. As slow for one account as for many, and for none. */
async function accountOf(
  accounts: readonly UserRow[],
  password: string,
  count: number,
): Promise<UserRow | undefined> {
  for (let index = 0; index < count; index += 1)
    if (await isPassword(accounts[index]?.password_hash ?? null, password)) return accounts[index]
  return undefined
}

async function recordFailure(ctx: Ctx, user: UserRow | undefined, attempt: TryCount): Promise<void> {
  await recordAudit(ctx, {
    action: 'sign_in_failed',
    actor: null,
    ...(user ? { subject: { type: 'user', id: user.id } } : {}),
  })
  if (user) await warnOfFailures(ctx, user, failuresOfAll(attempt))
}
