/** What `/metrics` reads from the database, as a table of gauges. Counts and ages; no personal data. */
import type { ReadTx } from '#server/db/transaction.ts'
import { countOpenDiscrepancies } from '#server/repositories/discrepancies.ts'
import { ledgerImbalance } from '#server/repositories/ledger.ts'
import {
  countOpenDeals,
  countOpenPayouts,
  databaseBytes,
  deadlineLag,
  freeAtProviders,
  sealLag,
} from '#server/repositories/metrics.ts'
import { countDead, countQueued, oldestDueSeconds, pausedSeconds } from '#server/repositories/queue.ts'

export interface DatabaseMetric {
  readonly name: string
  readonly help: string
  /** What the values of a map are keyed by. */
  readonly label: string | null
  readonly read: (tx: ReadTx) => Promise<number | ReadonlyMap<string, number>>
}

export const DATABASE_METRICS: readonly DatabaseMetric[] = [
  {
    name: 'amanat_ledger_imbalance_paise',
    help: 'The sum of all balances: zero, or the books are wrong',
    label: null,
    read: ledgerImbalance,
  },
  { name: 'amanat_deals_open', help: 'Deals that have not ended', label: 'status', read: countOpenDeals },
  {
    name: 'amanat_deadline_lag_seconds',
    help: 'Age of the oldest deadline that has passed',
    label: null,
    read: deadlineLag,
  },
  {
    name: 'amanat_seal_lag_seconds',
    help: 'Age of the oldest transfer that is not sealed',
    label: null,
    read: sealLag,
  },
  { name: 'amanat_database_bytes', help: 'Size of the database on disk', label: null, read: databaseBytes },
  { name: 'amanat_queue_rows', help: 'Rows still to be done', label: 'queue', read: countQueued },
  {
    name: 'amanat_queue_oldest_due_seconds',
    help: 'For how long the oldest due row could have been claimed',
    label: 'queue',
    read: oldestDueSeconds,
  },
  {
    name: 'amanat_queue_dead',
    help: 'Rows given up, for a person to look at',
    label: 'queue',
    read: countDead,
  },
  {
    name: 'amanat_payouts_open',
    help: 'Payouts that are not done',
    label: 'status',
    read: countOpenPayouts,
  },
  {
    name: 'amanat_discrepancies_open',
    help: 'Settlements of providers and rows of ours that do not agree',
    label: null,
    read: countOpenDiscrepancies,
  },
  {
    name: 'amanat_provider_free_paise',
    help: 'What a payment provider has of ours by the books, but for what it holds in payees’ names',
    label: 'provider',
    read: freeAtProviders,
  },
  {
    name: 'amanat_provider_paused_seconds',
    help: 'Since when a payment provider answers nothing and is left alone, but for a call now and then',
    label: 'provider',
    read: pausedSeconds,
  },
]
