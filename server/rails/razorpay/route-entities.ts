/** What is read of Route's entities: transfers to payees' accounts, and how far an account is. More fields than these may come. */
import { z } from 'zod'
import { accountAddress } from '#core/account-address.ts'
import type { AccountStanding, HeldTransfer } from '#server/rails/holds.ts'

const text = z.string().nullish()

/** https://razorpay.com/docs/api/payments/route/transfers-entity. The page's own sample calls the state `transfer_status`. */
export const transferEntity = z.object({
  id: z.string(),
  recipient: z.string(),
  amount: z.int().positive(),
  currency: z.literal('INR'),
  amount_reversed: z.int().nonnegative().nullish(),
  status: text,
  transfer_status: text,
  settlement_status: text,
  on_hold: z.boolean(),
})

const TRANSFER_STATES = new Map<string, HeldTransfer['state']>([
  ['processed', 'made'],
  ['reversed', 'made'],
  ['partially_reversed', 'made'],
  ['failed', 'failed'],
])

/** A state that nobody has heard of is an open one. */
export function heldTransfer(transfer: z.output<typeof transferEntity>): HeldTransfer {
  const { id, recipient, amount, amount_reversed, status, transfer_status, settlement_status } = transfer
  return {
    ...{ id, accountId: recipient, amountPaise: amount, reversedPaise: amount_reversed ?? 0 },
    state: TRANSFER_STATES.get(status ?? transfer_status ?? '') ?? 'waiting',
    ...{ isOnHold: transfer.on_hold, isSettled: settlement_status === 'settled' },
  }
}

/** Both forms of the pages: created with its transfers in a list, fetched with them in a collection. */
export const orderWithTransfers = z
  .object({
    id: z.string(),
    transfers: z
      .array(transferEntity)
      .or(z.object({ items: z.array(transferEntity) }).transform(({ items }) => items)),
  })
  .transform(({ transfers }) => transfers.map(heldTransfer))

export const reversalEntity = z.object({
  id: z.string(),
  transfer_id: z.string(),
  amount: z.int().positive(),
})

export const linkedAccountEntity = z.object({
  id: z.string(),
  email: z.string(),
  phone: z.string().or(z.number().transform(String)),
  legal_business_name: text,
})

export const stakeholderEntity = z.object({ id: z.string() })

const settlements = z.object({
  account_number: z.string().or(z.number().transform(String)),
  ifsc_code: z.string(),
})

export const productEntity = z.object({
  id: z.string(),
  activation_status: z.string(),
  active_configuration: z.object({ settlements }).nullish().catch(null),
  requirements: z.array(z.object({ field_reference: text })).nullish(),
})

const STANDINGS = new Map<string, AccountStanding['state']>([
  ['activated', 'activated'],
  ['needs_clarification', 'needs_clarification'],
  ['suspended', 'refused'],
  ['rejected', 'refused'],
])

/** A state that nobody has heard of pays nobody, and is asked about again. */
export function standingOf({
  id,
  activation_status,
  active_configuration,
  requirements,
}: z.output<typeof productEntity>): AccountStanding {
  const wanted = (requirements ?? []).flatMap(({ field_reference }) => field_reference ?? [])
  return {
    productId: id,
    state: STANDINGS.get(activation_status) ?? 'under_review',
    wanted: [...new Set(wanted)],
    bank: bankOf(active_configuration),
  }
}

function bankOf(configuration: z.output<typeof productEntity>['active_configuration']): string | null {
  if (!configuration) return null
  const { account_number, ifsc_code } = configuration.settlements
  return accountAddress(account_number, ifsc_code)
}
