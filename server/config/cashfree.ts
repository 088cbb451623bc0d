/** The settings of Cashfree: the keys of its Payment Gateway and of Payouts, whose secrets sign its webhooks too. */
import { z } from 'zod'
import { ConfigError } from '#server/lib/operator-error.ts'
import type { CashfreeSettings } from '#server/rails/cashfree/cashfree.ts'
import { oneOf, together } from './fields.ts'

const clientId = z.string().regex(/^[\w-]{8,100}$/)
const clientSecret = z.string().min(8)

export const CASHFREE_RULES = {
  CASHFREE_ENVIRONMENT: ['production or sandbox, where the keys are from', oneOf('production', 'sandbox')],
  CASHFREE_CLIENT_ID: ['the client id of the Payment Gateway', clientId],
  CASHFREE_CLIENT_SECRET: ['the client secret of the Payment Gateway', clientSecret],
  CASHFREE_PAYOUT_CLIENT_ID: ['the client id of Payouts', clientId],
  CASHFREE_PAYOUT_CLIENT_SECRET: ['the client secret of Payouts', clientSecret],
  CASHFREE_OLD_SECRET: [
    'up to two older client secrets that webhooks are still signed with',
    z
      .string()
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine((list) => list.length <= 2 && list.every(({ length }) => length >= 8)),
  ],
  CASHFREE_FEES: [
    'the fees of the contract in basis points without tax, such as 0,175,195',
    z
      .string()
      .regex(/^\d{1,4}([\s,]+\d{1,4})*$/)
      .transform((list) => list.split(/[\s,]+/).map(Number)),
  ],
  CASHFREE_BASE_URL: [
    'the address of the fake on this machine, such as http://127.0.0.1:4011',
    z.string().regex(/^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/),
  ],
} as const satisfies Record<string, readonly [string, z.ZodType]>

type CashfreeValues = {
  [N in keyof typeof CASHFREE_RULES]?: z.output<(typeof CASHFREE_RULES)[N][1]> | undefined
}
const NEEDED = [
  'CASHFREE_ENVIRONMENT',
  'CASHFREE_CLIENT_ID',
  'CASHFREE_CLIENT_SECRET',
  'CASHFREE_PAYOUT_CLIENT_ID',
  'CASHFREE_PAYOUT_CLIENT_SECRET',
] as const

export function cashfreeOf(values: CashfreeValues, isProduction: boolean): CashfreeSettings | undefined {
  const set = together(values, NEEDED, 'PAYMENTS=cashfree')
  if (!set) return undefined
  if (isProduction && set.CASHFREE_ENVIRONMENT === 'sandbox')
    throw new ConfigError(
      'CASHFREE_ENVIRONMENT is sandbox and NODE_ENV is production: nobody would pay anything. Set production, and its keys.',
    )
  if (isProduction && values.CASHFREE_BASE_URL)
    throw new ConfigError(
      'CASHFREE_BASE_URL names a pretended provider and NODE_ENV is production: leave it out.',
    )
  return {
    pg: { clientId: set.CASHFREE_CLIENT_ID, clientSecret: set.CASHFREE_CLIENT_SECRET },
    payout: { clientId: set.CASHFREE_PAYOUT_CLIENT_ID, clientSecret: set.CASHFREE_PAYOUT_CLIENT_SECRET },
    ...{ environment: set.CASHFREE_ENVIRONMENT, oldSecrets: values.CASHFREE_OLD_SECRET ?? [] },
    ...{ baseUrl: values.CASHFREE_BASE_URL, feeRates: values.CASHFREE_FEES },
  }
}
