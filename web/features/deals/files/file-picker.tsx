/** Chooses files and shows the progress of each upload. A phone's own picker offers the camera too. */
import type { DealFile } from '#core/contract/deals.ts'
import { ACCEPTED_FILES } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { Button } from '#web/ui/button.tsx'
import { PickFile } from '#web/ui/pick-file.tsx'
import { Moment } from '#web/ui/values.tsx'
import { evidenceWords } from './evidence-kind.tsx'
import './files.css'
import type { useUploads } from './use-uploads.ts'

interface FilePickerProps {
  readonly label: string
  readonly kindOf: (file: File) => string
  readonly files: ReturnType<typeof useUploads>
}

export function FilePicker({ label, kindOf, files }: FilePickerProps) {
  return (
    <div className="files">
      <PickFile
        label={label}
        accept={ACCEPTED_FILES.join(',')}
        multiple
        onPick={(chosen) => void files.add(chosen, kindOf)}
      />
      {files.uploads.length > 0 && (
        <ul className="files__list">
          {files.uploads.map((upload) => (
            <li key={upload.key}>
              <span>
                {upload.name}{' '}
                {upload.problem ? (
                  <span className="field__error" role="alert">
                    {upload.problem}
                  </span>
                ) : (
                  <span className="muted" role="status">
                    {upload.file ? (
                      <StoredFile file={upload.file} />
                    ) : (
                      m.deal_file_uploading({ percent: String(upload.percent) })
                    )}
                  </span>
                )}
              </span>
              <Button
                kind="quiet"
                aria-label={m.deal_file_leave_out({ name: upload.name })}
                onClick={() => files.remove(upload.key)}
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

/** Enough to recognize the hash in the list of evidence. */
const HASH_CHARACTERS = 12

const StoredFile = ({ file }: { file: DealFile }) => (
  <>
    {evidenceWords(file.kind)} · {m.deal_file_uploaded()} · <Moment at={file.at} /> · SHA-256{' '}
    <code>{file.sha256.slice(0, HASH_CHARACTERS)}…</code>
  </>
)
