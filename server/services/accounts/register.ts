/** Open an account. The password came hashed, so that no connection waits for that. */
import type { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import type { registerFields } from '../../../core/fields.ts'
import { insertUser, takenFields, type UserRow } from '../../repositories/users.ts'
import type { Ctx } from '../context.ts'

export type Registration = Omit<z.output<typeof registerFields>, 'password'> & { password_hash: string }

export async function register(ctx: Ctx, input: Registration): Promise<UserRow> {
  const made = await insertUser(ctx.tx, {
    first_name: input.first_name,
    last_name: input.last_name,
    email: input.email,
    phone_number: input.phone_number,
    payment_number: input.payment_number,
    business_name: input.business_name,
    user_type: input.user_type[0],
    password_hash: input.password_hash,
  })
  if (made) return made
  const taken = await takenFields(ctx.tx, input.phone_number, input.email)
  throw invalid({
    ...(taken.phone ? { phone_number: ['phone_taken'] } : {}),
    ...(taken.email ? { email: ['email_taken'] } : {}),
  })
}
