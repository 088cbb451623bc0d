import { useState } from 'react'
import type { DealFile } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { errorWords } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { PaperIcon } from '../../../ui/icons.tsx'
import { saveFile } from './open-file.ts'
import { Picture } from './picture.tsx'

const sizeOf = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** One file: a picture is seen, everything is kept by pressing its name. One that was taken back says so. */
export function FileLink({ formPk, file }: { formPk: string; file: DealFile }) {
  const [state, setState] = useState<'idle' | 'busy' | string>('idle')
  if (file.withdrawn_at && file.name === '') return <p className="soft">{m.deal_file_withdrawn()}</p>
  const save = () => {
    setState('busy')
    saveFile(formPk, file).then(
      () => setState('idle'),
      (error: unknown) => setState(errorWords(error)),
    )
  }
  return (
    <div className="file">
      {file.type.startsWith('image/') && <Picture formPk={formPk} file={file} />}
      <Button className="file__name" busy={state === 'busy'} onClick={save}>
        <PaperIcon />
        <span>
          {file.name} <span className="soft">{sizeOf(file.size)}</span>
        </span>
      </Button>
      {file.withdrawn_at && <p className="soft">{m.deal_file_withdrawn()}</p>}
      {state !== 'idle' && state !== 'busy' && (
        <p className="field__error" role="alert">
          {state}
        </p>
      )}
    </div>
  )
}
