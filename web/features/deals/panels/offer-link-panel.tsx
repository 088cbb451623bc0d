import type { Deal } from '#core/contract/deals.ts'
import { shortLink } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'
import { nameOf, otherSide } from '#web/features/deals/words/people.ts'
import { siteName } from '#web/lib/site.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** The creator's next step with an open offer: sending its link to the other party. */
export function OfferLinkPanel({ deal }: { deal: Deal }) {
  const name = nameOf(deal, otherSide(deal))
  const words = m.deal_share_words({ name: siteName(), link: shortLink(location.origin, deal.form_pk) })
  return (
    <section className="deal__section" aria-labelledby="deal-share">
      <h2 id="deal-share">{m.deal_share_title({ name })}</h2>
      <p className="deal__link">{deal.link}</p>
      <p className="actions">
        <CopyButton text={deal.link} what={m.deal_share_link()} />
        <a
          className="button"
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
          <span className="visually-hidden"> {m.nav_new_tab()}</span>
        </a>
      </p>
    </section>
  )
}
