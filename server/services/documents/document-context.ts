/** What every document starts from: the deal, its participants, its facts, and the frame of the page. */
import type { DealFacts } from '#core/lifecycle/facts.ts'
import type { Party } from '#core/lifecycle/states.ts'
import { verifyPage } from '#core/links.ts'
import type { Locale } from '#core/locale.ts'
import { formatMoment } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName } from '#messages/lifecycle-text.ts'
import { companyProfile } from '#server/mail/company-profile.ts'
import type { PdfBlock, PdfContent, PdfMoneyCell, PdfPhoto } from '#server/pdf/document.ts'
import type { Loaded } from '#server/repositories/deals.ts'
import { type EventRow, listEvents } from '#server/repositories/events.ts'
import type { UserCtx } from '#server/services/context.ts'
import { factsOf } from '#server/services/deal/facts.ts'
import { getDealFor } from '#server/services/deal/load.ts'
import { type DealParticipants, participantsOf } from '#server/services/deal/participants.ts'
import type { Viewer } from '#server/services/deal/viewer.ts'

/** What names the sides: the track and the language. */
export interface TrackWords {
  readonly locale: Locale
  readonly participants: Pick<DealParticipants, 'track'>
}

export interface DocumentContext {
  readonly ctx: UserCtx
  readonly viewer: Viewer
  readonly locale: Locale
  readonly loaded: Loaded
  readonly facts: DealFacts
  readonly participants: DealParticipants
  readonly events: readonly EventRow[]
}

/** Throws Refusal `not_found` for strangers. */
export async function getDocumentContext(
  ctx: UserCtx,
  dealId: string,
  lang: Locale | undefined,
): Promise<DocumentContext> {
  const loaded = await getDealFor(ctx, dealId)
  return {
    ctx,
    viewer: loaded.viewer,
    locale: lang ?? ctx.user.locale,
    loaded,
    facts: await factsOf(ctx, loaded),
    participants: await participantsOf(ctx, loaded.deal),
    events: await listEvents(ctx.tx, dealId),
  }
}

export const formatAt = (moment: Date | number, locale: Locale): string =>
  formatMoment(typeof moment === 'number' ? moment : moment.getTime(), locale)

/** "Buyer", "Freelancer": the name of a side in its track. */
export const roleOf = ({ participants, locale }: TrackWords, party: Party): string =>
  roleName(party, participants.track, { locale })

/** "Ravi Traders (Ravi Shah), Seller": two people of one deal may have one name. */
export const participantLabel = (
  context: Pick<DocumentContext, 'participants' | 'locale'>,
  party: Party,
): string => `${context.participants[party].name}, ${roleOf(context, party)}`

export interface DocumentContent {
  readonly title: string
  readonly moneyLine?: readonly PdfMoneyCell[]
  readonly blocks: readonly PdfBlock[]
  readonly photos?: readonly PdfPhoto[]
}

export function layoutDocument(
  { ctx, locale, loaded }: DocumentContext,
  { title, moneyLine = [], blocks, photos = [] }: DocumentContent,
): PdfContent {
  const { legal_name, address, email, name } = companyProfile()
  const form_pk = loaded.deal.id
  return {
    locale,
    brand: name[locale],
    title,
    number: form_pk,
    issued: m.document_issued({ form_pk, at: formatAt(ctx.now, locale) }, { locale }),
    moneyLine,
    blocks,
    photos,
    check: m.document_check({}, { locale }),
    checkUrl: verifyPage(ctx.settings.publicUrl, locale, form_pk),
    footer: `${legal_name}, ${address}, ${email}`,
    page: m.document_page({}, { locale }),
  }
}
