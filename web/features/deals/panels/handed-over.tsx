/** The work that is to be checked, where it is to be checked: in the history alone, whoever pays would not find it. */
import type { Deal, DealFile } from '#core/contract/deals.ts'
import { namedFiles } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { DownloadButton, downloadFile } from '#web/features/deals/files/download.tsx'
import { nameOf } from '#web/features/deals/words/people.ts'
import '#web/features/deals/files/files.css'
import { Moment } from '#web/ui/values.tsx'

export function HandedOver({ deal }: { deal: Deal }) {
  if (deal.track !== 'services' || deal.status !== 'delivered') return null
  const delivery = deal.events.findLast(({ name }) => name === 'deliver')
  if (!delivery) return null
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
