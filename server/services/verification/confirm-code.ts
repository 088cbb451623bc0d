/** Checks a code. Each check is counted and kept before its outcome is told, so that parallel guesses count exactly. */
import type { User } from '#core/contract/auth.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { constantTimeEqual } from '#server/lib/constant-time.ts'
import type { CodeSender } from '#server/otp/code-sender.ts'
import { consumeVerification, countCheck, type VerificationRow } from '#server/repositories/verifications.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { codeHmac } from './code.ts'
import { MAX_CHECKS } from './limits.ts'
import { proveEmail } from './prove-email.ts'
import { provePhone } from './prove-phone.ts'
import type { CodeRequest } from './request-code.ts'
import type { VerificationDependencies } from './send-code.ts'

type ConfirmDependencies = Pick<VerificationDependencies, 'codeSenders' | 'warn'>

export const confirmCode = (
  inTransaction: InTransaction<UserCtx>,
  deps: ConfirmDependencies,
  { kind, code }: { kind: CodeRequest['kind']; code: string },
): Promise<User> =>
  withRightCode(inTransaction, deps, { kind, code, purpose: 'prove' }, (ctx, { value }) =>
    kind === 'phone' ? provePhone(ctx, value) : proveEmail(ctx, value),
  )

type Outcome<T> =
  | { readonly is: 'right'; readonly result: T }
  | { readonly is: 'wrong'; readonly left: number }
  | { readonly is: 'dead' }
  | { readonly is: 'ask'; readonly row: VerificationRow }

/** `then` runs in the transaction that uses the code up. */
export async function withRightCode<T>(
  inTransaction: InTransaction<UserCtx>,
  deps: ConfirmDependencies,
  input: CodeRequest & { readonly code: string },
  then: (ctx: UserCtx, row: VerificationRow) => Promise<T>,
): Promise<T> {
  const outcome = await inTransaction(async (ctx): Promise<Outcome<T>> => {
    const row = await countCheck(ctx.tx, { userId: ctx.user.id, ...input }, MAX_CHECKS)
    if (!row) return { is: 'dead' }
    if (row.code_hmac === null) return { is: 'ask', row }
    const isRight = constantTimeEqual(row.code_hmac, await codeHmac(ctx, { id: row.id, code: input.code }))
    return isRight ? use(ctx, row, then) : { is: 'wrong', left: MAX_CHECKS - row.checks }
  })
  const final =
    outcome.is === 'ask'
      ? await askProvider(inTransaction, deps, { ...input, row: outcome.row, then })
      : outcome
  if (final.is === 'right') return final.result
  throw invalid({ code: [final.is === 'wrong' && final.left > 0 ? `code_wrong:${final.left}` : 'code_dead'] })
}

async function use<T>(
  ctx: UserCtx,
  row: VerificationRow,
  then: (ctx: UserCtx, row: VerificationRow) => Promise<T>,
): Promise<Exclude<Outcome<T>, { is: 'ask' }>> {
  const used = await consumeVerification(ctx.tx, row.id)
  return used ? { is: 'right', result: await then(ctx, used) } : { is: 'dead' }
}

interface ProviderCheck<T> {
  readonly row: VerificationRow
  readonly code: string
  readonly then: (ctx: UserCtx, row: VerificationRow) => Promise<T>
}

/** The provider that made the code, asked outside any transaction. */
async function askProvider<T>(
  inTransaction: InTransaction<UserCtx>,
  { codeSenders, warn }: ConfirmDependencies,
  { row, code, then }: ProviderCheck<T>,
): Promise<Exclude<Outcome<T>, { is: 'ask' }>> {
  const sender = codeSenders.find(({ name }) => name === row.provider)
  const result = await checkWith(sender, { to: row.value, code })
  if (result.is !== 'done') {
    warn(`code could not be checked: ${row.provider}`, result.detail)
    throw new Refusal('unavailable', undefined, 5)
  }
  if (!result.isApproved) return { is: 'wrong', left: MAX_CHECKS - row.checks }
  return inTransaction((ctx) => use(ctx, row, then))
}

const checkWith = async (sender: CodeSender | undefined, order: { to: string; code: string }) =>
  (await sender?.check?.(order)) ?? { is: 'refused' as const, detail: 'no such provider is set up' }
