/** The settings of Razorpay: keys, secrets of webhooks, and the account of RazorpayX that payouts go from. */
import { z } from 'zod'
import { together } from './lib/config-fields.ts'
import { ConfigError } from './lib/operator-error.ts'
import type { RazorpaySettings } from './rails/razorpay/razorpay.ts'

const secrets = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.length > 0 && list.length <= 2 && list.every(({ length }) => length >= 8))
const SECRETS = 'a secret of 8 characters or more, or two while it is changed, newest first'

export const RAZORPAY_RULES = {
  RAZORPAY_KEY_ID: ['the key id, rzp_live_… or rzp_test_…', z.string().regex(/^rzp_(live|test)_\w+$/)],
  RAZORPAY_KEY_SECRET: ['the key secret', z.string().min(8)],
  RAZORPAY_WEBHOOK_SECRET: [SECRETS, secrets],
  RAZORPAY_X_WEBHOOK_SECRET: [SECRETS, secrets],
  RAZORPAY_X_ACCOUNT: [
    'the customer identifier or account number of RazorpayX',
    z.string().regex(/^[a-zA-Z\d]{5,35}$/),
  ],
  RAZORPAY_FEES: [
    'the fees of the contract in basis points without tax, such as 0,175,200',
    z
      .string()
      .regex(/^\d{1,4}([\s,]+\d{1,4})*$/)
      .transform((list) => list.split(/[\s,]+/).map(Number)),
  ],
  RAZORPAY_BASE_URL: [
    'the address of the fake on this machine, such as http://127.0.0.1:4010',
    z.string().regex(/^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/),
  ],
} as const satisfies Record<string, readonly [string, z.ZodType]>

type RazorpayValues = {
  [N in keyof typeof RAZORPAY_RULES]?: z.output<(typeof RAZORPAY_RULES)[N][1]> | undefined
}
const NEEDED = [
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_X_WEBHOOK_SECRET',
  'RAZORPAY_X_ACCOUNT',
] as const

export function razorpayOf(values: RazorpayValues, isProduction: boolean): RazorpaySettings | undefined {
  const set = together(values, NEEDED, 'PAYMENTS=razorpay')
  if (!set) return undefined
  if (isProduction && set.RAZORPAY_KEY_ID.startsWith('rzp_test_'))
    throw new ConfigError(
      'RAZORPAY_KEY_ID is a test key and NODE_ENV is production: nobody would pay anything. Set a live key.',
    )
  if (isProduction && values.RAZORPAY_BASE_URL)
    throw new ConfigError(
      'RAZORPAY_BASE_URL names a pretended provider and NODE_ENV is production: leave it out.',
    )
  return {
    keyId: set.RAZORPAY_KEY_ID,
    keySecret: set.RAZORPAY_KEY_SECRET,
    webhookSecrets: [...set.RAZORPAY_WEBHOOK_SECRET, ...set.RAZORPAY_X_WEBHOOK_SECRET],
    accountNumber: set.RAZORPAY_X_ACCOUNT,
    baseUrl: values.RAZORPAY_BASE_URL,
    feeRates: values.RAZORPAY_FEES,
  }
}
