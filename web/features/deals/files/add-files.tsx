/** Adds files to the proof of a deal. Comes after the list of them: most readers add none. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { keyOf } from '#web/lib/queries.ts'
import { likelyKind } from './evidence-guide.tsx'
import { EvidenceKindSelect } from './evidence-kind.tsx'
import { FilePicker } from './file-picker.tsx'
import { useUploads } from './use-uploads.ts'

export function AddFiles({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const params = { form_pk: deal.form_pk }
  const [kind, setKind] = useState('')
  const files = useUploads(deal.form_pk, () => {
    void client.invalidateQueries({ queryKey: keyOf(getDeal, { params }) })
  })
  return (
    <div className="deal__add-files">
      <EvidenceKindSelect track={deal.track} kind={kind} onChange={setKind} />
      <p className="field__hint">{m.deal_file_hint()}</p>
      <FilePicker label={m.deal_file_add()} kindOf={(file) => kind || likelyKind(deal, file)} files={files} />
    </div>
  )
}
