/** The contract as it was accepted: parties, terms, rules, who agreed to what and when, and the hashes of it. */
import { describedIn, photosIn } from '#core/described.ts'
import { Refusal } from '#core/errors.ts'
import type { Party } from '#core/lifecycle/states.ts'
import type { Locale } from '#core/locale.ts'
import { formatPaiseShort } from '#core/money.ts'
import { parseMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { nameText } from '#messages/lifecycle-events.ts'
import { linkActionText } from '#messages/offer-link-text.ts'
import type { PdfBlock, PdfContent, PdfFact, PdfPhoto, PdfSignature } from '#server/pdf/document.ts'
import type { EventRow } from '#server/repositories/events.ts'
import { findFiles } from '#server/repositories/files.ts'
import { policyHash } from '#server/repositories/policies.ts'
import { findUser } from '#server/repositories/users.ts'
import { currentSnapshot } from '#server/services/deal/snapshot.ts'
import { isOwnOrTeam } from '#server/services/files/present.ts'
import { headlineOf } from '#server/services/notifications/compose.ts'
import {
  type DocumentContext,
  formatAt,
  layoutDocument,
  participantLabel,
  roleOf,
} from './document-context.ts'
import { commissionOf, percent, rulesOf } from './rules.ts'

/** Throws Refusal `wrong_state` while nothing was agreed. */
export async function agreement(context: DocumentContext): Promise<PdfContent> {
  const { locale, loaded } = context
  if (loaded.deal.agreed_at === null) throw new Refusal('wrong_state')
  const photos = await goodsPhotos(context)
  const heading = (text: string): PdfBlock => ({ kind: 'heading', text })
  return layoutDocument(context, {
    title: m.document_agreement({}, { locale }),
    photos,
    blocks: [
      heading(m.document_parties({}, { locale })),
      { kind: 'facts', rows: [await personRow(context, 'payer'), await personRow(context, 'payee')] },
      heading(m.document_terms({}, { locale })),
      { kind: 'facts', rows: [...termRows(context), ...laterDateRows(context)] },
      ...(photos.length > 0 ? ([{ kind: 'photos' }] as const) : []),
      heading(m.document_rules({}, { locale })),
      { kind: 'list', items: [...rulesOf(context), ...laterDateRule(context)] },
      heading(m.document_accepted({}, { locale })),
      { kind: 'signatures', items: signatures(context) },
      heading(m.document_hashes({}, { locale })),
      { kind: 'text', text: m.document_hashes_text({}, { locale }) },
      await hashes(context),
    ],
  })
}

async function personRow(context: DocumentContext, party: Party): Promise<[string, string]> {
  const { ctx, loaded, locale } = context
  const id = party === 'payer' ? loaded.deal.payer_id : loaded.deal.payee_id
  const user = id === null ? undefined : await findUser(ctx.tx, id)
  const { name } = context.participants[party]
  const phone = user?.phone_number ?? ''
  return [roleOf(context, party), m.document_person({ name, phone }, { locale })]
}

function termRows(context: DocumentContext): PdfFact[] {
  const { locale, loaded, facts } = context
  const { terms, amount_paise } = loaded.deal
  const amount: PdfFact[] = [[m.document_amount({}, { locale }), formatPaiseShort(amount_paise)]]
  const version: PdfFact[] = [[m.document_terms_version({}, { locale }), String(facts.termsVersion)]]
  if (facts.track === 'shopping')
    return [
      [m.document_goods({}, { locale }), String(terms.service_details)],
      ...descriptionRows(context),
      ...amount,
      [m.document_commission({}, { locale }), commissionOf(context)],
      ...version,
    ]
  return [
    [m.document_work({}, { locale }), String(terms.deliverables)],
    ...descriptionRows(context),
    [m.document_other_info({}, { locale }), String(terms.other_info)],
    ...amount,
    [m.document_payment_mode({}, { locale }), m.document_full_payment({}, { locale })],
    [
      m.document_due_date({}, { locale }),
      facts.completionAt === null ? '' : formatAt(facts.completionAt, locale),
    ],
    [m.document_cancellation({}, { locale }), percent(facts.cancellationFeeBasisPoints, locale)],
    [m.document_commission({}, { locale }), commissionOf(context)],
    ...version,
  ]
}

interface LaterDate {
  readonly proposal: EventRow
  readonly grant: EventRow
}
/** Each granting with the asking that it answers: the last one before it, whose date it is. */
const laterDates = ({ events }: DocumentContext): LaterDate[] =>
  events.flatMap((grant) => {
    if (grant.name !== 'grant_extension') return []
    const proposal = events.findLast(({ name, seq }) => name === 'propose_extension' && seq < grant.seq)
    return proposal ? [{ proposal, grant }] : []
  })

/**
 * What both agreed to after the acceptance: the paper would hold the payee to a date that no longer stands. It is the
 * deadline itself, without the grace that the first date has.
 */
const laterDateRows = (context: DocumentContext): PdfFact[] => {
  const { locale } = context
  return laterDates(context).map((later) => {
    const at = dateOf(later, locale)
    return [m.document_later_date({}, { locale }), m.document_later_date_until({ at }, { locale })]
  })
}

const dateOf = ({ proposal }: LaterDate, locale: Locale): string =>
  formatAt(parseMoment(String(proposal.data.due)) ?? 0, locale)

/** The rule of the first date gives two days more, which would be read into this one too. */
function laterDateRule(context: DocumentContext): string[] {
  const { locale } = context
  const last = laterDates(context).at(-1)
  return last ? [m.document_rule_later_date({ at: dateOf(last, locale) }, { locale })] : []
}

const DESCRIPTION_LABELS = {
  deliverable_list: m.item_list,
  details: m.item_details,
  condition: m.item_condition,
  serial: m.item_serial,
  listing_url: m.item_link,
} as const
const descriptionRows = ({ locale, loaded }: DocumentContext): PdfFact[] => [
  ...describedIn(loaded.deal.terms).map(
    ([name, text]): PdfFact => [DESCRIPTION_LABELS[name]({}, { locale }), text],
  ),
]

const photoName = (place: number, locale: Locale): string =>
  m.document_photo({ number: String(place + 1) }, { locale })

/** Those that this viewer may see; the hashes below name all of them. */
async function goodsPhotos({ ctx, loaded, viewer, locale }: DocumentContext): Promise<PdfPhoto[]> {
  const named = photosIn(loaded.deal.terms)
  if (named.length === 0) return []
  const ids = named.map(({ id }) => id)
  const rows = await findFiles(ctx.tx, loaded.deal.id, ids)
  return named.flatMap(({ id }, place) => {
    const file = rows.find((row) => row.id === id)
    if (!file || (file.withdrawn_at !== null && !isOwnOrTeam(ctx, file, viewer))) return []
    const { name, type, size } = file
    return [{ caption: photoName(place, locale), file: { id, name, type, size } }]
  })
}

const MAKING: readonly string[] = ['create', 'edit']
/** The act that made the terms as they were accepted, the acceptance, and later dates: what stood before was agreed to by nobody. */
function agreeing(context: DocumentContext): readonly EventRow[] {
  const { events } = context
  const proposal = events.findLast((event) => MAKING.includes(event.name))
  return [
    ...(proposal ? [proposal] : []),
    ...events.filter(({ name }) => name === 'accept'),
    ...laterDates(context).flatMap(({ proposal, grant }) => [proposal, grant]),
  ]
}

/** Who did which act when, with the event's hash: what stands for a signature. */
const signatures = (context: DocumentContext): PdfSignature[] =>
  agreeing(context).map((event) => ({
    name: event.by === 'payer' || event.by === 'payee' ? participantLabel(context, event.by) : '',
    act: event.name === 'edit' ? newTerms(context, event) : headline(context, event),
    at: `${formatAt(event.at, context.locale)} · ${m.document_hash_event({ seq: String(event.seq), version: String(event.terms_version) }, { locale: context.locale })}`,
    code: event.hash,
  }))

/** Each photo that is added is a change of the terms; a reader of the agreement has none to read again. */
const newTerms = ({ participants, locale }: DocumentContext, { by }: EventRow): string =>
  m.document_act_terms({ name: by === 'payer' || by === 'payee' ? participants[by].name : '' }, { locale })

function headline({ participants, facts, locale }: DocumentContext, event: EventRow): string {
  const { name, by } = event
  // a notice tells of both events of a link in one sentence; here each stands above its own side's name
  if (participants.isFromLink && (by === 'payer' || by === 'payee')) {
    const words = linkActionText(name, nameText(participants[by].name, { locale }), { locale })
    if (words) return `${words}${locale === 'hi' ? '।' : '.'}`
  }
  return headlineOf({ participants, snapshot: currentSnapshot(facts), view: 'team', locale }, event)
}

async function hashes(context: DocumentContext): Promise<PdfBlock> {
  const { locale, loaded, ctx } = context
  const photos = photosIn(loaded.deal.terms).map(({ sha256 }, place): [string, string] => [
    photoName(place, locale),
    sha256,
  ])
  const policy = await policyHash(ctx.tx, loaded.deal.policy_id)
  return { kind: 'codes', rows: [...photos, [m.document_hash_policy({}, { locale }), policy]] }
}
