/** Whether somebody may do something to a deal of the model, and with this input: null, or the refusal's code. */
import type { Track } from '#core/ids.ts'
import { LIFECYCLE_TABLE } from '#test/support/lifecycle-table.ts'
import { type By, FEE, type Input, type ModelDeal, other, SIDES, type Side } from './deal.ts'

export interface Want {
  readonly action: string
  readonly by: By
  readonly input: Input
  readonly now: number
}

export const judge = (deal: ModelDeal, want: Want): string | null =>
  placeOf(deal, want) ?? inputOf(deal, want) ?? guardOf(deal, want)

/** Roles that a dispute hands out, so that either side may have them one day. */
const BOTH_EVER = ['respond', 'withdraw_complaint', 'accept_split']

function everOf(action: string, track: Track): ReadonlySet<string> {
  const opposite = track === 'shopping' ? 'services' : 'shopping'
  const cells = [...LIFECYCLE_TABLE].filter(([key]) => key.split(' ')[1] === action).map(([, cell]) => cell)
  const who = cells.flatMap((cell) => (cell[track].length > 0 ? cell[track] : cell[opposite]))
  return new Set(BOTH_EVER.includes(action) ? SIDES : who)
}

function placeOf(deal: ModelDeal, { action, by }: Want): string | null {
  if (!everOf(action, deal.of.track).has(by)) return 'forbidden'
  const cell = LIFECYCLE_TABLE.get(`${deal.status} ${action}`)?.[deal.of.track] ?? []
  if (cell.length === 0) return 'wrong_state'
  if (mayHere(deal, { action, by }, cell)) return null
  return action === 'accept_split' ? 'own_offer' : 'forbidden'
}

function mayHere(
  deal: ModelDeal,
  { action, by }: Pick<Want, 'action' | 'by'>,
  cell: readonly string[],
): boolean {
  if (action === 'respond') return by !== deal.dispute?.complainant
  if (action === 'withdraw_complaint') return by === deal.dispute?.complainant
  if (action === 'accept_split') return by !== deal.dispute?.offer?.by
  return cell.includes(by)
}

function inputOf(deal: ModelDeal, { action, input, now }: Want): string | null {
  const share = Number(input.payer_share_paise)
  switch (action) {
    case 'accept':
      if (input.rules_accepted !== true) return 'invalid'
      return input.terms_version === deal.version ? null : 'stale_terms'
    case 'edit': {
      const isPast = deal.of.completionAt !== null && deal.of.completionAt <= now
      return Number(input.amount) < 1 || isPast ? 'invalid' : null
    }
    case 'ship':
    case 'ship_return':
      return input.tracking_number === undefined || isImpossible(input) ? 'invalid' : null
    case 'deliver':
      return codeOf(deal, input)
    case 'propose_extension':
      return Date.parse(String(input.due)) > Math.max(now, deal.dueAt ?? 0) ? null : 'invalid'
    case 'propose_split':
    case 'decide':
      return share >= 0 && share <= deal.amount ? null : 'invalid'
    default:
      return null
  }
}

/** Of the model's parcels: Delhivery's numbers have digits alone. */
const isImpossible = ({ courier, tracking_number }: Input): boolean =>
  courier === 'delhivery' && !/^\d{11}$/.test(String(tracking_number))

/** Five tries at the code from the door; each wrong one counts. */
function codeOf(deal: ModelDeal, input: Input): string | null {
  if (input.handover_code === undefined) return null
  if (!deal.hasCode || deal.tries >= 5) return 'invalid'
  if (input.isRight === true) return null
  deal.tries += 1
  return 'invalid'
}

function guardOf(
  { status, deliveredAt, dispute, extensionTo, moreTimeAsked, changes }: ModelDeal,
  { action, by, input }: Want,
): string | null {
  switch (action) {
    case 'cancel':
      return status === 'in_delivery' && by === 'payer' && deliveredAt !== null ? 'wrong_state' : null
    case 'grant_extension':
    case 'decline_extension':
      return extensionTo === null ? 'wrong_state' : null
    case 'ask_more_time':
      return moreTimeAsked ? 'limit_reached' : null
    case 'request_changes':
      return changes >= 3 ? 'limit_reached' : null
    case 'respond':
      return (dispute?.paid[by as Side] ?? 0) >= FEE ? null : 'fee_unpaid'
    case 'accept_split':
      return dispute?.offer?.id === input.offer_id && dispute?.offer ? null : 'conflict'
    case 'escalate': {
      const isFirst = !dispute?.escalated.has(by as Side)
      return isFirst || dispute?.escalated.has(other(by as Side)) ? null : 'conflict'
    }
    default:
      return null
  }
}
