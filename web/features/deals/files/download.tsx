/** Files of a deal, and the button that downloads one. */
import { type ReactNode, useState } from 'react'
import { readFile } from '#core/contract/files.ts'
import { addressOf } from '#web/lib/api.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { download, fetchBytes } from '#web/lib/download.ts'
import { Button } from '#web/ui/button.tsx'
import { PaperIcon } from '#web/ui/icons.tsx'
import './files.css'

const pathOf = (formPk: string, id: string): string =>
  addressOf(readFile, { params: { form_pk: formPk, id } }).replace(/\/$/, '')

export const fetchThumbnail = (formPk: string, id: string): Promise<Blob> =>
  fetchBytes(`${pathOf(formPk, id)}?view=1`)
export const fetchFile = (formPk: string, id: string): Promise<Blob> =>
  fetchBytes(`${pathOf(formPk, id)}?view=0`)
export const downloadFile = (formPk: string, file: { id: string; name: string }): Promise<void> =>
  download(`${pathOf(formPk, file.id)}?view=0`, file.name)

interface DownloadButtonProps {
  readonly children: ReactNode
  readonly onDownload: () => Promise<void>
}

/** An error is shown below the button. */
export function DownloadButton({ children, onDownload }: DownloadButtonProps) {
  const [state, setState] = useState<{ busy: boolean; problem: string }>({ busy: false, problem: '' })
  const start = () => {
    setState({ busy: true, problem: '' })
    onDownload().then(
      () => setState({ busy: false, problem: '' }),
      (error: unknown) => setState({ busy: false, problem: errorWords(error) }),
    )
  }
  return (
    <>
      <Button className="file__name" busy={state.busy} onClick={start}>
        <PaperIcon />
        <span>{children}</span>
      </Button>
      {state.problem !== '' && (
        <p className="field__error" role="alert">
          {state.problem}
        </p>
      )}
    </>
  )
}
