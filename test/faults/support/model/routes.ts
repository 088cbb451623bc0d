/** The straight way of a deal of the model to the states that few deals reach by chance. */
import type { Track } from '#core/ids.ts'
import { type By, type ModelDeal, other } from './deal.ts'

export const ON_THE_WAY: readonly string[] = [
  'proposed',
  'agreed',
  'funded',
  'in_delivery',
  'delivered',
  'disputed',
  'negotiating',
]

export const FAR: Readonly<Record<Track, readonly string[]>> = {
  shopping: [
    'delivered',
    'cancelled',
    'return_requested',
    'returning',
    'return_in_transit',
    'negotiating',
    'mediation',
  ],
  services: ['delivered', 'cancelled', 'negotiating', 'mediation'],
}

type Step = readonly [action: string, by: By]

function inDispute({ status, dispute }: ModelDeal): Step {
  const complainant = dispute?.complainant ?? 'payer'
  const owing = (['payer', 'payee'] as const).find((side) => dispute?.paid[side] === 0)
  if (status === 'disputed') return owing ? ['pay_fee', owing] : ['respond', other(complainant)]
  return ['escalate', dispute?.escalated.has('payer') ? 'payee' : 'payer']
}

export function nextTowards(deal: ModelDeal, target: string): Step {
  const isShopping = deal.of.track === 'shopping'
  switch (deal.status) {
    case 'proposed':
      return ['accept', isShopping ? 'payee' : 'payer']
    case 'agreed':
      return ['fund', 'payer']
    case 'funded':
      return [isShopping ? 'ship' : 'start', 'payee']
    case 'in_delivery':
      return target === 'cancelled' && deal.deliveredAt === null ? ['cancel', 'payer'] : ['deliver', 'payee']
    case 'delivered':
      return [target.startsWith('return') ? 'request_return' : 'complain', 'payer']
    case 'return_requested':
      return ['accept_return', 'payee']
    case 'returning':
      return ['ship_return', 'payer']
    default:
      return inDispute(deal)
  }
}
