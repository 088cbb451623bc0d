import { useEffect, useState } from 'react'
import type { DealFile } from '../../../../core/contract/deals.ts'
import { m } from '../../../../messages/compiled/messages.js'
import { errorWords } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { bytesOf } from './open-file.ts'

/** A film is large: it is fetched when it is asked for, and seen here without being kept. */
export function Film({ formPk, file }: { formPk: string; file: DealFile }) {
  const [url, setUrl] = useState<string | null>(null)
  const [state, setState] = useState<{ busy: boolean; problem: string }>({ busy: false, problem: '' })
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const watch = () => {
    setState({ busy: true, problem: '' })
    bytesOf(formPk, file.id).then(
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
        // biome-ignore lint/a11y/useMediaCaption: somebody made it with a phone; it has no captions
        <video
          className="file__picture"
          src={url}
          controls
          playsInline
          aria-label={file.name}
          onError={() => setState({ busy: false, problem: m.deal_film_unseen() })}
        />
      ) : (
        <Button kind="quiet" busy={state.busy} onClick={watch}>
          {m.deal_film_watch()}
          <span className="unseen"> {file.name}</span>
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
