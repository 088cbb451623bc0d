/** What the page of a running deal and its dialogs say under two policies: rendered by the components that people see. */
import type { Deal } from '#core/contract/deals.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { SAMPLE_NAMES, type SampleDeals } from '#core/sample-deal.ts'
import { changedTexts, type PlacedChange } from '#core/sentence-changes.ts'
import { m } from '#messages/compiled/messages.js'
import { paraglideMiddleware } from '#messages/compiled/server.js'
import { NextAction, OtherActions } from '#web/features/deals/actions/action-bar.tsx'
import { ActionDialog, OpenActionDialog } from '#web/features/deals/actions/action-dialog.tsx'
import { decisionPresets, FAULTS } from '#web/features/deals/desk/decision-form.tsx'
import { DecisionOutcome } from '#web/features/deals/desk/decision-panel.tsx'
import { DisputePanel } from '#web/features/deals/panels/dispute-panel.tsx'
import { LapseNote, StatusPanel } from '#web/features/deals/panels/status-panel.tsx'
import { TermsRules } from '#web/features/deals/panels/terms-rules.tsx'
import { PayButton, PayPanel } from '#web/features/deals/pay/pay-panel.tsx'
import { verbOf } from '#web/features/deals/words/actions.ts'
import { LOCALE_PREFIXES } from '#web/pages.ts'
import { textsOf } from './texts-of.tsx'

const nothing = () => undefined

/** One part of the page, or a dialog: its title stands before each sentence, which alone would not say what it is about. */
interface DealPart {
  readonly place: string
  readonly title: string
  readonly texts: readonly string[]
}

function dialogOf(deal: Deal, action: string, locale: Locale): DealPart {
  const props = { deal, action, onClose: nothing }
  return {
    place: `dialog-${deal.track}-${deal.me}`,
    title: verbOf(deal, action),
    texts: [
      ...textsOf(<ActionDialog {...props} />, locale),
      // comes after the question whether the parcel was opened
      ...(action === 'confirm_receipt' ? textsOf(<OpenActionDialog {...props} />, locale) : []),
    ],
  }
}

function pageOf(deal: Deal, locale: Locale): DealPart {
  const props = { deal, onChoose: nothing, onIntent: nothing }
  const now = textsOf(
    <>
      <StatusPanel deal={deal} />
      <LapseNote deal={deal} />
    </>,
    locale,
  )
  const below = textsOf(
    <>
      <NextAction {...props} />
      <PayButton deal={deal} />
      <PayPanel deal={deal} />
      <DisputePanel deal={deal} />
      <OtherActions {...props} />
      <TermsRules deal={deal} />
    </>,
    locale,
  )
  // whose turn, until when and what happens otherwise make one text
  return { place: `page-${deal.track}-${deal.me}`, title: '', texts: [now.join(' '), ...below] }
}

/** What the form at the desk says of each preset, whoever is at fault. */
function decisionOf(deal: Deal, locale: Locale): DealPart[] {
  const { dispute } = deal
  if (!dispute || !deal.actions.some(({ name }) => name === 'decide')) return []
  return decisionPresets(deal, dispute).map(([title, share]) => ({
    place: `decision-${deal.track}`,
    title: `${m.deal_decision()}, ${title}`,
    texts: FAULTS.flatMap((fault) =>
      textsOf(<DecisionOutcome deal={deal} dispute={dispute} share={share} fault={fault} />, locale),
    ),
  }))
}

/** By a name that is the same under another policy. */
function partsOf(deal: Deal | undefined, locale: Locale): Map<string, DealPart> {
  if (!deal) return new Map()
  const shown = inLanguage(deal, locale)
  const dialogs = shown.actions.map(({ name }) => [name, dialogOf(shown, name, locale)] as const)
  const decisions = decisionOf(shown, locale).map((part) => [part.title, part] as const)
  return new Map([['page', pageOf(shown, locale)], ...dialogs, ...decisions])
}

const inLanguage = (deal: Deal, locale: Locale): Deal => {
  const { payer, payee } = SAMPLE_NAMES[locale]
  const { parties } = deal
  return {
    ...deal,
    parties: { payer: { ...parties.payer, name: payer }, payee: { ...parties.payee, name: payee } },
  }
}

const titled = (part: DealPart | undefined, text: string): string =>
  !part?.title || text === '' || text === part.title ? text : `${part.title}: ${text}`

function changesOf(before: Deal | undefined, after: Deal | undefined, locale: Locale): PlacedChange[] {
  const [old, next] = [partsOf(before, locale), partsOf(after, locale)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name) => {
    const [was, becomes] = [old.get(name), next.get(name)]
    return changedTexts(was?.texts ?? [], becomes?.texts ?? []).map((change) => ({
      ...{ place: (becomes ?? was)?.place ?? '', locale },
      ...{ before: titled(was, change.before), after: titled(becomes, change.after) },
    }))
  })
}

/** Each change once, however many states of a deal show it. */
export async function changedDealPages(before: SampleDeals, after: SampleDeals): Promise<PlacedChange[]> {
  const changes = new Map<string, PlacedChange>()
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  for (const [index, locale] of LOCALES.entries())
    await paraglideMiddleware(new Request(`http://localhost${LOCALE_PREFIXES[index]}/`), () => {
      for (const key of keys)
        for (const change of changesOf(before[key], after[key], locale))
          changes.set(JSON.stringify(change), change)
      return new Response()
    })
  return [...changes.values()]
}
