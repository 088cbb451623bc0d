/** What is offered, by whom, and what happens to the money. */
import { formatPaiseShort } from '#core/money.ts'
import { m } from '#messages/compiled/messages.js'
import { roleName } from '#messages/lifecycle-text.ts'
import { Summary, type SummaryRow } from '#web/features/offer/summary-list.tsx'
import { percent } from '#web/lib/format.ts'
import { partOfAmount } from '#web/lib/part-of-amount.ts'
import { descriptionRows } from '#web/ui/description.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { MoneyLine } from '#web/ui/money-line.tsx'
import { Moment, Money } from '#web/ui/values.tsx'
import { OfferFold } from './offer-fold.tsx'
import { isServices, type OfferPreview, type OfferTerms, offerStateOf } from './use-offer.ts'

/** Where the operator withholds tax. */
const WithheldTax = lazyWithRetry(async () => (await import('#web/ui/withheld-tax.tsx')).WithheldTax, {
  bars: 2,
})

const ItemPhotos = lazyWithRetry(async () => (await import('#web/ui/item-photos.tsx')).ItemPhotos, {
  bars: 2,
})

export function TermsView({ offer }: { offer: OfferPreview }) {
  const { terms, deal } = offer
  return (
    <>
      <OfferMoney {...offer} />
      <section className="offer__section">
        <h2>{m.preview_deal()}</h2>
        {terms.photos && (
          <ItemPhotos
            formPk={terms.form_pk}
            terms={{ ...terms }}
            title={isServices(terms) ? terms.deliverables : terms.service_details}
          />
        )}
        <Summary
          rows={[
            ...termRows(offer),
            // whoever is to answer reads it at the head of the page
            [m.preview_valid(), terms.can_accept ? null : validUntil(offer)],
            [
              m.preview_terms_version({ version: String(deal.terms_version) }),
              <Moment
                key="at"
                at={deal.events.findLast(({ name }) => name === 'edit')?.at ?? terms.created_at}
              />,
            ],
          ]}
        />
      </section>
      <Maker offer={offer} />
    </>
  )
}

/** Who made the offer. They know themselves: on a phone it is folded for them. */
function Maker({ offer: { terms, deal } }: { offer: OfferPreview }) {
  const title = isServices(terms) ? m.preview_from_freelancer() : m.preview_from_buyer()
  const summary = (
    <Summary
      rows={[
        [m.preview_name(), `${terms.main_user_fname} ${terms.main_user_lname}`],
        [
          m.preview_phone(),
          <a key="tel" className="tap-target" href={`tel:+91${terms.main_user_phone}`}>
            {terms.main_user_phone}
          </a>,
        ],
        [m.preview_email(), terms.main_user_email],
        [m.again_label(), againWords(deal)],
      ]}
    />
  )
  return (
    <section className="offer__section">
      {deal.me === deal.creator ? (
        <OfferFold title={<h2>{title}</h2>}>{summary}</OfferFold>
      ) : (
        <>
          <h2>{title}</h2>
          {summary}
        </>
      )}
    </section>
  )
}

/** Of who made the offer. */
function againWords({ parties, creator }: OfferPreview['deal']): string {
  const { yes, of } = parties[creator].again
  return of === 0 ? m.again_none() : m.again_count({ yes: String(yes), of: String(of) })
}

const validUntil = ({ deal }: OfferPreview) =>
  offerStateOf(deal) === 'open' && deal.due_at ? <Moment at={deal.due_at} now={deal.now} /> : null

/** Free text is folded behind its first lines: a long one would put the rules and the button screens away. */
const describedRows = (terms: OfferTerms): SummaryRow[] =>
  descriptionRows(terms).map(([label, value]) =>
    typeof value === 'string' && (value.includes('\n') || value.length > ONE_LINE)
      ? [label, <LongText key={label} text={value} />, 'long']
      : [label, value],
  )
const ONE_LINE = 40

/** A percentage alone says neither what it costs nor when; whoever named it knows when. */
function cancellationWords({ me, money }: OfferPreview['deal'], feePercent: number): string {
  const { amount_paise, cancellation_fee_paise } = money
  const shownPercent = percent(feePercent * 100)
  const fee = formatPaiseShort(cancellation_fee_paise)
  if (me !== 'payer') return `${shownPercent} (${fee})`
  const back = formatPaiseShort(amount_paise - cancellation_fee_paise)
  return m.preview_cancel_you({ percent: shownPercent, fee, back })
}

const termRows = ({ terms, deal }: OfferPreview): SummaryRow[] =>
  isServices(terms)
    ? [
        [m.offer_deliverables(), terms.deliverables],
        ...describedRows(terms),
        [m.preview_date(), <Moment key="date" at={terms.date_of_completion} />],
        [m.preview_payment_mode(), m.offer_mode_full()],
        [m.preview_cancellation(), cancellationWords(deal, terms.cancellation_fee), 'long'],
        [m.offer_other_info(), terms.other_info],
        [m.preview_for_client(), `${terms.cpty_full_name}, ${terms.cpty_phone}`],
      ]
    : [
        [m.preview_product(), terms.service_details],
        ...describedRows(terms),
        [m.preview_company(), `${terms.cpty_company}, ${terms.cpty_phone}`],
      ]

function OfferMoney({ terms, deal }: OfferPreview) {
  const { payer, payee } = deal.parties
  const { money } = deal
  const chargePaise = money.amount_paise - money.release_payee_paise
  const basisPoints = money.amount_paise === 0 ? 0 : Math.round((chargePaise * 10_000) / money.amount_paise)
  const charge = chargePaise === 0 ? m.offer_charge_free() : m.offer_charge({ percent: percent(basisPoints) })
  const stand = offerStateOf(deal)
  return (
    <section className="offer__section" aria-label={m.preview_money()}>
      <MoneyLine
        payer={{ role: roleName('payer', deal.track), name: payer.name, isYou: deal.me === 'payer' }}
        payee={{
          role: roleName('payee', deal.track),
          name: payee.business_name ?? payee.name,
          isYou: deal.me === 'payee',
        }}
        amountPaise={terms.amount_paise}
        heldPaise={money.held_paise}
        payeePaise={partOfAmount(deal, 'payee')}
        payerPaise={partOfAmount(deal, 'payer')}
        commissionPaise={money.commission_paise}
        closed={stand !== 'open' && stand !== 'accepted'}
      />
      <dl className="shares costs">
        <div>
          <dt>{m.preview_payer_pays({ who: roleName('payer', deal.track) })}</dt>
          <dd>
            <Money paise={money.amount_paise} />
          </dd>
        </div>
        <div>
          <dt>{charge}</dt>
          <dd>
            <Money paise={chargePaise} />
          </dd>
        </div>
        <div className="costs__total">
          <dt>{m.preview_payee_gets({ who: roleName('payee', deal.track) })}</dt>
          <dd>
            <Money paise={money.release_payee_paise} />
          </dd>
        </div>
      </dl>
      {deal.withheld && <WithheldTax deal={deal} />}
    </section>
  )
}
