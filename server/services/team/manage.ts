/** What an operator does with the team's accounts, from the command line: nobody is signed in, and all of it is audited. */
import { invalid, Refusal } from '#core/errors.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { deleteSecondFactors } from '#server/repositories/second-factors.ts'
import { deleteSessionsOf } from '#server/repositories/sessions.ts'
import { findUserByPhone, insertUser, takenFields, type UserRow } from '#server/repositories/users.ts'
import { refuseGuessable } from '#server/services/account/refuse-guessable.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { type Ctx, type InTransaction, isTeam, sessionUser } from '#server/services/context.ts'
import { tellOfSecondFactor } from '#server/services/second-factor/emails.ts'

export interface NewTeamMember {
  readonly role: 'Admin' | 'Mediator'
  readonly phone: string
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}

const BY_COMMAND = { by: 'command' }

/** Their number and address are the operator's word: no code is sent to them. */
export async function createTeamMember(inTransaction: InTransaction<Ctx>, member: NewTeamMember) {
  const { role, phone, email, password, firstName, lastName } = member
  const password_hash = await hashPassword(password)
  return inTransaction(async (ctx) => {
    const names = {
      first_name: firstName,
      last_name: lastName,
      email,
      phone_number: phone,
      business_name: null,
    }
    await refuseGuessable(ctx, { password, field: 'password', person: names })
    const provedAt = new Date(ctx.now)
    const user = await insertUser(ctx.tx, {
      ...names,
      payment_number: null,
      user_type: role,
      password_hash,
      phone_verified_at: provedAt,
      email_verified_at: provedAt,
    })
    if (!user) {
      const taken = await takenFields(ctx.tx, phone, email)
      throw invalid(taken.phone ? { phone: ['phone_taken'] } : { email: ['email_taken'] })
    }
    await recordAudit(ctx, {
      action: 'account_created',
      actor: null,
      subject: { type: 'user', id: user.id },
      after: { role, ...BY_COMMAND },
    })
  })
}

async function getTeamMember(ctx: Ctx, phone: string): Promise<UserRow> {
  const user = await findUserByPhone(ctx.tx, phone)
  if (!user || !isTeam(sessionUser(user))) throw new Refusal('not_found')
  return user
}

/** The phone is lost, and the recovery codes too: the next sign-in sets a new app up. Throws `not_found`. */
export async function resetSecondFactor(ctx: Ctx, phone: string): Promise<void> {
  const { id } = await getTeamMember(ctx, phone)
  await deleteSecondFactors(ctx.tx, id)
  await deleteSessionsOf(ctx.tx, id)
  await recordAudit(ctx, {
    action: 'second_factor_reset',
    actor: null,
    subject: { type: 'user', id },
    after: BY_COMMAND,
  })
  await tellOfSecondFactor(ctx, id, 'reset')
}

export async function endSessions(ctx: Ctx, phone: string): Promise<void> {
  const { id } = await getTeamMember(ctx, phone)
  await deleteSessionsOf(ctx.tx, id)
  await recordAudit(ctx, {
    action: 'sessions_ended',
    actor: null,
    subject: { type: 'user', id },
    after: BY_COMMAND,
  })
}
