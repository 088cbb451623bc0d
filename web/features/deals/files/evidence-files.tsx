/** What to record when packing and unpacking, and every file of the deal with its hash and time. */
import type { Deal } from '#core/contract/deals.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { whoOf } from '#web/features/deals/words/people.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Moment } from '#web/ui/values.tsx'
import { evidenceWords } from './evidence-kind.tsx'
import { FileView } from './file-view.tsx'

const EvidenceGuide = lazyWithRetry(async () => (await import('./evidence-guide.tsx')).EvidenceGuide, {
  bars: 1,
})
const AddFiles = lazyWithRetry(async () => (await import('./add-files.tsx')).AddFiles, { bars: 2 })

export function EvidenceFiles({ deal }: { deal: Deal }) {
  return (
    <>
      {deal.due_at && <EvidenceGuide deal={deal} />}
      {deal.files.length === 0 ? <p className="muted">{m.deal_proof_none()}</p> : <FileList deal={deal} />}
      {!isTerminal(deal.status) && <AddFiles deal={deal} />}
    </>
  )
}

function FileList({ deal }: { deal: Deal }) {
  return (
    <ul className="deal__list">
      {deal.files.map((file) => (
        <li key={file.id}>
          <p>
            {evidenceWords(file.kind)} · {m.deal_file_by({ name: whoOf(deal, file.by) })} ·{' '}
            <Moment at={file.at} />
          </p>
          <FileView formPk={deal.form_pk} file={file} />
          <details className="deal__hash">
            <summary>{m.deal_file_hash()}</summary>
            <code>{file.sha256}</code>
          </details>
        </li>
      ))}
    </ul>
  )
}
