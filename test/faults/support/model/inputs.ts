/** What somebody sends with an action of the model: mostly right, now and then wrong. */
import { toIso } from '#core/time.ts'
import type { Random } from '#test/faults/support/fault.ts'
import type { Input, ModelDeal } from './deal.ts'

const DAY = 86_400_000

const PARCELS: readonly Input[] = [
  { courier: 'other', tracking_number: 'A1' },
  { courier: 'hand', tracking_number: 'A1' },
  { courier: 'delhivery', tracking_number: '12345678901' },
]
const WRONG_PARCELS: readonly Input[] = [
  { courier: 'other' },
  { courier: 'delhivery', tracking_number: 'A1' },
]

export function inputFor(action: string, deal: ModelDeal, given: { now: number; random: Random }): Input {
  const { now, random } = given
  const isWrong = random(10) === 0
  const share = (): number => (isWrong ? deal.amount + 1 + random(1_000) : random(deal.amount + 1))
  switch (action) {
    case 'accept':
      return isWrong && random(2) === 0
        ? { terms_version: deal.version }
        : { terms_version: deal.version - (isWrong ? 1 : 0), rules_accepted: true }
    case 'edit':
      return { amount: isWrong ? 0 : 1 + random(99_999) }
    case 'ship':
    case 'ship_return':
      if (isWrong) return WRONG_PARCELS[random(WRONG_PARCELS.length)] ?? {}
      return PARCELS[random(PARCELS.length)] ?? {}
    case 'deliver':
      return random(2) === 0
        ? { note: 'Done' }
        : { note: 'Done', handover_code: '000000', isRight: random(3) > 0 }
    case 'propose_extension': {
      const from = Math.max(now, deal.dueAt ?? now)
      return { due: toIso(from + (isWrong ? -1 : 1) * (1 + random(5 * DAY))) }
    }
    case 'complain':
      return { reason: 'late', statement: 'It has not come', wanted: 'full_refund' }
    case 'respond':
      return { statement: 'My side of it' }
    case 'request_changes':
      return { note: 'Larger' }
    case 'request_return':
      return { reason: 'Wrong size' }
    case 'propose_split':
      return { payer_share_paise: share() }
    case 'accept_split':
      return { offer_id: isWrong ? 'another' : (deal.dispute?.offer?.id ?? 'none') }
    case 'decide': {
      const at_fault = ['payer', 'payee', 'both', 'none'][random(4)]
      return { payer_share_paise: share(), at_fault, reasons: 'After hearing both' }
    }
    default:
      return {}
  }
}
