/** The states of a deal: which end it, which deadline runs in each, and who is expected to act. */
export const STATUSES = [
  'proposed',
  'agreed',
  'funded',
  'in_delivery',
  'delivered',
  'return_requested',
  'returning',
  'return_in_transit',
  'disputed',
  'negotiating',
  'mediation',
  'declined',
  'withdrawn',
  'expired',
  'refunded',
  'released',
  'cancelled',
  'settled',
] as const
export type Status = (typeof STATUSES)[number]

/** From the payment to the end: the money of the deal is in its hold. */
export const HELD = [
  'funded',
  'in_delivery',
  'delivered',
  'return_requested',
  'returning',
  'return_in_transit',
  'disputed',
  'negotiating',
  'mediation',
] as const satisfies readonly Status[]

export type Party = 'payer' | 'payee'
export const otherParty = (party: Party): Party => (party === 'payer' ? 'payee' : 'payer')

/** The names of deadlines, as `due_event` carries them. */
export const LAPSES = [
  'offerValidity',
  'unresponsiveness',
  'trackingWindow',
  'deliveryDue',
  'complaintWindow',
  'returnWindow',
  'mutualResolution',
  'decisionLimit',
] as const
export type Lapse = (typeof LAPSES)[number]

/** Who a rule speaks of; `creator` and the like are resolved to a party per deal. */
export type Mover = 'creator' | 'counterparty' | Party | 'complainant' | 'respondent' | 'team'

interface StateRow {
  readonly terminal: boolean
  /** The deadline that runs while a deal is here; a track may have its own. */
  readonly lapse: Lapse | { readonly shopping: Lapse; readonly services: Lapse } | null
  readonly move: readonly Mover[]
}

const ended: StateRow = { terminal: true, lapse: null, move: [] }
const open = (lapse: StateRow['lapse'], ...move: Mover[]): StateRow => ({ terminal: false, lapse, move })

export const STATES: Readonly<Record<Status, StateRow>> = {
  proposed: open('offerValidity', 'counterparty'),
  agreed: open('unresponsiveness', 'payer'),
  funded: open({ shopping: 'trackingWindow', services: 'unresponsiveness' }, 'payee'),
  in_delivery: open('deliveryDue', 'payee'),
  delivered: open('complaintWindow', 'payer'),
  return_requested: open('unresponsiveness', 'payee'),
  returning: open('returnWindow', 'payer'),
  return_in_transit: open('deliveryDue', 'payee'),
  disputed: open('unresponsiveness', 'respondent'),
  negotiating: open('mutualResolution', 'payer', 'payee'),
  mediation: open('decisionLimit', 'team'),
  declined: ended,
  withdrawn: ended,
  expired: ended,
  refunded: ended,
  released: ended,
  cancelled: ended,
  settled: ended,
}

/** An end: no row of the table leads out of it, and no deadline runs. */
export const isTerminal = (status: Status): boolean => STATES[status].terminal
