/** What every paper starts from: the deal, its people, its facts, and the frame of the page. */
import { Refusal } from '../../../core/errors.ts'
import { verifyPage } from '../../../core/ids.ts'
import type { DealFacts } from '../../../core/lifecycle/facts.ts'
import type { Party } from '../../../core/lifecycle/states.ts'
import { formatMoment } from '../../../core/time.ts'
import { m } from '../../../messages/compiled/messages.js'
import { letterhead } from '../../mail/letterhead.ts'
import type { Block, Paper, PaperSeat } from '../../pdf/paper.ts'
import { findDeal, type Loaded } from '../../repositories/deals.ts'
import { type EventRow, listEvents } from '../../repositories/events.ts'
import type { Ctx, UserCtx } from '../context.ts'
import { factsOf } from '../deals/facts.ts'
import { requireViewer, type Viewer } from '../deals/viewer.ts'
import { type Locale, type Scene, sceneOf } from '../notices/scene.ts'

export interface Sheet {
  readonly ctx: Ctx
  readonly viewer: Viewer
  readonly locale: Locale
  readonly loaded: Loaded
  readonly facts: DealFacts
  readonly scene: Scene
  readonly events: readonly EventRow[]
}

/** Throws Refusal `not_found` for strangers. */
export async function openSheet(ctx: UserCtx, dealId: string, lang: Locale | undefined): Promise<Sheet> {
  const loaded = await findDeal(ctx.tx, dealId)
  if (!loaded) throw new Refusal('not_found')
  return {
    ctx,
    viewer: requireViewer(loaded.deal, ctx.user),
    locale: lang ?? ctx.user.locale,
    loaded,
    facts: await factsOf(ctx, loaded),
    scene: await sceneOf(ctx, loaded.deal),
    events: await listEvents(ctx.tx, dealId),
  }
}

export const at = (moment: Date | number, locale: Locale): string =>
  formatMoment(typeof moment === 'number' ? moment : moment.getTime(), locale)

/** "Buyer", "Freelancer": what a side is called in its track. */
export function roleOf({ scene, locale }: Pick<Sheet, 'scene' | 'locale'>, party: Party): string {
  const isShopping = scene.track === 'shopping'
  if (party === 'payer') return (isShopping ? m.who_payer_shopping : m.who_payer_services)({}, { locale })
  return (isShopping ? m.who_payee_shopping : m.who_payee_services)({}, { locale })
}

/** "Asha Rao (Buyer)": two people of one deal may have one name. */
export const calledIn = (sheet: Pick<Sheet, 'scene' | 'locale'>, party: Party): string =>
  `${sheet.scene[party].name} (${roleOf(sheet, party)})`

export interface Content {
  readonly title: string
  readonly seats?: readonly PaperSeat[]
  readonly blocks: readonly Block[]
}

export function framed({ ctx, locale, loaded }: Sheet, { title, seats = [], blocks }: Content): Paper {
  const { legal_name, address, email, name } = letterhead()
  const form_pk = loaded.deal.id
  return {
    locale,
    brand: name[locale],
    title,
    number: form_pk,
    issued: m.paper_issued({ form_pk, at: at(ctx.now, locale) }, { locale }),
    seats,
    blocks,
    check: m.paper_check({}, { locale }),
    checkUrl: verifyPage(ctx.house.publicUrl, locale, form_pk),
    footer: `${legal_name}, ${address}, ${email}`,
    page: m.paper_page({}, { locale }),
  }
}
