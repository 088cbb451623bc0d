/** Asks the providers in order until one takes the code. */
import type { CodeSent } from '#core/contract/verification.ts'
import { Refusal } from '#core/errors.ts'
import type { CodeSender, SendResult } from '#server/otp/code-sender.ts'
import { killVerification, setSendOutcome } from '#server/repositories/verifications.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'

export interface VerificationDependencies {
  readonly codeSenders: readonly CodeSender[]
  readonly rateLimitFactor: number
  /** What an operator has to know: a provider that refuses, too many codes in an hour. */
  readonly warn: (words: string, detail?: string) => void
}

export interface OpenedVerification {
  readonly id: string
  readonly to: string
  readonly code: string
  readonly locale: 'en' | 'hi'
  /** Its answer to the last send is unknown: asked last now. */
  readonly notFirst: string | null
  readonly answer: CodeSent
}

async function ask(sender: CodeSender, order: OpenedVerification): Promise<SendResult> {
  try {
    return await sender.send(order)
  } catch (error) {
    return { is: 'unknown', detail: (error as Error).message.slice(0, 200) }
  }
}

const inOrder = (senders: readonly CodeSender[], notFirst: string | null): CodeSender[] => [
  ...senders.filter(({ name }) => name !== notFirst),
  ...senders.filter(({ name }) => name === notFirst),
]

/**
 * A refusal goes on to the next provider. An unknown outcome ends it, as a second provider would send a second code: the
 * code may arrive, and another can be asked for after the wait.
 */
export async function sendCode(
  inTransaction: InTransaction<UserCtx>,
  { codeSenders, warn }: VerificationDependencies,
  order: OpenedVerification,
): Promise<void> {
  for (const sender of inOrder(codeSenders, order.notFirst)) {
    const result = await ask(sender, order)
    if (result.is === 'refused') {
      const words = result.retry === 'config' ? 'code provider refuses our settings' : 'code provider refused'
      warn(`${words}: ${sender.name}`, result.detail)
      continue
    }
    if (result.is === 'unknown') warn(`code may not have been sent: ${sender.name}`, result.detail)
    await inTransaction((ctx) =>
      setSendOutcome(ctx.tx, order.id, {
        outcome: result.is === 'unknown' ? 'unknown' : 'sent',
        provider: sender.name,
        provider_ref: result.is === 'unknown' ? null : result.providerRef,
        // it has made a code of its own
        ...(sender.check ? { code_hmac: null } : {}),
      }),
    )
    return
  }
  await inTransaction((ctx) => killVerification(ctx.tx, order.id))
  throw new Refusal('unavailable', undefined, 30)
}
