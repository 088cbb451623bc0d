/** Chooses files and shows how far each has come. The phone's own chooser offers the camera too. */
import { useRef } from 'react'
import type { DealFile } from '../../../../core/contract/deals.ts'
import { ACCEPTED_FILES } from '../../../../core/files.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { useUploads } from './use-uploads.ts'

interface FilePickerProps {
  readonly label: string
  readonly kind: string
  readonly files: ReturnType<typeof useUploads>
}

export function FilePicker({ label, kind, files }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="files">
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={ACCEPTED_FILES.join(',')}
        onChange={(event) => {
          void files.add([...(event.currentTarget.files ?? [])], kind)
          event.currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
      {files.uploads.length > 0 && (
        <ul className="files__list">
          {files.uploads.map((one) => (
            <li key={one.key}>
              <span>
                {one.name}{' '}
                {one.problem ? (
                  <span className="field__error" role="alert">
                    {one.problem}
                  </span>
                ) : (
                  <span className="soft" role="status">
                    {one.kept ? (
                      <Kept file={one.kept} />
                    ) : (
                      m.deal_file_sending({ percent: String(one.percent) })
                    )}
                  </span>
                )}
              </span>
              <Button
                kind="quiet"
                aria-label={m.deal_file_leave_out({ name: one.name })}
                onClick={() => files.leaveOut(one.key)}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Enough of the fingerprint to know it again in the list of proof. */
const SHOWN = 12

const Kept = ({ file }: { file: DealFile }) => (
  <>
    {m.deal_file_kept()} · <Moment at={file.at} /> · SHA-256 <code>{file.sha256.slice(0, SHOWN)}…</code>
  </>
)
