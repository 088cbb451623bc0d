/** What single actions write beside the transition itself: changed terms, the parcel, the dispute's words, an offer. */
import type { Insertable } from 'kysely'
import { checkTrackingNumber } from '#core/couriers.ts'
import { type DeliveryProof, deliveryProof, proofWindowMs } from '#core/delivery-proof.ts'
import { fieldsOfIssues, invalid, Refusal } from '#core/errors.ts'
import type { Request } from '#core/lifecycle/facts.ts'
import type { Action } from '#core/lifecycle/transitions.ts'
import { servicesFields, shoppingFields } from '#core/offer-fields.ts'
import type { Policy } from '#core/policy.ts'
import { toIso } from '#core/time.ts'
import type { DealTable, DisputeTable } from '#server/db/tables.ts'
import { newHandoverCode } from '#server/lib/tokens.ts'
import { type DealRow, type Loaded, updateDeal } from '#server/repositories/deals.ts'
import { insertOffer } from '#server/repositories/disputes.ts'
import { listEvents } from '#server/repositories/events.ts'
import type { FileRow } from '#server/repositories/files.ts'
import { getPolicy } from '#server/repositories/policies.ts'
import { findUser } from '#server/repositories/users.ts'
import { recordAudit } from '#server/services/audit/record.ts'
import type { UserCtx } from '#server/services/context.ts'
import { fileHashes, findOwnFiles, sendFiles } from '#server/services/files/open.ts'
import { isForOtherSide } from '#server/services/files/present.ts'
import { requireNoDebt } from '#server/services/money/debts.ts'
import { type DealTerms, servicesTerms, shoppingTerms, termColumns } from './create.ts'
import { photoTerms } from './photo-terms.ts'

export interface ActionResult {
  readonly request?: Partial<Request>
  /** What the event records; the input where it is left out. */
  readonly data?: Record<string, unknown>
  readonly deal?: Partial<Insertable<DealTable>>
  readonly dispute?: Partial<Insertable<DisputeTable>>
  /** Written just before the transition, once it is decided. */
  readonly before?: () => Promise<unknown>
}

export type ActionHandler = (
  ctx: UserCtx,
  loaded: Loaded,
  input: Record<string, unknown>,
  request: Request,
) => Promise<ActionResult | Refusal>

/** Of an action that names files. */
type FilesHandler = (files: readonly FileRow[]) => ActionHandler

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Changed terms of an open offer, validated as the form's own. What is not sent stays as it was offered. */
const edit: ActionHandler = async (ctx, { deal }, input) => {
  const fields = { ...deal.terms, ...input }
  if (deal.track === 'shopping') {
    const parsed = shoppingFields.safeParse(fields)
    if (!parsed.success) return invalid(fieldsOfIssues(parsed.error.issues))
    return editedTerms(ctx, deal, await shoppingTerms(ctx, parsed.data), input.photos)
  }
  const parsed = servicesFields.safeParse(fields)
  if (!parsed.success) return invalid(fieldsOfIssues(parsed.error.issues))
  return editedTerms(ctx, deal, await servicesTerms(ctx, parsed.data, deal.id), input.photos)
}

/** To the same number it stays with its account, whoever has the number by now; and under the policy that it was made under. */
async function editedTerms(
  ctx: UserCtx,
  deal: DealRow,
  fields: DealTerms,
  photos: unknown,
): Promise<ActionResult> {
  const isSamePerson = deal.counterparty_id !== null && deal.counterparty_phone === fields.counterpartyPhone
  if (deal.track === 'shopping' && isSamePerson && deal.counterparty_id !== fields.counterpartyId)
    throw invalid({ cpty_company: ['not_registered'] })
  const photoTerm = await photoTerms(ctx, deal, { named: photos, isSamePerson })
  const terms = { ...fields, terms: { ...fields.terms, ...photoTerm } }
  const columns = termColumns(terms, await getPolicy(ctx.tx, deal.policy_id))
  return {
    deal: { ...columns, ...(isSamePerson ? { counterparty_id: deal.counterparty_id } : {}) },
    data: terms.terms,
  }
}

/** The payer chose a business by its name: under another name it is a stranger's. */
const accept: ActionHandler = async (ctx, { deal }) => {
  const { track, terms } = deal
  if (track === 'shopping' && ctx.user.businessName !== terms.cpty_company) throw new Refusal('not_found')
  const [maker] = await Promise.all([
    findUser(ctx.tx, deal.creator_id),
    track === 'services' ? requireNoDebt(ctx) : null,
  ])
  // its maker was blocked since: whoever accepted it would begin a deal with them
  if (maker?.blocked_at) throw new Refusal('wrong_state')
  return {
    deal: {
      agreed_at: new Date(ctx.now),
      ...(track === 'shopping' ? { payee_id: ctx.user.id } : { payer_id: ctx.user.id }),
    },
  }
}

