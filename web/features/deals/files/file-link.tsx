import type { DealFile } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { Film } from './film.tsx'
import { saveFile } from './open-file.ts'
import { Picture } from './picture.tsx'
import { SaveButton } from './save-button.tsx'

const sizeOf = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** One file: a picture is seen, a film on request, everything is kept by pressing its name. One that was taken back says so. */
export function FileLink({ formPk, file }: { formPk: string; file: DealFile }) {
  if (file.withdrawn_at && file.name === '') return <p className="soft">{m.deal_file_withdrawn()}</p>
  return (
    <div className="file">
      {file.type.startsWith('image/') && <Picture formPk={formPk} file={file} />}
      {file.type === 'video/mp4' && <Film formPk={formPk} file={file} />}
      <SaveButton onSave={() => saveFile(formPk, file)}>
        {file.name} <span className="soft">{sizeOf(file.size)}</span>
      </SaveButton>
      {file.withdrawn_at && <p className="soft">{m.deal_file_withdrawn()}</p>}
    </div>
  )
}
