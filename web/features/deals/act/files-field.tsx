/** Files that go with an action: sent as they are chosen; the action names those that arrived. */
import { useEffect, useRef, useState } from 'react'
import type { Deal } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import type { FieldProps } from '../../../lib/use-fields.ts'
import { FilePicker } from '../files/file-picker.tsx'
import { filmKind, Guide } from '../files/guide.tsx'
import { KindSelect } from '../files/kind-select.tsx'
import { useUploads } from '../files/use-uploads.ts'

interface FilesFieldProps extends FieldProps {
  readonly deal: Deal
  readonly action: string
  readonly label: string
}

/** Proof of work when it is handed over; with goods, a film of the packing or the opening says most. */
function kindOf(deal: Deal, action: string): string {
  if (deal.track === 'services') return action === 'deliver' ? 'deliverable_file' : 'other'
  return action === 'deliver' ? 'delivery_proof' : filmKind(deal)
}

export function FilesField({ deal, action, label, error, onChange }: FilesFieldProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [kind, setKind] = useState(() => kindOf(deal, action))
  const files = useUploads(deal.form_pk, setIds)
  const { isBusy } = files
  const told = useRef(onChange)
  told.current = onChange
  // null keeps the action from being sent without a file that is still on its way
  useEffect(() => told.current(isBusy ? null : ids), [isBusy, ids])
  return (
    <fieldset className="field files__field">
      <legend className="field__label">
        {label} <span className="soft">({m.ui_optional()})</span>
      </legend>
      <Guide deal={deal} />
      <KindSelect kind={kind} onChange={setKind} />
      <p className="field__hint">{m.deal_file_hint()}</p>
      <FilePicker label={m.deal_file_choose()} kind={kind} files={files} />
      {error && <p className="field__error">{isBusy ? m.deal_file_wait() : error}</p>}
    </fieldset>
  )
}
