/**
 * Proof: what to film when packing and when opening, and every file of the deal. Each is hashed and time-stamped as it
 * arrives, and never changed.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Deal, getDeal } from '../../../../core/contract/deals.ts'
import type { EvidenceKind } from '../../../../core/disputes.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { keyOf } from '../../../lib/queries.ts'
import { Moment } from '../../../ui/moment.tsx'
import { evidenceWords } from '../words/evidence.ts'
import { whoOf } from '../words/people.ts'
import { FileLink } from './file-link.tsx'
import { FilePicker } from './file-picker.tsx'
import { filmKind, Guide } from './guide.tsx'
import { KindSelect } from './kind-select.tsx'
import { useUploads } from './use-uploads.ts'

export function ProofPanel({ deal }: { deal: Deal }) {
  // before somebody accepted there is nobody to show files to
  if (!deal.events.some(({ name }) => name === 'accept')) return null
  return (
    <section className="deal__part" aria-labelledby="deal-proof">
      <h2 id="deal-proof">{m.deal_proof()}</h2>
      {deal.due_at && <Guide deal={deal} />}
      {deal.files.length === 0 ? <p className="soft">{m.deal_proof_none()}</p> : <Files deal={deal} />}
      <AddFiles deal={deal} />
    </section>
  )
}

function Files({ deal }: { deal: Deal }) {
  return (
    <ul className="deal__list">
      {deal.files.map((file) => (
        <li key={file.id}>
          <p>
            {evidenceWords(file.kind)} · {m.deal_file_by({ name: whoOf(deal, file.by) })} ·{' '}
            <Moment at={file.at} />
          </p>
          <FileLink formPk={deal.form_pk} file={file} />
          <details className="deal__hash">
            <summary>{m.deal_file_hash()}</summary>
            <code>{file.sha256}</code>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** What is most likely to be added. */
function firstKind(deal: Deal): EvidenceKind {
  if (deal.me === 'team') return 'other'
  return deal.track === 'shopping' ? filmKind(deal) : 'deliverable_file'
}

function AddFiles({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const params = { form_pk: deal.form_pk }
  const [kind, setKind] = useState<string>(() => firstKind(deal))
  const files = useUploads(deal.form_pk, () => {
    void client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  })
  return (
    <div className="deal__addfiles">
      <KindSelect kind={kind} onChange={setKind} />
      <p className="field__hint">{m.deal_file_hint()}</p>
      <FilePicker label={m.deal_file_add()} kind={kind} files={files} />
    </div>
  )
}
