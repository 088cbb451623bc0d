/** Codes of ledger accounts. The database refuses any other shape (`account_code` in the ledger's migration). */
import type { Party } from './lifecycle/states.ts'

declare const brand: unique symbol
export type AccountCode = string & { readonly [brand]: 'account' }

const code = (text: string): AccountCode => text as AccountCode

/** A deal's money while it waits. */
export const holdAccount = (dealId: string): AccountCode => code(`hold:${dealId}`)

/** The dispute fee that one party has paid. */
export const feeHoldAccount = (dealId: string, party: Party): AccountCode =>
  code(`fee_hold:${dealId}:${party}`)

/** What is owed to a person. */
export const payableAccount = (userId: number): AccountCode => code(`payable:${userId}`)

/** What goes back to people we do not know, from when two have decided it until the bank has paid it. */
export const STRANGERS = code('payable:strangers')

/** Of whoever a payout is for. */
export const owedAccount = (userId: number | null): AccountCode =>
  userId === null ? STRANGERS : payableAccount(userId)

/** A bank account of the operator, to the paisa as its statement says. */
export const bankAccount = (id: string): AccountCode => code(`bank:${id}`)

/** What a provider holds for us. */
export const gatewayAccount = (rail: string): AccountCode => code(`gateway:${rail}`)

/** What a provider holds in the names of payees. */
export const heldAtProvider = (rail: string): AccountCode => code(`gateway:${rail}-hold`)

/** The operator's own money, in and out. */
export const OWNER = code('owner')
/** What a person owes us, because their bank took a deposit back. */
export const receivableAccount = (userId: number): AccountCode => code(`receivable:${userId}`)
/** Money that left a bank account, and nobody knows why. */
export const UNEXPLAINED = code('expense:unexplained')
/** What the operator's banks take for their work. */
export const BANK_CHARGES = code('expense:bank_charges')
/** What people owe us and will not pay. */
export const CHARGEBACKS = code('expense:chargeback')
/** What payment providers take for theirs. */
export const GATEWAY_FEES = code('expense:gateway_fees')

/** Our income from releases and splits. */
export const COMMISSION = code('commission')
/** Our income from kept dispute fees. */
export const DISPUTE_FEES = code('dispute_fees')
/** GST in our income: owed to the State. */
export const GST_OUTPUT = code('tax:gst_output')
/** GST in what we paid for: claimed back from the State. */
export const GST_INPUT = code('tax:gst_input')
/** Withheld of what payees earn, and owed to the State in their names: income tax, and GST of their supplies. */
export const TDS = code('tax:tds')
export const TCS = code('tax:tcs')
/** Money whose sender is unknown. */
export const SUSPENSE = code('suspense')
