/** A file of the deal as it stands in a list or under a message. */
import { useEffect, useState } from 'react'
import type { DealFile } from '#core/contract/deals.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import './files.css'
import { DownloadButton, downloadFile, fetchFile, fetchThumbnail } from './download.tsx'

interface FileViewProps {
  readonly formPk: string
  readonly file: DealFile
}

const sizeOf = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Images are shown, videos on request; pressing the name downloads the file. A withdrawn file says so. */
export function FileView({ formPk, file }: FileViewProps) {
  if (file.withdrawn_at && file.name === '') return <p className="muted">{m.deal_file_withdrawn()}</p>
  return (
    <div className="file">
      {file.type.startsWith('image/') && <Picture formPk={formPk} file={file} />}
      {file.type === 'video/mp4' && <Video formPk={formPk} file={file} />}
      <DownloadButton onDownload={() => downloadFile(formPk, file)}>
        {file.name} <span className="muted">{sizeOf(file.size)}</span>
      </DownloadButton>
      {file.withdrawn_at && <p className="muted">{m.deal_file_withdrawn()}</p>}
    </div>
  )
}

/** A thumbnail without location data; when it cannot be loaded, the file's name below is enough. */
function Picture({ formPk, file }: FileViewProps) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let objectUrl: string | null = null
    let isUnmounted = false
    fetchThumbnail(formPk, file.id).then(
      (blob) => {
        if (isUnmounted) return
        objectUrl = URL.createObjectURL(blob)
        setUrl(objectUrl)
      },
      () => undefined,
    )
    return () => {
      isUnmounted = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [formPk, file.id])
  return url ? <img className="file__media" src={url} alt={file.name} /> : null
}

/** Videos are large: fetched on demand, and played here without a download. */
function Video({ formPk, file }: FileViewProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [state, setState] = useState<{ busy: boolean; problem: string }>({ busy: false, problem: '' })
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const watch = () => {
    setState({ busy: true, problem: '' })
    fetchFile(formPk, file.id).then(
      (blob) => {
        setUrl(URL.createObjectURL(blob))
        setState({ busy: false, problem: '' })
      },
      (error: unknown) => setState({ busy: false, problem: errorWords(error) }),
    )
  }
  return (
    <>
      {url ? (
        // biome-ignore lint/a11y/useMediaCaption: recorded by a user on a phone: there are no captions
        <video
          className="file__media"
          src={url}
          controls
          playsInline
          aria-label={file.name}
          onError={() => setState({ busy: false, problem: m.deal_video_unplayable() })}
        />
      ) : (
        <Button kind="quiet" busy={state.busy} onClick={watch}>
          {m.deal_video_watch()}
          <span className="visually-hidden"> {file.name}</span>
        </Button>
      )}
      {state.problem !== '' && (
        <p className="field__error" role="alert">
          {state.problem}
        </p>
      )}
    </>
  )
}
