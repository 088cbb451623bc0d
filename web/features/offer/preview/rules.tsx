/** The rules that the deal is agreed under, in the figures of its own policy. */
import { readPolicy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { rulesForServices, rulesForShopping } from './offer-rules.ts'
import { isServices, type OfferPreview } from './use-offer.ts'

export function Rules({ offer: { terms, deal } }: { offer: OfferPreview }) {
  const policy = readPolicy(deal.policy)
  const rules = isServices(terms)
    ? rulesForServices(policy, terms.cancellation_fee)
    : rulesForShopping(policy)
  return (
    <section className="offer__section">
      <h2>{m.preview_rules()}</h2>
      <ul className="offer__list">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
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
