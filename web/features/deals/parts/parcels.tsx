/** Where the parcel is followed, the code that hands it over, and a later date that was asked for. */
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { courierName } from '../words/couriers.ts'
import { nameOf } from '../words/people.ts'

type Parcel = NonNullable<Deal['tracking']>

export function Parcels({ deal }: { deal: Deal }) {
  return (
    <>
      {deal.handover_code && <Handover code={deal.handover_code} name={nameOf(deal, 'payee')} />}
      {deal.extension_to && (
        <Notice kind="next" title={m.deal_extension({ name: nameOf(deal, 'payee') })}>
          <p>
            <Moment at={deal.extension_to} now={deal.now} />
          </p>
        </Notice>
      )}
      {deal.tracking && <Tracked id="deal-parcel" title={m.deal_parcel()} parcel={deal.tracking} />}
      {deal.return_tracking && (
        <Tracked id="deal-return-parcel" title={m.deal_return_parcel()} parcel={deal.return_tracking} />
      )}
    </>
  )
}

function Tracked({ id, title, parcel }: { id: string; title: string; parcel: Parcel }) {
  const isByHand = parcel.courier === 'hand'
  return (
    <section className="deal__part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>
        {courierName(parcel.courier)}
        <br />
        <span className="deal__number">{parcel.tracking_number}</span>
      </p>
      {parcel.unusual && <Notice kind="next">{m.deal_tracking_unusual()}</Notice>}
      <p className="actions">
        {parcel.url && (
          <a className="button" href={parcel.url} target="_blank" rel="noopener noreferrer">
            {m.deal_follow({ courier: courierName(parcel.courier) })}
            <span className="unseen"> {m.nav_new_tab()}</span>
          </a>
        )}
        {!isByHand && <CopyButton text={parcel.tracking_number} what={m.deal_field_tracking_number()} />}
      </p>
    </section>
  )
}

function Handover({ code, name }: { code: string; name: string }) {
  return (
    <section className="deal__part" aria-labelledby="deal-handover">
      <h2 id="deal-handover">{m.deal_handover()}</h2>
      <p className="deal__code">{code}</p>
      <p>{m.deal_handover_about({ name })}</p>
    </section>
  )
}
