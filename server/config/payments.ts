/** The settings of payments: which providers, whose UPI id, and in whose hands other people's money waits. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { CUSTODY_MODES, type CustodyMode } from '#core/site-settings.ts'
import { ConfigError } from '#server/lib/operator-error.ts'
import type { CashfreeSettings } from '#server/rails/cashfree/cashfree.ts'
import type { RazorpaySettings } from '#server/rails/razorpay/razorpay.ts'
import type { UpiPayee } from '#server/rails/upi/upi.ts'
import { CASHFREE_RULES, cashfreeOf } from './cashfree.ts'
import { oneOf, together, yesNo } from './fields.ts'
import { RAZORPAY_RULES, razorpayOf } from './razorpay.ts'

const PROVIDERS = ['sandbox', 'upi', 'razorpay', 'cashfree'] as const
type ProviderName = (typeof PROVIDERS)[number]

const text = z.string()

export const PAYMENT_RULES = {
  PAYMENTS: [
    'a list of sandbox, upi, razorpay and cashfree; the first is what people pay by',
    z
      .string()
      .transform((list) =>
        list
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(PROVIDERS)))
      .refine((list) => list.length > 0 && new Set(list).size === list.length),
  ],
  UPI_ID: ['a UPI id such as name@bank', z.string().regex(/^[\w.-]{2,}@[a-zA-Z]{2,}$/)],
  UPI_NAME: ['a name of at most 40 letters, digits and blanks', z.string().regex(/^[\p{L}\p{M}\d ]{1,40}$/u)],
  UPI_PAYEE_KIND: ['merchant or personal, as the bank has opened the UPI id', oneOf('merchant', 'personal')],
  UPI_MCC: ['the 4 digits of the merchant category that the bank has issued', z.string().regex(/^\d{4}$/)],
  BANK_ACCOUNTS: ['a JSON file with the bank accounts', text.transform((path) => resolve(path))],
  CUSTODY: [CUSTODY_MODES.join(', '), oneOf(...CUSTODY_MODES)],
  I_HOLD_OTHER_PEOPLES_MONEY: ['0 or 1', yesNo],
  ...RAZORPAY_RULES,
  ...CASHFREE_RULES,
} as const satisfies Record<string, readonly [string, z.ZodType]>

type PaymentValues = {
  [N in keyof typeof PAYMENT_RULES]?: z.output<(typeof PAYMENT_RULES)[N][1]> | undefined
}

export interface PaymentConfig {
  /** The first is what people pay by; a pay-in and a payout keep the one that they began with. */
  readonly payments: readonly ProviderName[]
  readonly upi: UpiPayee | undefined
  readonly razorpay: RazorpaySettings | undefined
  readonly cashfree: CashfreeSettings | undefined
  /** The operator's bank accounts, named at the start; undefined: by the console's call alone. */
  readonly bankAccountsFile: string | undefined
  /** undefined: no real money */
  readonly custody: CustodyMode | undefined
  /** Of which a sentence may say that it needs something. Undefined with the sandbox alone. */
  readonly realRail: ProviderName | undefined
  /** The sandbox is among them: what real money needs may be missing while it is tried. */
  readonly isTrial: boolean
}

export function paymentsOf(values: PaymentValues, isProduction: boolean): PaymentConfig {
  const payments = values.PAYMENTS ?? ['sandbox']
  const realRail = payments.find((name) => name !== 'sandbox')
  const config = {
    payments,
    upi: payments.includes('upi') ? upiOf(values) : undefined,
    realRail,
    isTrial: payments.includes('sandbox'),
    bankAccountsFile: values.BANK_ACCOUNTS,
  }
  // money that comes over UPI is proved by the statement of an account: without one nobody's payment would ever be seen
  if (config.upi && !config.isTrial) together(values, ['BANK_ACCOUNTS'], 'PAYMENTS=upi')
  const razorpay = payments.includes('razorpay')
    ? razorpayOf(values, { isProduction, isHolding: values.CUSTODY === 'psp_hold' })
    : undefined
  const cashfree = payments.includes('cashfree') ? cashfreeOf(values, isProduction) : undefined
  return { ...config, razorpay, cashfree, custody: realRail && custodyOf(values, realRail) }
}

function upiOf(values: PaymentValues): UpiPayee | undefined {
  const set = together(values, ['UPI_ID', 'UPI_NAME', 'UPI_PAYEE_KIND'], 'PAYMENTS=upi')
  return (
    set && {
      id: set.UPI_ID,
      name: set.UPI_NAME,
      payeeKind: set.UPI_PAYEE_KIND,
      merchantCategory: values.UPI_MCC,
    }
  )
}

function custodyOf(values: PaymentValues, rail: ProviderName): PaymentConfig['custody'] {
  const { CUSTODY: custody } = together(values, ['CUSTODY'], `PAYMENTS=${rail}`) ?? {}
  if (custody === 'psp_hold' && rail !== 'razorpay')
    throw new ConfigError(
      `CUSTODY=psp_hold needs a provider that holds money in the payees' names, and PAYMENTS=${rail} does not: set PAYMENTS=razorpay, or bank_escrow or own_account.`,
    )
  if (custody === 'own_account' && !values.I_HOLD_OTHER_PEOPLES_MONEY)
    throw new ConfigError(
      "CUSTODY=own_account holds other people's money in an ordinary account, which may need a licence: set I_HOLD_OTHER_PEOPLES_MONEY=1 once a lawyer has agreed.",
    )
  return custody
}
