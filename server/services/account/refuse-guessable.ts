/** Where real money moves or real numbers are checked, a password that is among the first to be tried opens nothing. */
import { invalid } from '#core/errors.ts'
import { isGuessable } from '#server/lib/password-strength.ts'
import type { Ctx } from '#server/services/context.ts'

interface Choice {
  readonly password: string
  /** Of the form, which says why. */
  readonly field: 'password' | 'new_password'
  readonly person: {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly phone_number: string
    readonly business_name: string | null
  }
}

/** Throws `invalid`. */
export async function refuseGuessable({ settings }: Ctx, { password, field, person }: Choice): Promise<void> {
  if (settings.passwords === 'by rule') return
  const { first_name, last_name, email, phone_number, business_name } = person
  const own = [`${first_name} ${last_name}`, email, phone_number, business_name ?? '', 'amanat']
  if (await isGuessable(password, own)) throw invalid({ [field]: ['password_common'] })
}
