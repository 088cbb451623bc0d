/**
 * The few steps that a deal is shown as, with the moment each was reached. The statuses it has been in are found by
 * following its events through the table of transitions, so that a new row there needs nothing here.
 */
import type { Track } from '#core/ids.ts'
import { isTerminal, type Status } from './states.ts'
import { TRANSITIONS, type Transition } from './transitions.ts'

export type StageName =
  | 'offered'
  | 'agreed'
  | 'paid'
  | 'sent'
  | 'checked'
  | 'released'
  | 'return_asked'
  | 'return_agreed'
  | 'sent_back'
  | 'refunded'
  | 'complained'
  | 'answered'
  | 'team'
  | 'settled'
  | 'ended'

export interface Stage {
  readonly name: StageName
  /** When it was reached; null when it was not yet. */
  readonly at: string | null
  readonly isCurrent: boolean
}

const STAGE_OF: Readonly<Record<Status, StageName>> = {
  proposed: 'offered',
  agreed: 'agreed',
  funded: 'paid',
  in_delivery: 'sent',
  delivered: 'checked',
  return_requested: 'return_asked',
  returning: 'return_agreed',
  return_in_transit: 'sent_back',
  disputed: 'complained',
  negotiating: 'answered',
  mediation: 'team',
  declined: 'ended',
  withdrawn: 'ended',
  expired: 'ended',
  refunded: 'refunded',
  released: 'released',
  cancelled: 'ended',
  settled: 'settled',
}

/** What is still to come where all goes on as it should; a return and a dispute have steps of their own. */
const ROUTES = {
  deal: ['offered', 'agreed', 'paid', 'sent', 'checked', 'released'],
  return: ['paid', 'sent', 'return_asked', 'return_agreed', 'sent_back', 'refunded'],
  dispute: ['paid', 'complained', 'answered', 'team', 'settled'],
} as const satisfies Record<string, readonly StageName[]>

export interface StageFacts {
  readonly track: Track
  readonly status: Status
  readonly events: readonly { readonly name: string; readonly at: string }[]
}

interface Visit {
  readonly status: Status
  readonly at: string
}

const nameOf = ({ on }: Transition): string => ('action' in on ? on.action : on.lapse)
const KNOWN = new Set(TRANSITIONS.map(nameOf))

/** The states that an event may lead to. One that the table does not know, as a payment that came late, leads nowhere. */
function nextStates(from: Status | null, event: string, track: Track): (Status | null)[] {
  if (!KNOWN.has(event)) return [from]
  const rows = TRANSITIONS.filter(
    (row) => row.from === from && nameOf(row) === event && (row.track === undefined || row.track === track),
  )
  return [...new Set(rows.map(({ to }) => to))]
}

/** Guards are not known here: of several ways the one is taken that ends where the deal is. */
function visitsOf(
  { events, status, track }: StageFacts,
  from: Status | null = null,
  index = 0,
): Visit[] | null {
  const event = events[index]
  if (!event) return from === status ? [] : null
  for (const to of nextStates(from, event.name, track)) {
    const rest = visitsOf({ events, status, track }, to, index + 1)
    if (rest && to) return to === from ? rest : [{ status: to, at: event.at }, ...rest]
  }
  return null
}

/**
 * In the order in which they are shown, exactly one of them current. Events come oldest first, and `at` is as they have
 * it: the first time that a stage was reached.
 */
export function stagesOf(facts: StageFacts): Stage[] {
  // of what its events do not explain, the state alone is shown
  const visits = visitsOf(facts) ?? [{ status: facts.status, at: facts.events.at(-1)?.at ?? '' }]
  const reached = new Map<StageName, string>()
  for (const { status, at } of visits) if (!reached.has(STAGE_OF[status])) reached.set(STAGE_OF[status], at)
  const current = STAGE_OF[facts.status]
  const route: readonly StageName[] = reached.has('complained')
    ? ROUTES.dispute
    : reached.has('return_asked')
      ? ROUTES.return
      : ROUTES.deal
  return shown(route, reached, current, isTerminal(facts.status)).map((name) => ({
    name,
    at: reached.get(name) ?? null,
    isCurrent: name === current,
  }))
}

/** A deal that ended shows what it went through and its end; one that runs shows what is to come as well. */
function shown(
  route: readonly StageName[],
  reached: ReadonlyMap<StageName, string>,
  current: StageName,
  hasEnded: boolean,
): StageName[] {
  if (!hasEnded)
    return route.includes(current) ? [...route] : [...route.filter((name) => reached.has(name)), current]
  return [...route.filter((name) => reached.has(name) && name !== current), current]
}
