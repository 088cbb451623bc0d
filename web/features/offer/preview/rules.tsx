/** The rules that the deal is agreed under, in the figures of its own policy. */

import { rulesOf } from '#core/shown-rules.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { OfferFold } from './offer-fold.tsx'
import { rulesForServices, rulesForShopping } from './offer-rules.ts'
import { isServices, type OfferPreview } from './use-offer.ts'

export function Rules({ offer: { terms, deal } }: { offer: OfferPreview }) {
  const policy = rulesOf(deal)
  const rules = isServices(terms)
    ? rulesForServices(policy, terms.cancellation_fee)
    : rulesForShopping(policy)
  return (
    <section className="offer__section">
      <h2>{m.preview_rules()}</h2>
      <RuleList rules={rules.slice(0, FIRST)} />
      <OfferFold title={m.preview_rules_more({ count: String(rules.length - FIRST) })}>
        <RuleList rules={rules.slice(FIRST)} />
      </OfferFold>
      <p>
        <a
          className="tap-target"
          href={href(`/${deal.track}/terms_and_conditions`)}
          target="_blank"
          rel="noopener"
        >
          {m.preview_rules_documents()}
          <span className="visually-hidden"> {m.account_new_tab()}</span>
        </a>
      </p>
    </section>
  )
}

/** On a phone the others are folded: that the money is held, and what comes after it, is what a first look is for. */
const FIRST = 2

const RuleList = ({ rules }: { rules: readonly string[] }) => (
  <ul className="offer__list">
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
)
