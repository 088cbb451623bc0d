/** The rules that the deal is agreed under, in the figures of its own policy. */
import { formatPaiseShort } from '#core/money.ts'
import { type Policy, readPolicy } from '#core/policy.ts'
import { m } from '#messages/compiled/messages.js'
import { duration, inDays, percent } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { isServices, type OfferPreview } from './use-offer.ts'

export function Rules({ offer: { terms, deal } }: { offer: OfferPreview }) {
  const policy = readPolicy(deal.policy)
  const rules = isServices(terms) ? forServices(policy, terms.cancellation_fee) : forShopping(policy)
  return (
    <section className="offer__section">
      <h2>{m.preview_rules()}</h2>
      <ul className="offer__list">
        {[m.preview_rule_hold(), ...rules, dispute(policy)].map((rule) => (
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

const forShopping = (p: Policy): string[] => [
  m.preview_rule_tracking({ tracking: duration(p.trackingWindowMs) }),
  m.preview_rule_delivery({ days: String(p.deliveryDueBusinessDays) }),
  m.preview_rule_complaint_shopping({ time: duration(p.complaintWindowMs.shopping) }),
  m.preview_rule_return({
    time: inDays(p.returnWindowMs),
    min: formatPaiseShort(p.returnCourierPaise.min),
    max: formatPaiseShort(p.returnCourierPaise.max),
  }),
  m.preview_rule_cancel_shopping({ percent: percent(p.cancellationFeeBasisPoints) }),
]

const forServices = (p: Policy, cancellationPercent: number): string[] => [
  m.preview_rule_start({ time: inDays(p.unresponsivenessMs) }),
  m.preview_rule_due({ time: inDays(p.unresponsivenessMs) }),
  m.preview_rule_complaint_services({ time: duration(p.complaintWindowMs.services) }),
  m.preview_rule_changes({ count: String(p.maxChangeRequests) }),
  m.preview_rule_cancel_services({ percent: percent(cancellationPercent * 100) }),
]

const dispute = (p: Policy): string =>
  m.preview_rule_dispute({ fee: formatPaiseShort(p.disputeFeePaise), time: inDays(p.mutualResolutionMs) })
