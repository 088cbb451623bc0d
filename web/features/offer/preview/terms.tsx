/** What is offered, by whom, and what happens to the money. */
import { m } from '../../../../messages/compiled/messages.js'
import { percent } from '../../../lib/format.ts'
import { payeeRole, payerRole } from '../../../lib/lifecycle-words.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { MoneyLine } from '../../../ui/money-line.tsx'
import { type Fact, Summary } from '../form/summary.tsx'
import { isServices, type Offer, standOf, type Terms } from './use-offer.ts'

export function TermsView({ offer }: { offer: Offer }) {
  const { terms, deal } = offer
  return (
    <>
      <OfferMoney {...offer} />
      <section className="offer__part">
        <h2>{m.preview_deal()}</h2>
        <Summary
          facts={[
            ...termFacts(terms),
            [m.preview_valid(), validUntil(offer)],
            [
              m.preview_terms_version({ version: String(deal.terms_version) }),
              <Moment key="at" at={terms.created_at} />,
            ],
          ]}
        />
      </section>
      <section className="offer__part">
        <h2>{isServices(terms) ? m.preview_from_freelancer() : m.preview_from_buyer()}</h2>
        <Summary
          facts={[
            [m.preview_name(), `${terms.main_user_fname} ${terms.main_user_lname}`],
            [
              m.preview_phone(),
              <a key="tel" className="alone" href={`tel:+91${terms.main_user_phone}`}>
                {terms.main_user_phone}
              </a>,
            ],
            [m.preview_email(), terms.main_user_email],
          ]}
        />
      </section>
    </>
  )
}

const validUntil = ({ deal }: Offer) =>
  standOf(deal) === 'open' && deal.due_at ? <Moment at={deal.due_at} now={deal.now} /> : null

const termFacts = (terms: Terms): Fact[] =>
  isServices(terms)
    ? [
        [m.offer_deliverables(), terms.deliverables],
        [m.preview_date(), <Moment key="date" at={terms.date_of_completion} />],
        [m.preview_payment_mode(), m.offer_mode_full()],
        [
          m.preview_cancellation(),
          m.preview_cancellation_percent({ percent: percent(terms.cancellation_fee * 100) }),
        ],
        [m.offer_other_info(), terms.other_info],
        [m.preview_for_client(), `${terms.cpty_full_name}, ${terms.cpty_phone}`],
      ]
    : [
        [m.preview_product(), terms.service_details],
        [m.preview_company(), `${terms.cpty_company}, ${terms.cpty_phone}`],
      ]

function OfferMoney({ terms, deal }: Offer) {
  const { payer, payee } = deal.parties
  const { money } = deal
  const kept = money.amount_paise - money.release_payee_paise
  const basisPoints = money.amount_paise === 0 ? 0 : Math.round((kept * 10_000) / money.amount_paise)
  const charge = kept === 0 ? m.offer_charge_free() : m.offer_charge({ percent: percent(basisPoints) })
  const stand = standOf(deal)
  return (
    <section className="offer__part" aria-label={m.preview_money()}>
      <MoneyLine
        payer={{ role: payerRole(deal.track), name: payer.name, isYou: deal.me === 'payer' }}
        payee={{
          role: payeeRole(deal.track),
          name: payee.business_name ?? payee.name,
          isYou: deal.me === 'payee',
        }}
        amountPaise={terms.amount_paise}
        heldPaise={money.held_paise}
        payeePaise={money.payee_paise}
        payerPaise={money.payer_paise}
        commissionPaise={money.commission_paise}
        closed={stand !== 'open' && stand !== 'accepted'}
      />
      <dl className="shares costs">
        <div>
          <dt>{m.preview_payer_pays({ who: payerRole(deal.track) })}</dt>
          <dd>
            <Money paise={money.amount_paise} />
          </dd>
        </div>
        <div>
          <dt>{charge}</dt>
          <dd>
            <Money paise={kept} />
          </dd>
        </div>
        <div className="costs__end">
          <dt>{m.preview_payee_gets({ who: payeeRole(deal.track) })}</dt>
          <dd>
            <Money paise={money.release_payee_paise} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
