/** The first Admin, and in an empty sandbox an account of each role with deals in many states. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Transactor } from '../../db/transaction.ts'
import { hashPassword } from '../../passwords.ts'
import type { House } from '../context.ts'

export interface SeedParts {
  readonly transact: Transactor
  readonly house: House
  readonly config: Config
  readonly app: FastifyInstance
  readonly ownerUrl: string
}

/** Answers the lines to print at the start. */
export async function seed({ transact, config }: SeedParts): Promise<string> {
  if (config.admin) {
    const { phone, email, password } = config.admin
    const hash = await hashPassword(password)
    await transact(async (tx) => {
      const has = await tx
        .selectFrom('app_user')
        .select('id')
        .where('user_type', '=', 'Admin')
        .executeTakeFirst()
      if (has) return
      await tx
        .insertInto('app_user')
        .values({
          first_name: 'Admin',
          last_name: 'Team',
          phone_number: phone,
          email,
          password_hash: hash,
          user_type: 'Admin',
          payment_number: null,
          business_name: null,
          deleted_at: null,
        })
        .execute()
    })
  }
  return ''
}
