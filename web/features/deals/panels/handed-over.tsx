/** What was handed over of work: the note, and its files to be opened. */
import type { Deal, DealEvent, DealFile } from '#core/contract/deals.ts'
import { namedFiles } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { DownloadButton, downloadFile } from '#web/features/deals/files/download.tsx'
import { nameOf } from '#web/features/deals/words/people.ts'
import '#web/features/deals/files/files.css'
import { Moment } from '#web/ui/values.tsx'

/** Where it is to be checked: in the history alone, whoever pays would not find it. */
export function HandedOver({ deal, delivery }: { deal: Deal; delivery: DealEvent }) {
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
