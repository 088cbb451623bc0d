/** The settings of Razorpay: keys, secrets of webhooks, and the account of RazorpayX that payouts go from. */
import { z } from 'zod'
import { BUSINESS_TYPES } from '#core/payee-accounts.ts'
import { ConfigError } from '#server/lib/operator-error.ts'
import type { RazorpaySettings } from '#server/rails/razorpay/razorpay.ts'
import { together, wholeNumber } from './fields.ts'

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
  RAZORPAY_ROUTE_CATEGORY: [
    "the category of the payees' business in Razorpay's list, such as ecommerce",
    z.string().regex(/^[a-z_]{3,60}$/),
  ],
  RAZORPAY_ROUTE_SUBCATEGORY: [
    "the sub-category of the payees' business in Razorpay's list, such as ecommerce_marketplace",
    z.string().regex(/^[a-z_]{3,80}$/),
  ],
  RAZORPAY_ROUTE_BUSINESS_TYPES: [
    `which forms of business Razorpay has agreed to take, of ${BUSINESS_TYPES.join(', ')}`,
    z
      .string()
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.enum(BUSINESS_TYPES)).min(1)),
  ],
  RAZORPAY_ROUTE_HOLD_DAYS: [
    'for how many days a transfer may stay on hold by the contract, 30 to 999',
    wholeNumber(30, 999),
  ],
  RAZORPAY_FEES: [
    'the fees of the contract in basis points without tax, such as 0,175,200',
    z
      .string()
      .regex(/^\d{1,4}([\s,]+\d{1,4})*$/)
      .transform((list) => list.split(/[\s,]+/).map(Number)),
  ],
  RAZORPAY_FLOAT_PAISE: [
    'how many paise of your own must always be there for its fees and refunds, 1 to 1000000000000',
    wholeNumber(1, 1_000_000_000_000),
  ],
  RAZORPAY_BASE_URL: [
    'the address of the fake on this machine, such as http://127.0.0.1:4010',
    z.string().regex(/^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/),
  ],
} as const satisfies Record<string, readonly [string, z.ZodType]>

type RazorpayValues = {
  [N in keyof typeof RAZORPAY_RULES]?: z.output<(typeof RAZORPAY_RULES)[N][1]> | undefined
}
const NEEDED = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
const FOR_PAYOUTS = ['RAZORPAY_X_WEBHOOK_SECRET', 'RAZORPAY_X_ACCOUNT'] as const
const FOR_ROUTE = [
  'RAZORPAY_ROUTE_CATEGORY',
  'RAZORPAY_ROUTE_SUBCATEGORY',
  'RAZORPAY_ROUTE_BUSINESS_TYPES',
  'RAZORPAY_ROUTE_HOLD_DAYS',
] as const

interface RazorpayUse {
  readonly isProduction: boolean
  /** The money of deals waits with Razorpay in the payees' names. */
  readonly isHolding: boolean
}

/** Where payees are paid from what is held, nothing goes out by RazorpayX. */
export function razorpayOf(
  values: RazorpayValues,
  { isProduction, isHolding }: RazorpayUse,
): RazorpaySettings | undefined {
  const set = together(values, isHolding ? NEEDED : [...NEEDED, ...FOR_PAYOUTS], 'PAYMENTS=razorpay')
  const route = isHolding ? together(values, FOR_ROUTE, 'CUSTODY=psp_hold') : undefined
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
    webhookSecrets: [...set.RAZORPAY_WEBHOOK_SECRET, ...(values.RAZORPAY_X_WEBHOOK_SECRET ?? [])],
    accountNumber: values.RAZORPAY_X_ACCOUNT,
    baseUrl: values.RAZORPAY_BASE_URL,
    feeRates: values.RAZORPAY_FEES,
    floatPaise: values.RAZORPAY_FLOAT_PAISE,
    route: route && {
      category: route.RAZORPAY_ROUTE_CATEGORY,
      subcategory: route.RAZORPAY_ROUTE_SUBCATEGORY,
      businessTypes: route.RAZORPAY_ROUTE_BUSINESS_TYPES,
      holdDays: route.RAZORPAY_ROUTE_HOLD_DAYS,
    },
  }
}
