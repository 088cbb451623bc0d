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
  readonly areFilesLost: boolean
}

export function FilesField({ deal, action, label, areFilesLost, error, onChange }: FilesFieldProps) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [kind, setKind] = useState('')
  const files = useUploads(deal.form_pk, setIds, { isDraft: true })
  const { isBusy } = files
  const kindOf = (chosen: string) => (file: File) => chosen || likelyKind(deal, file, action)
  // chosen after a file: an identity card would go to the other side as a picture of the goods
  const changeKind = (chosen: string) => {
    setKind(chosen)
    files.sendAs(kindOf(chosen))
  }
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
      <EvidenceKindSelect track={deal.track} action={action} kind={kind} onChange={changeKind} />
      <p className="field__hint">{m.deal_file_hint()}</p>
      {areFilesLost && files.uploads.length === 0 && <p className="field__error">{m.deal_file_lost()}</p>}
      <FilePicker label={m.deal_file_choose()} kindOf={kindOf(kind)} files={files} />
      {error && <p className="field__error">{isBusy ? m.deal_file_wait() : error}</p>}
    </fieldset>
  )
}
