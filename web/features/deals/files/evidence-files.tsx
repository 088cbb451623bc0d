/** What to record when packing and unpacking, and every file of the deal with its hash and time. */
import { useState } from 'react'
import { type Deal, type DealFile, getDeal } from '#core/contract/deals.ts'
import { withdrawFile } from '#core/contract/files.ts'
import { ITEM_PHOTO, namedFiles } from '#core/files.ts'
import { isTerminal } from '#core/lifecycle/states.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { useApiMutation } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Moment } from '#web/ui/values.tsx'
import { evidenceWords, fromWords } from './evidence-kind.tsx'
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

/** A photo of the goods is part of the terms, and what a delivery or a complaint stands on stays. */
const isHideable = ({ me, events }: Deal, { id, by, kind, withdrawn_at }: DealFile): boolean =>
  by === me &&
  withdrawn_at === null &&
  kind !== ITEM_PHOTO &&
  !events.some(({ data }) => namedFiles(data).includes(id))

function FileList({ deal }: { deal: Deal }) {
  const [hiding, setHiding] = useState<DealFile | null>(null)
  const withdrawal = useApiMutation(withdrawFile, { refresh: [getDeal], onDone: () => setHiding(null) })
  return (
    <ul className="deal__list">
      {hiding && (
        <ConfirmDialog
          opened
          title={m.deal_file_hide_title({ name: hiding.name })}
          verb={m.deal_file_hide()}
          kind="stop"
          final
          busy={withdrawal.isPending}
          error={withdrawal.isError ? errorWords(withdrawal.error) : null}
          onConfirm={() => withdrawal.mutate({ params: { form_pk: deal.form_pk, id: hiding.id } })}
          onClose={() => setHiding(null)}
        >
          <p>{m.deal_file_hide_text()}</p>
        </ConfirmDialog>
      )}
      {deal.files.map((file) => (
        <li key={file.id}>
          <p>
            {evidenceWords(file.kind)} · {fromWords(deal, file.by)} · <Moment at={file.at} />
          </p>
          <FileView formPk={deal.form_pk} file={file} />
          {isHideable(deal, file) && (
            <Button
              kind="quiet"
              aria-label={m.deal_file_hide_title({ name: file.name })}
              onClick={() => setHiding(file)}
            >
              {m.deal_file_hide()}
            </Button>
          )}
          <details className="deal__hash">
            <summary>{m.deal_file_hash()}</summary>
            <code>{file.sha256}</code>
          </details>
        </li>
      ))}
    </ul>
  )
}
