/** A new password by a mailed link that works once, for an hour. Asking tells nobody whether an account exists. */
import { invalid } from '../../../core/errors.ts'
import { consumeReset, deleteSessionsOf, insertReset } from '../../repositories/sessions.ts'
import { findUserByEmail, setPassword } from '../../repositories/users.ts'
import { newToken, tokenHash } from '../../tokens.ts'
import type { Ctx } from '../context.ts'
import { sendMail } from '../mail/send.ts'

const uidOf = (id: number): string => Buffer.from(String(id)).toString('base64url')

export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  const user = await findUserByEmail(ctx.tx, email)
  if (!user) return
  const token = newToken()
  const hash = tokenHash(token)
  await insertReset(ctx.tx, { tokenHash: hash, userId: user.id })
  const link = `${ctx.house.publicUrl}/password/reset/confirm/${uidOf(user.id)}/${token}`
  await sendMail(ctx, {
    key: `reset:${hash.toString('hex')}`,
    user,
    template: 'password_reset',
    vars: { name: user.first_name, link },
  })
}

export async function confirmReset(
  ctx: Ctx,
  input: { uid: string; token: string; passwordHash: string },
): Promise<void> {
  const id = Number(Buffer.from(input.uid, 'base64url').toString('utf8'))
  const used = Number.isSafeInteger(id)
    ? await consumeReset(ctx.tx, { tokenHash: tokenHash(input.token), userId: id })
    : undefined
  if (!used) throw invalid({ token: ['reset_token'] })
  await setPassword(ctx.tx, used.user_id, input.passwordHash)
  await deleteSessionsOf(ctx.tx, used.user_id)
}
