/** Between a form and the wire: what a field starts with, what the body is made of, what is wrong with it. */
import type { Deal } from '#core/contract/deals.ts'
import { checkTrackingNumber } from '#core/couriers.ts'
import { DESCRIPTION_NAMES, filledLines } from '#core/described.ts'
import { inputOf } from '#core/lifecycle/inputs.ts'
import type { Action } from '#core/lifecycle/transitions.ts'
import { servicesFields, shoppingFields } from '#core/offer-fields.ts'
import { openOffer } from '#web/features/deals/words/actions.ts'

type ServerField = Deal['actions'][number]['fields'][number]
/** A list is edited with the terms alone: no action asks for one. */
export type FormField = Omit<ServerField, 'type'> & { readonly type: ServerField['type'] | 'list' }
export type ActionValues = Readonly<Record<string, unknown>>

const DESCRIPTION: readonly FormField[] = DESCRIPTION_NAMES.map((name) => ({
  name,
  type: name === 'details' ? 'prose' : 'text',
  required: false,
}))

/** The terms that can be changed while an offer is open; the server keeps what is not sent. */
const TERMS: Readonly<Record<Deal['track'], readonly FormField[]>> = {
  shopping: [
    { name: 'service_details', type: 'text', required: true },
    { name: 'amount', type: 'number', required: true },
    ...DESCRIPTION,
  ],
  services: [
    { name: 'deliverables', type: 'prose', required: true },
    { name: 'deliverable_list', type: 'list', required: false },
    { name: 'amount', type: 'number', required: true },
    { name: 'date_of_completion', type: 'moment', required: true },
    { name: 'cancellation_fee', type: 'number', required: true },
    { name: 'other_info', type: 'prose', required: true },
    // as the form that made the offer: work has no serial number
    ...DESCRIPTION.filter(({ name }) => name === 'details' || name === 'listing_url'),
  ],
}

/** A program may agree to a return without an address; whoever is asked here would leave the payer without one. */
export const fieldsFor = (deal: Deal, action: string): readonly FormField[] =>
  action === 'edit'
    ? TERMS[deal.track]
    : (deal.actions.find(({ name }) => name === action)?.fields ?? [])
        .filter(({ name }) => isAsked(deal, name))
        .map((field) => (action === 'accept_return' ? { ...field, required: true } : field))

/** There is a code where goods go by hand alone: asked for it, whoever hands over work looks for one that nobody has. */
const isAsked = ({ tracking }: Deal, name: string): boolean =>
  name !== 'handover_code' || tracking?.courier === 'hand'

/** What the page knows already; everything else is the person's to say. */
function hidden(deal: Deal, name: string): unknown {
  if (name === 'terms_version') return deal.terms_version
  if (name === 'offer_id') return openOffer(deal)?.id ?? ''
  return ''
}

function initial(deal: Deal, action: string, { name, type }: FormField): unknown {
  if (type === 'hidden') return hidden(deal, name)
  if (type === 'tick') return false
  if (type === 'files') return []
  if (action !== 'edit') return ''
  if (type === 'list') return deal.terms[name] ?? []
  const term = deal.terms[name]
  return type === 'moment' ? toLocal(String(term ?? '')) : String(term ?? '')
}

export const initialValues = (deal: Deal, action: string): ActionValues =>
  Object.fromEntries(fieldsFor(deal, action).map((field) => [field.name, initial(deal, action, field)]))

/** "2026-11-21T18:30" in India, as the browser's own picker has it. */
const toLocal = (text: string): string => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? '' : new Date(at + 330 * 60_000).toISOString().slice(0, 16)
}

/** "1,500" or "1500.50" rupees to whole paise; undefined for anything else. */
export function paiseOf(text: unknown): number | undefined {
  const bare = String(text).replace(/[,\s₹]/g, '')
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(bare)) return undefined
  return Math.round(Number(bare) * 100)
}

function wire({ type }: FormField, value: unknown): unknown {
  if (type === 'list') return filledLines(value)
  if (type === 'paise') return value === '' ? undefined : (paiseOf(value) ?? Number.NaN)
  return value
}

/** An optional field that was left empty is not sent; of terms it is, or what was emptied would stay. */
export function bodyOf(
  action: string,
  fields: readonly FormField[],
  values: ActionValues,
): Record<string, unknown> {
  const pairs = fields.map((field) => [field.name, wire(field, values[field.name])] as const)
  if (action === 'edit') return Object.fromEntries(pairs)
  return Object.fromEntries(pairs.filter(([name, value]) => value !== '' || isRequired(fields, name)))
}
const isRequired = (fields: readonly FormField[], name: string): boolean =>
  fields.some((field) => field.name === name && field.required)

/** Message codes for one field, by the very schema that the server reads the body with. */
export function problemsOf(
  deal: Deal,
  action: string,
  name: string,
  values: ActionValues,
): readonly string[] {
  const fields = fieldsFor(deal, action)
  const body = bodyOf(action, fields, values)
  if (isRequired(fields, name) && values[name] === '') return ['required']
  const schema =
    action !== 'edit'
      ? inputOf(action as Action).schema
      : deal.track === 'shopping'
        ? shoppingFields
        : servicesFields
  const parsed = schema.safeParse(action === 'edit' ? { ...deal.terms, ...body } : body)
  if (name === 'payer_share_paise' && Number(body[name]) > deal.money.held_paise) return ['share']
  const issues = (parsed.error?.issues ?? [])
    .filter((issue) => issue.path[0] === name)
    .map((issue) => (body[name] === undefined ? 'required' : issue.message))
  return issues.length === 0 && name === 'tracking_number' ? parcelProblems(parsed.data) : issues
}

/** Told while it is typed: once it is sent, a wrong number costs the time to ship. */
function parcelProblems(body: Record<string, unknown> | undefined): readonly string[] {
  const { courier, tracking_number: number } = body ?? {}
  const isWrong = checkTrackingNumber(String(courier), String(number)) === 'wrong'
  return isWrong ? ['tracking_number'] : []
}
