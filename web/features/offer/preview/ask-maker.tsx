/** Before an acceptance there is no chat, which would be open to strangers: a question goes by one's own WhatsApp. */
import { formatPaiseShort, paise } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { siteName } from '#web/lib/site.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { isServices, type OfferPreview } from './use-offer.ts'

export function AskMaker({ offer: { terms, deal } }: { offer: OfferPreview }) {
  const name = terms.main_user_fname
  const text = m.preview_ask_text({
    title: isServices(terms) ? terms.deliverables : terms.service_details,
    amount: formatPaiseShort(paise(deal.money.amount_paise)),
    site: siteName(),
  })
  return (
    <section className="offer__section">
      <p className="muted">{m.preview_ask_hint({ name })}</p>
      <p className="actions">
        <WhatsAppLink
          phone={terms.main_user_phone}
          text={text}
          label={m.preview_ask({ name })}
          isNext={false}
        />
      </p>
    </section>
  )
}
