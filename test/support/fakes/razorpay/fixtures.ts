/** The samples of Razorpay's own pages, each with the page that it stands on. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Fixture {
  readonly name: string
  readonly page: string
  readonly kind:
    | 'order'
    | 'orders'
    | 'payment'
    | 'payments'
    | 'refund'
    | 'refunds'
    | 'payout'
    | 'payouts'
    | 'error'
    | 'transferOrder'
    | 'transfer'
    | 'transfers'
    | 'reversal'
    | 'reversals'
    | 'linkedAccount'
    | 'stakeholder'
    | 'product'
    | 'webhook'
  /** What was mended: a sample that is no JSON. */
  readonly repaired?: string
  // biome-ignore lint/suspicious/noExplicitAny: as the page has it
  readonly body: any
}

const FOLDER = join(import.meta.dirname, '../../../fixtures/razorpay')

export const fixtures: readonly Fixture[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: file.replace('.json', ''),
    ...JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
  }))
