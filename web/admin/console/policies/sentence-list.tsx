/** Changed sentences by who reads them where: each group folded with its count, so that a figure that many steps read can be looked through. */
import type { PlacedChange } from '#core/sentence-changes.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName } from '#messages/lifecycle-text.ts'
import { href } from '#web/lib/locale.ts'

interface SentenceGroup {
  readonly title: string
  readonly sentences: readonly PlacedChange[]
}

const KINDS: Readonly<Record<string, (input: { who: string }) => string>> = {
  dialog: m.policies_place_dialog,
  page: m.policies_place_page,
  deal: m.policies_place_deal,
  reminder: m.policies_place_reminder,
}
const PAPERS: Readonly<Record<string, () => string>> = {
  'offer-shopping': m.policies_place_offer_shopping,
  'offer-services': m.policies_place_offer_services,
  'agreement-shopping': m.policies_place_agreement_shopping,
  'agreement-services': m.policies_place_agreement_services,
  'form-shopping': m.policies_place_form_shopping,
  'form-services': m.policies_place_form_services,
  'decision-shopping': m.policies_place_decision_shopping,
  'decision-services': m.policies_place_decision_services,
  account: m.policies_place_account,
  coupon: m.policies_place_coupon,
}

function readerName(track: string, view: string): string {
  if (view === 'team') return track === 'shopping' ? m.policies_team_shopping() : m.policies_team_services()
  return roleName(view as 'payer', track as 'shopping')
}

function titleOf(place: string): string {
  if (place.startsWith('/')) return m.policies_place_public()
  const [kind = '', track = '', view = ''] = place.split('-')
  return PAPERS[place]?.() ?? KINDS[kind]?.({ who: readerName(track, view) }) ?? place
}

/** In the order in which the places come. */
function groupsOf(sentences: readonly PlacedChange[]): SentenceGroup[] {
  const groups = new Map<string, PlacedChange[]>()
  for (const sentence of sentences) {
    const title = titleOf(sentence.place)
    groups.set(title, [...(groups.get(title) ?? []), sentence])
  }
  return [...groups].map(([title, list]) => ({ title, sentences: list }))
}

/** A few are read at once; more are opened by who reads them. */
const MOST_OPEN = 12

export const SentenceList = ({ sentences }: { sentences: readonly PlacedChange[] }) => (
  <>
    {groupsOf(sentences).map((group) => (
      <details key={group.title} className="policy-group" open={sentences.length <= MOST_OPEN}>
        <summary>{m.policies_group({ place: group.title, count: String(group.sentences.length) })}</summary>
        <Sentences sentences={group.sentences} />
      </details>
    ))}
  </>
)

const Sentences = ({ sentences }: { sentences: readonly PlacedChange[] }) => (
  <ul className="console__list policy-sentences">
    {sentences.map(({ place, locale, before, after }) => (
      <li key={`${locale} ${place} ${before} ${after}`}>
        <PageLink place={place} locale={locale} />
        {before && (
          <p lang={locale}>
            <span className="visually-hidden">{m.policies_before()} </span>
            <del>{before}</del>
          </p>
        )}
        {after && (
          <p lang={locale}>
            <span className="visually-hidden">{m.policies_after()} </span>
            <ins>{after}</ins>
          </p>
        )}
      </li>
    ))}
  </ul>
)

/** Of a public page alone: the others are nowhere to be opened. */
function PageLink({ place, locale }: Pick<PlacedChange, 'place' | 'locale'>) {
  if (!place.startsWith('/')) return null
  const path = href(place, locale)
  return (
    <p className="muted">
      <a className="tap-target" href={path} target="_blank" rel="noopener">
        {path}
        <span className="visually-hidden"> {m.account_new_tab()}</span>
      </a>
    </p>
  )
}
