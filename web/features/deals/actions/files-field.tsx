/** Files of an action: uploaded as they are chosen; the action sends the ids of those that are stored. */
import { useEffect, useRef, useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { EvidenceGuide, likelyKind } from '#web/features/deals/files/evidence-guide.tsx'
import { EvidenceKindSelect } from '#web/features/deals/files/evidence-kind.tsx'
import { FilePicker } from '#web/features/deals/files/file-picker.tsx'
import { useUploads } from '#web/features/deals/files/use-uploads.ts'
import type { FieldProps } from '#web/lib/use-fields.ts'

interface FilesFieldProps extends FieldProps {
  readonly deal: Deal
  readonly action: string
  readonly label: string
}

export function FilesField({ deal, action, label, error, onChange }: FilesFieldProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [kind, setKind] = useState('')
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
      <FilePicker
        label={m.deal_file_choose()}
        kindOf={(file) => kind || likelyKind(deal, file, action)}
        files={files}
      />
      {error && <p className="field__error">{isBusy ? m.deal_file_wait() : error}</p>}
    </fieldset>
  )
}
