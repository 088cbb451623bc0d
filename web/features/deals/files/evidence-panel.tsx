/** The evidence: what to record when packing and unpacking, and every file of the deal with its hash and time. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import type { EvidenceKind } from '#core/disputes.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { whoOf } from '#web/features/deals/words/people.ts'
import { keyOf } from '#web/lib/queries.ts'
import { Moment } from '#web/ui/values.tsx'
import { EvidenceGuide, videoKind } from './evidence-guide.tsx'
import { EvidenceKindSelect, evidenceWords } from './evidence-kind.tsx'
import { FilePicker } from './file-picker.tsx'
import { FileView } from './file-view.tsx'
import { useUploads } from './use-uploads.ts'

export function EvidencePanel({ deal }: { deal: Deal }) {
  // Before the offer is accepted there is nobody to show files to.
  if (!deal.events.some(({ name }) => name === 'accept')) return null
  return (
    <section className="deal__section" aria-labelledby="deal-proof">
      <h2 id="deal-proof">{m.deal_proof()}</h2>
      {deal.due_at && <EvidenceGuide deal={deal} />}
      {deal.files.length === 0 ? <p className="muted">{m.deal_proof_none()}</p> : <FileList deal={deal} />}
      {!isTerminal(deal.status) && <AddFiles deal={deal} />}
    </section>
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

/** The most likely kind. */
function firstKind(deal: Deal): EvidenceKind {
  if (deal.me === 'team') return 'other'
  return deal.track === 'shopping' ? videoKind(deal) : 'deliverable_file'
}

function AddFiles({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const params = { form_pk: deal.form_pk }
  const [kind, setKind] = useState<string>(() => firstKind(deal))
  const files = useUploads(deal.form_pk, () => {
    void client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  })
  return (
    <div className="deal__add-files">
      <EvidenceKindSelect kind={kind} onChange={setKind} />
      <p className="field__hint">{m.deal_file_hint()}</p>
      <FilePicker label={m.deal_file_add()} kind={kind} files={files} />
    </div>
  )
}
