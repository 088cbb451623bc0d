/** Every endpoint of the contract by its exported name, under the file that declares it: operation ids and tags. */
import * as account from '#core/contract/account.ts'
import * as admin from '#core/contract/admin.ts'
import * as apps from '#core/contract/apps.ts'
import * as audit from '#core/contract/audit.ts'
import * as auth from '#core/contract/auth.ts'
import * as chat from '#core/contract/chat.ts'
import * as complaintLink from '#core/contract/complaint-link.ts'
import * as dealDesk from '#core/contract/deal-desk.ts'
import * as dealFreezes from '#core/contract/deal-freezes.ts'
import * as dealGrid from '#core/contract/deal-grid.ts'
import * as deals from '#core/contract/deals.ts'
import * as disputeDesk from '#core/contract/dispute-desk.ts'
import * as documents from '#core/contract/documents.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import * as files from '#core/contract/files.ts'
import * as grievance from '#core/contract/grievance.ts'
import * as holdings from '#core/contract/holdings.ts'
import * as home from '#core/contract/home.ts'
import * as inbox from '#core/contract/inbox.ts'
import * as invites from '#core/contract/invites.ts'
import * as leads from '#core/contract/leads.ts'
import * as ledger from '#core/contract/ledger.ts'
import * as links from '#core/contract/links.ts'
import * as matchDesk from '#core/contract/match-desk.ts'
import * as moneyToday from '#core/contract/money-today.ts'
import * as notifications from '#core/contract/notifications.ts'
import * as passkeys from '#core/contract/passkeys.ts'
import * as payeeAccount from '#core/contract/payee-account.ts'
import * as paymentClaim from '#core/contract/payment-claim.ts'
import * as payments from '#core/contract/payments.ts'
import * as payoutBatches from '#core/contract/payout-batches.ts'
import * as payoutTarget from '#core/contract/payout-target.ts'
import * as payouts from '#core/contract/payouts.ts'
import * as people from '#core/contract/people.ts'
import * as policies from '#core/contract/policies.ts'
import * as push from '#core/contract/push.ts'
import * as requests from '#core/contract/requests.ts'
import * as secondFactor from '#core/contract/second-factor.ts'
import * as settlements from '#core/contract/settlements.ts'
import * as site from '#core/contract/site.ts'
import * as statements from '#core/contract/statements.ts'
import * as targetChecks from '#core/contract/target-checks.ts'
import * as taxPapers from '#core/contract/tax-papers.ts'
import * as transactions from '#core/contract/transactions.ts'
import * as verification from '#core/contract/verification.ts'
import * as webhooks from '#core/contract/webhooks.ts'

interface Group {
  readonly tag: string
  readonly about: string
  readonly exported: Readonly<Record<string, unknown>>
}

export const GROUPS: readonly Group[] = [
  { tag: 'auth', about: 'Accounts are opened, people sign in and out', exported: auth },
  { tag: 'transactions', about: 'Offers of the two tracks: goods and work', exported: transactions },
  { tag: 'deals', about: 'Deals as their parties see them, and what moves them', exported: deals },
  { tag: 'files', about: 'Proof of work, evidence and pictures of a deal', exported: files },
  { tag: 'chat', about: 'Messages of a deal, and its stream of events', exported: chat },
  { tag: 'documents', about: 'Documents of a deal as PDF, and its evidence as a ZIP', exported: documents },
  { tag: 'links', about: 'Offer links: one item, many Buyers', exported: links },
  { tag: 'requests', about: 'Deals that Sellers ask Buyers for', exported: requests },
  { tag: 'invites', about: 'Offers that wait for their Seller to join', exported: invites },
  { tag: 'apps', about: 'Apps of integrators, and their keys', exported: apps },
  { tag: 'webhooks', about: 'Events of deals, sent as Standard Webhooks', exported: webhooks },
  { tag: 'notifications', about: 'What the product tells a person', exported: notifications },
  { tag: 'push', about: 'Notices on the lock screen of a browser', exported: push },
  { tag: 'account', about: 'A person’s own account', exported: account },
  { tag: 'verification', about: 'Phone numbers and addresses, proved with a code', exported: verification },
  { tag: 'second-factor', about: 'The second factor of the team', exported: secondFactor },
  { tag: 'passkeys', about: 'Passkeys of the team', exported: passkeys },
  { tag: 'payout-target', about: 'Where a person is paid', exported: payoutTarget },
  { tag: 'payee-account', about: 'A payee at the provider that holds money', exported: payeeAccount },
  { tag: 'payments', about: 'Pay-ins, and what providers report of them', exported: payments },
  { tag: 'holdings', about: 'What is held for deals in all', exported: holdings },
  { tag: 'payment-claim', about: 'What a payer says that they have paid', exported: paymentClaim },
  {
    tag: 'tax-papers',
    about: 'Invoices, bills of supply and credit notes for our fees',
    exported: taxPapers,
  },
  { tag: 'grievance', about: 'Complaints about the operator itself', exported: grievance },
  { tag: 'leads', about: 'Who asked to be called', exported: leads },
  { tag: 'complaint-link', about: 'A complaint by a mailed link', exported: complaintLink },
  { tag: 'site', about: 'Calls of the public pages, and of the sandbox', exported: site },
  { tag: 'admin', about: 'The team’s console', exported: admin },
  { tag: 'audit', about: 'Who did what to accounts and as the team', exported: audit },
  { tag: 'payouts', about: 'Payouts that wait for the team', exported: payouts },
  { tag: 'payout-batches', about: 'Files of payouts for the bank', exported: payoutBatches },
  { tag: 'deal-grid', about: 'The team’s grid of deals', exported: dealGrid },
  { tag: 'deal-desk', about: 'A deal as the team sees it', exported: dealDesk },
  { tag: 'ledger', about: 'The books, for an Admin to read', exported: ledger },
  { tag: 'people', about: 'People as the team sees them', exported: people },
  { tag: 'dispute-desk', about: 'The team’s desk of disputes', exported: disputeDesk },
  { tag: 'home', about: 'The team’s home and days in figures', exported: home },
  { tag: 'target-checks', about: 'Payout targets that no name speaks for', exported: targetChecks },
  { tag: 'statements', about: 'Statements of the operator’s bank', exported: statements },
  { tag: 'inbox', about: 'What payment providers have reported', exported: inbox },
  { tag: 'money-today', about: 'Money at a glance', exported: moneyToday },
  { tag: 'deal-freezes', about: 'Deals that stand still', exported: dealFreezes },
  {
    tag: 'settlements',
    about: 'What providers have settled, and what does not agree',
    exported: settlements,
  },
  { tag: 'policies', about: 'Versions of the policy', exported: policies },
  { tag: 'match-desk', about: 'Lines of the bank that wait for a person', exported: matchDesk },
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value

export interface NamedEndpoint {
  readonly id: string
  readonly tag: string
  readonly endpoint: Endpoint
}

const ALL: readonly NamedEndpoint[] = GROUPS.flatMap(({ tag, exported }) =>
  Object.entries(exported).flatMap(([id, value]) =>
    isEndpoint(value) ? [{ id, tag, endpoint: value }] : [],
  ),
)

const camelCase = (text: string): string =>
  text.replace(/[^a-zA-Z]+(\w)/g, (_, letter) => letter.toUpperCase())

/** With the documents of a deal, which one function declares. */
export const CATALOGUE: readonly NamedEndpoint[] = [
  ...ALL,
  ...documents.DOCUMENTS.map((name) => ({
    id: camelCase(`get-${name}`),
    tag: 'documents',
    endpoint: documents.document(name),
  })),
]

export const keyOfCall = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`
