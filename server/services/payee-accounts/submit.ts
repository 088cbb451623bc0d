/**
 * A payee sends what the provider has to know of them. The password is asked again, since it names where money goes, and
 * its owner is mailed a link that stops it. It is kept, sealed, until the provider has activated the account; a job sends it.
 */
import type { z } from 'zod'
import { accountAddress } from '#core/account-address.ts'
import type { PayeeAccountState, submitPayeeAccount } from '#core/contract/payee-account.ts'
import { invalid, Refusal } from '#core/errors.ts'
import { isOwnName } from '#core/payout-targets.ts'
import { STATES_OF_INDIA } from '#core/tax/states.ts'
import type { PayeeDetails } from '#server/rails/holds.ts'
import { lockUser } from '#server/repositories/account.ts'
import {
  findLinkedAccount,
  forgetHeldApprovals,
  insertAccountLink,
  insertLinkedAccount,
  updateLinkedAccount,
} from '#server/repositories/linked-accounts.ts'
import type { UserRow } from '#server/repositories/users.ts'
import { confirmPassword } from '#server/services/account/confirm-password.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import { requireVerifiedPhone } from '#server/services/authorisation.ts'
import type { InTransaction, UserCtx } from '#server/services/context.ts'
import { isAccountNeeded, payeeAccountState } from '#server/services/deal/payee-account.ts'
import { addressHash, sealDetails } from '#server/services/money/payout-address.ts'
import { freezeQueuedOf, rejudgeHeldOf } from '#server/services/money/queue-payout.ts'
import { newMailedToken } from '#server/services/notifications/mailed-token.ts'
import { tellOfAccount } from './emails.ts'

type AccountForm = z.output<typeof submitPayeeAccount.body>

interface SubmitDependencies {
  readonly limitFactor: number
  /** Forms of business that the operator's contract takes. */
  readonly accepted: readonly string[]
}

/** Throws Refusal `wrong_state` where no account is needed, and while the provider has asked nothing. */
export async function submitAccount(
  inTransaction: InTransaction<UserCtx>,
  { limitFactor, accepted }: SubmitDependencies,
  input: AccountForm,
): Promise<PayeeAccountState> {
  await inTransaction(async (ctx) => {
    if (!isAccountNeeded(ctx)) throw new Refusal('wrong_state')
    requireVerifiedPhone(ctx)
  })
  if (!accepted.includes(input.business_type)) throw invalid({ business_type: ['select'] })
  await confirmPassword(inTransaction, { password: input.password, limitFactor })
  return inTransaction(async (ctx) => {
    await store(ctx, input)
    return payeeAccountState(ctx, accepted)
  })
}

async function store(ctx: UserCtx, input: AccountForm): Promise<void> {
  const user = await lockUser(ctx.tx, ctx.user.id)
  if (!user) throw new Refusal('unauthenticated')
  const row = await findLinkedAccount(ctx.tx, user.id)
  if (row && row.state !== 'needs_clarification') throw new Refusal('wrong_state')
  const address = accountAddress(input.account_number, input.ifsc)
  const values = {
    details_sealed: await sealDetails(ctx, user.id, detailsOf(user, input)),
    address_hash: await addressHash(ctx, address),
    name_matches: isOwnName([`${user.first_name} ${user.last_name}`, user.business_name], input.legal_name),
    // as on a cheque: people do not know an account by the address that UPI has for it
    ...{
      bank_masked: `••••${input.account_number.slice(-4)} · ${input.ifsc}`,
      state: 'submitted' as const,
      wanted: [],
      problem: null,
    },
    ...{ owner_sent: false, bank_sent: false, submitted_at: new Date(ctx.now) },
    ...{ tries: 0, next_try_at: new Date() },
  }
  if (row) await updateLinkedAccount(ctx.tx, row.id, values)
  else if (!(await insertLinkedAccount(ctx.tx, { ...values, ...ownerOf(ctx) }))) throw new Refusal('conflict')
  await recordAudit(ctx, {
    action: 'payee_account_submitted',
    actor: ctx.user,
    subject: { type: 'user', id: user.id },
    after: {
      ...{ bank: values.bank_masked, business_type: input.business_type },
      name_matches: values.name_matches,
    },
  })
  await forgetHeldApprovals(ctx.tx, user.id)
  await freezeQueuedOf(ctx, user.id)
  await rejudgeHeldOf(ctx, user.id)
  const token = await newMailedToken(ctx)
  await insertAccountLink(ctx.tx, { user_id: user.id, freeze_hash: token.hash })
  await tellOfAccount(ctx, { user, bank: values.bank_masked, placeholder: token.placeholder })
}

const ownerOf = ({ user, settings }: UserCtx) => ({ user_id: user.id, provider: settings.provider })

const detailsOf = (user: UserRow, input: AccountForm): PayeeDetails => ({
  ...{ email: user.email, phone: user.phone_number, legalName: input.legal_name, pan: input.pan },
  ...{ businessType: input.business_type, street: input.street, city: input.city, postalCode: input.pin },
  state: STATES_OF_INDIA[input.state].en,
  ...{ accountNumber: input.account_number, ifsc: input.ifsc },
})
