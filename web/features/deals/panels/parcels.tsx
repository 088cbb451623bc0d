/** A later date that was proposed, the handover code, and parcel tracking. */
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { carrierWords, courierName, nameOf } from '#web/features/deals/words/people.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Moment } from '#web/ui/values.tsx'

type Parcel = NonNullable<Deal['tracking']>

export function Parcels({ deal }: { deal: Deal }) {
  return (
    <>
      {deal.extension_to && (
        <Notice
          kind="next"
          title={
            deal.me === 'payee'
              ? m.deal_extension_you({ name: nameOf(deal, 'payer') })
              : m.deal_extension({ name: nameOf(deal, 'payee') })
          }
        >
          <p>
            <Moment at={deal.extension_to} now={deal.now} />
          </p>
        </Notice>
      )}
      {deal.handover_code && <HandoverCode code={deal.handover_code} name={nameOf(deal, 'payee')} />}
      {deal.tracking && (
        <ParcelSection
          id="deal-parcel"
          title={m.deal_parcel()}
          parcel={deal.tracking}
          folded={isPast(deal)}
        />
      )}
      {deal.return_tracking && (
        <ParcelSection
          id="deal-return-parcel"
          title={m.deal_return_parcel()}
          parcel={deal.return_tracking}
          folded={isPast(deal)}
        />
      )}
    </>
  )
}

/** Where a parcel is no longer what the deal waits for. */
const isPast = ({ status, dispute }: Deal): boolean => isTerminal(status) || dispute !== null

interface ParcelSectionProps {
  readonly id: string
  readonly title: string
  readonly parcel: Parcel
  readonly folded: boolean
}
function ParcelSection({ id, title, parcel, folded }: ParcelSectionProps) {
  const inside = <ParcelText parcel={parcel} />
  if (folded)
    return (
      <Fold id={id} title={title}>
        {inside}
      </Fold>
    )
  return (
    <section className="deal__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {inside}
    </section>
  )
}

function ParcelText({ parcel }: { readonly parcel: Parcel }) {
  const isByHand = parcel.courier === 'hand'
  return (
    <>
      <p>
        {isByHand
          ? m.deal_parcel_by_hand({ name: parcel.tracking_number })
          : carrierWords(parcel.courier, parcel.tracking_number)}
        {!isByHand && (
          <>
            <br />
            <span className="deal__number">{parcel.tracking_number}</span>
          </>
        )}
      </p>
      {parcel.unusual && <Notice kind="next">{m.deal_tracking_unusual()}</Notice>}
      <p className="actions">
        {parcel.url && (
          <a className="button" href={parcel.url} target="_blank" rel="noopener noreferrer">
            {m.deal_follow({ courier: courierName(parcel.courier) })}
            <span className="visually-hidden"> {m.nav_new_tab()}</span>
          </a>
        )}
        {!isByHand && <CopyButton text={parcel.tracking_number} what={m.deal_field_tracking_number()} />}
      </p>
    </>
  )
}

function HandoverCode({ code, name }: { code: string; name: string }) {
  return (
    <section className="deal__section" aria-labelledby="deal-handover">
      <h2 id="deal-handover">{m.deal_handover()}</h2>
      <p className="deal__code">{code}</p>
      <p>{m.deal_handover_about({ name })}</p>
    </section>
  )
}