const ship =
  (isReturn: boolean): ActionHandler =>
  async (_, __, input) => {
    const [courier, number] = [text(input.courier), text(input.tracking_number)]
    if (checkTrackingNumber(courier, number) === 'wrong')
      return invalid({ tracking_number: ['tracking_number'] })
    if (isReturn) return { deal: { return_courier: courier, return_tracking_number: number } }
    const handover_code = courier === 'hand' ? newHandoverCode() : null
    return { deal: { courier, tracking_number: number, handover_code, handover_tries: 0 } }
  }

/**
 * The payer reads the handover code out at the door, and the right one confirms the delivery for them. A wrong one is
 * counted, and its refusal is returned so that the count is committed.
 */
const deliver: FilesHandler =
  (files) =>
  async (ctx, { deal }, input) => {
    const { handover_code: code, ...data } = input
    const policy = await getPolicy(ctx.tx, deal.policy_id)
    const claim = { hasFiles: files.some(isForOtherSide), policy }
    if (code === undefined) return claimedDelivery(deal, data, claim)
    const { handoverTries } = policy
    if (deal.handover_code === null) return invalid({ handover_code: ['handover_none'] })
    if (deal.handover_tries >= handoverTries) return invalid({ handover_code: ['handover_dead'] })
    if (code === deal.handover_code)
      return {
        request: { deliveryConfirmed: true },
        data: { ...data, handover: true },
        deal: { handover_code: null },
      }
    await updateDeal(ctx.tx, deal, { handover_tries: deal.handover_tries + 1 })
    const left = handoverTries - deal.handover_tries - 1
    return invalid({ handover_code: [left > 0 ? `handover_wrong:${left}` : 'handover_dead'] })
  }

/** Nobody but the payee says so: the event records what speaks for it, and how long the payer has to check. */
function claimedDelivery(
  deal: DealRow,
  data: Record<string, unknown>,
  { hasFiles, policy }: { hasFiles: boolean; policy: Policy },
): ActionResult {
  const proof: DeliveryProof | null = deliveryProof({
    track: deal.track,
    courier: deal.courier,
    trackingNumber: deal.tracking_number,
    hasFiles,
  })
  if (proof === null) return { data, request: { deliveryProven: true } }
  return {
    data: { ...data, proof, window_ms: proofWindowMs(proof, policy) },
    request: { deliveryProven: proof === 'courier' },
  }
}

const complain: ActionHandler = async (_, __, input) => ({
  dispute: {
    reason: text(input.reason),
    statement: text(input.statement),
    wanted: text(input.wanted) || null,
  },
})

/** Declining a return opens the dispute in the payer's name, with the reason they gave for the return. */
const declineReturn: ActionHandler = async (ctx, { deal }) => {
  const events = await listEvents(ctx.tx, deal.id)
  const returnRequest = events.findLast((event) => event.name === 'request_return')
  return {
    dispute: {
      reason: 'not_as_described',
      statement: text(returnRequest?.data.reason),
      wanted: 'return_then_refund',
    },
  }
}

const proposeSplit: ActionHandler = async (ctx, { deal }, input, request) => ({
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

/** The reasons are in the deal's own history, for its people; the audit log has what was decided. */
const decideDispute: ActionHandler = async (ctx, { deal }, input) => ({
  dispute: { decided_by: ctx.user.id, decision: JSON.stringify({ ...input, at: toIso(ctx.now) }) },
  before: () =>
    recordAudit(ctx, {
      action: 'dispute_decided',
      actor: ctx.user,
      subject: { type: 'deal', id: deal.id },
      before: { status: deal.status },
      after: { payer_share_paise: input.payer_share_paise, at_fault: input.at_fault },
    }),
})

/** The event records the files that the input names, with their hashes. */
const withFiles =
  (handlerFor: FilesHandler): ActionHandler =>
  async (ctx, loaded, input, request) => {
    const files = await findOwnFiles(ctx, loaded.deal.id, input.file_ids)
    if (!files) return invalid({ file_ids: ['file'] })
    const result = await handlerFor(files)(ctx, loaded, input, request)
    if (result instanceof Refusal || files.length === 0) return result
    const before = async () => {
      await result.before?.()
      await sendFiles(ctx, files)
    }
    return { ...result, before, data: { ...(result.data ?? input), files: fileHashes(files) } }
  }

export const ACTION_HANDLERS: Partial<Record<Action, ActionHandler>> = {
  edit,
  accept,
  ship: ship(false),
  ship_return: ship(true),
  deliver: withFiles(deliver),
  propose_extension: async (_, __, input) => ({ data: { due: toIso(Number(input.due)) } }),
  complain: withFiles(() => complain),
  decline_return: declineReturn,
  respond: withFiles(() => async (_, __, input) => ({ dispute: { response: text(input.statement) } })),
  propose_split: proposeSplit,
  decide: decideDispute,
}
