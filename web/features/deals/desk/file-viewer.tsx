/** The files of a deal one by one: the arrow keys turn the pages, and nothing is downloaded to be looked at. */
import { useState } from 'react'
import type { Deal } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { evidenceWords, fromWords } from '#web/features/deals/files/evidence-kind.tsx'
import { FileView } from '#web/features/deals/files/file-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Moment } from '#web/ui/values.tsx'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function FileViewer({ deal }: { deal: Deal }) {
  const [at, setAt] = useState<number | null>(null)
  const { files } = deal
  if (files.length === 0) return <p className="muted">{m.deal_proof_none()}</p>
  const turn = (step: number) =>
    setAt((now) => (now === null ? null : Math.min(Math.max(now + step, 0), files.length - 1)))
  const file = at === null ? undefined : files[at]
  return (
    <>
      <p className="actions">
        <Button onClick={() => setAt(0)}>{m.team_deal_files()}</Button>
      </p>
      <Dialog
        opened={file !== undefined}
        title={m.team_deal_file_of({ n: String((at ?? 0) + 1), count: String(files.length) })}
        onClose={() => setAt(null)}
      >
        {file && at !== null && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same
          <div onKeyDown={({ key }) => turn(STEPS[key] ?? 0)}>
            <p>
              {evidenceWords(file.kind)} · {fromWords(deal, file.by)} · <Moment at={file.at} />
            </p>
            <FileView key={file.id} formPk={deal.form_pk} file={file} />
            <p className="actions">
              <Button disabled={at === 0} onClick={() => turn(-1)}>
                {m.team_deal_file_previous()}
              </Button>
              <Button disabled={at === files.length - 1} onClick={() => turn(1)}>
                {m.team_deal_file_next()}
              </Button>
            </p>
          </div>
        )}
      </Dialog>
    </>
  )
}
