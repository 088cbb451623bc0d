/** Files of an action: uploaded as they are chosen; the action sends the ids of those that are stored. */
import { useEffect, useRef, useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { EvidenceGuide, videoKind } from '#web/features/deals/files/evidence-guide.tsx'
import { EvidenceKindSelect } from '#web/features/deals/files/evidence-kind.tsx'
import { FilePicker } from '#web/features/deals/files/file-picker.tsx'
import { useUploads } from '#web/features/deals/files/use-uploads.ts'
import type { FieldProps } from '#web/lib/use-fields.ts'

interface FilesFieldProps extends FieldProps {
  readonly deal: Deal
  readonly action: string
  readonly label: string
}

/** The work itself on a delivery; with goods a video of packing or unpacking is the best evidence. */
function kindOf(deal: Deal, action: string): string {
  if (deal.track === 'services') return action === 'deliver' ? 'deliverable_file' : 'other'
  return action === 'deliver' ? 'delivery_proof' : videoKind(deal)
}

export function FilesField({ deal, action, label, error, onChange }: FilesFieldProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [kind, setKind] = useState(() => kindOf(deal, action))
  const files = useUploads(deal.form_pk, setIds)
  const { isBusy } = files
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  // null is invalid: the action cannot be sent while a file is still uploading.
  useEffect(() => latestOnChange.current(isBusy ? null : ids), [isBusy, ids])
  return (
    <fieldset className="field files__field">
      <legend className="field__label">
        {label} <span className="muted">({m.ui_optional()})</span>
      </legend>
      <EvidenceGuide deal={deal} />
      <EvidenceKindSelect kind={kind} onChange={setKind} />
      <p className="field__hint">{m.deal_file_hint()}</p>
      <FilePicker label={m.deal_file_choose()} kind={kind} files={files} />
      {error && <p className="field__error">{isBusy ? m.deal_file_wait() : error}</p>}
    </fieldset>
  )
}
