/** Where goods are sent; why the time to check is as long as it is; of work the agreed date, then what was handed over. */
import type { Deal, DealEvent, DealFile } from '#core/contract/deals.ts'
import { namedFiles } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { deliveryWindowText } from '#messages/delivery-window.ts'
import { DownloadButton, downloadFile } from '#web/features/deals/files/download.tsx'
import { agreedDate } from '#web/features/deals/words/agreed-date.ts'
import { nameOf, otherSide } from '#web/features/deals/words/people.ts'
import '#web/features/deals/files/files.css'
import { Moment } from '#web/ui/values.tsx'

export function WorkNote({ deal }: { deal: Deal }) {
  const delivery = deal.status === 'delivered' && deal.events.findLast(({ name }) => name === 'deliver')
  if (!delivery)
    return deal.track === 'shopping' ? <DeliveryAddress deal={deal} /> : <AgreedDate deal={deal} />
  const words = deliveryWindowText(delivery.data)
  return (
    <>
      {words && <p className="deal-status__claim muted">{words}</p>}
      {deal.track === 'services' && <HandedOver deal={deal} delivery={delivery} />}
    </>
  )
}

/** The offer has none: the two sides write it to each other. */
function DeliveryAddress({ deal }: { deal: Deal }) {
  if (deal.me === 'team') return null
  const name = nameOf(deal, otherSide(deal))
  return <p>{deal.me === 'payer' ? m.deal_address_write({ name }) : m.deal_address_ask({ name })}</p>
}

/** Beside the deadline, which is two days after it. */
function AgreedDate({ deal }: { deal: Deal }) {
  const date = agreedDate(deal)
  return (
    date && (
      <p className="deal-status__until">
        {date.words} {date.late && <strong>{date.late}</strong>}
      </p>
    )
  )
}

/** Where it is to be checked: in the history alone, whoever pays would not find it. */
function HandedOver({ deal, delivery }: { deal: Deal; delivery: DealEvent }) {
  const ids = namedFiles(delivery.data)
  // what only the team sees was not handed over, whatever the form named
  const isShown = ({ id, kind }: DealFile) => ids.includes(id) && kind !== 'id_document'
  const { note } = delivery.data
  return (
    <figure className="deal__statement">
      <figcaption>
        <strong>
          {deal.me === 'payee'
            ? m.deal_handed_over_you()
            : m.deal_handed_over({ name: nameOf(deal, 'payee') })}
        </strong>{' '}
        <Moment at={delivery.at} />
      </figcaption>
      {typeof note === 'string' && <blockquote>{note}</blockquote>}
      {deal.files.filter(isShown).map((file) => (
        <div key={file.id} className="file">
          <DownloadButton onDownload={() => downloadFile(deal.form_pk, file)}>{file.name}</DownloadButton>
        </div>
      ))}
    </figure>
  )
}
