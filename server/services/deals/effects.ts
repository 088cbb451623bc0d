/** What single actions write beside the transition itself: the parcel, the dispute's words, an offer. */
import { judgeTracking } from '../../../core/couriers.ts'
import { invalid, Refusal } from '../../../core/errors.ts'
import type { Request } from '../../../core/lifecycle/facts.ts'
import type { Action } from '../../../core/lifecycle/transitions.ts'
import { toIso } from '../../../core/time.ts'
import type { Loaded } from '../../repositories/deals.ts'
import { insertOffer } from '../../repositories/disputes.ts'
import { listEvents } from '../../repositories/events.ts'
import { newHandoverCode } from '../../tokens.ts'
import { isTeam, type UserCtx } from '../context.ts'
import { evidenceOf, ownFiles } from '../files/link.ts'
import { editedTerms } from './edit.ts'
import type { Effect } from './effect.ts'
import { deliverEffect } from './handover.ts'

type Input = Record<string, unknown>
type Make = (ctx: UserCtx, loaded: Loaded, input: Input, request: Request) => Promise<Effect | Refusal>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The files that the input names go into the event with their hashes. */
function withFiles(make: Make): Make {
  return async (ctx, loaded, input, request) => {
    const files = await ownFiles(ctx, loaded.deal.id, input.file_ids)
    if (!files) return invalid({ file_ids: ['file'] })
    const effect = await make(ctx, loaded, input, request)
    if (effect instanceof Refusal || files.length === 0) return effect
    return { ...effect, data: { ...(effect.data ?? input), files: evidenceOf(files) } }
  }
}

const accept: Make = async (ctx, { deal }) => ({
  deal: {
    agreed_at: new Date(ctx.now),
    ...(deal.track === 'shopping' ? { payee_id: ctx.user.id } : { payer_id: ctx.user.id }),
  },
})

const ship =
  (isReturn: boolean): Make =>
  async (_, __, input) => {
    const [courier, number] = [text(input.courier), text(input.tracking_number)]
    if (judgeTracking(courier, number) === 'wrong') return invalid({ tracking_number: ['tracking_number'] })
    if (isReturn) return { deal: { return_courier: courier, return_tracking_number: number } }
    const handover_code = courier === 'hand' ? newHandoverCode() : null
    return { deal: { courier, tracking_number: number, handover_code, handover_tries: 0 } }
  }

const complain: Make = withFiles(async (_, __, input) => ({
  dispute: {
    reason: text(input.reason),
    statement: text(input.statement),
    wanted: text(input.wanted) || null,
  },
}))

/** Declining a return opens the dispute in the payer's name, with the reason he gave for the return. */
const declineReturn: Make = async (ctx, { deal }) => {
  const events = await listEvents(ctx.tx, deal.id)
  const asked = events.findLast((event) => event.name === 'request_return')
  return {
    dispute: {
      reason: 'not_as_described',
      statement: text(asked?.data.reason),
      wanted: 'return_then_refund',
    },
  }
}

const proposeSplit: Make = async (ctx, { deal }, input, request) => ({
  data: { ...input, offer_id: request.offerId },
  before: () =>
    insertOffer(ctx.tx, {
      id: request.offerId ?? '',
      deal_id: deal.id,
      by: request.by === 'payer' ? 'payer' : 'payee',
      payer_share_paise: Number(input.payer_share_paise),
      note: text(input.note) || null,
      at: new Date(ctx.now),
    }),
})

/** A mediator decides; he is never a party, since a party is seen as one before he is seen as the team. */
const decideDispute: Make = async (ctx, _, input) =>
  isTeam(ctx.user)
    ? { dispute: { decided_by: ctx.user.id, decision: JSON.stringify({ ...input, at: toIso(ctx.now) }) } }
    : new Refusal('forbidden')

export const EFFECTS: Partial<Record<Action, Make>> = {
  edit: editedTerms,
  accept,
  ship: ship(false),
  ship_return: ship(true),
  deliver: withFiles(deliverEffect),
  propose_extension: async (_, __, input) => ({ data: { due: toIso(Number(input.due)) } }),
  complain,
  decline_return: declineReturn,
  respond: withFiles(async (_, __, input) => ({ dispute: { response: text(input.statement) } })),
  propose_split: proposeSplit,
  decide: decideDispute,
}
