/** A button that adds pictures to what is there already, and says what kept them from being added. */
import { useRef, useState } from 'react'
import { MAX_ITEM_PHOTOS } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { errorWords } from '#web/lib/api-error.ts'
import { PHOTO_TYPES } from '#web/lib/item-photos.ts'
import { Button } from './button.tsx'

interface AddPhotosProps {
  /** How many there are. */
  readonly count: number
  readonly send: (photos: readonly File[]) => Promise<unknown>
  /** Whether they were sent or not. */
  readonly onDone: () => unknown
}

export function AddPhotos({ count, send, onDone }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const add = async (photos: readonly File[]) => {
    setState({ isBusy: true, problem: '' })
    const problem = await send(photos).then(() => '', errorWords)
    setState({ isBusy: false, problem })
    await onDone()
  }
  if (count >= MAX_ITEM_PHOTOS) return null
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={PHOTO_TYPES}
        aria-label={m.item_photos_add()}
        onChange={({ currentTarget }) => {
          const photos = [...(currentTarget.files ?? [])].slice(0, MAX_ITEM_PHOTOS - count)
          if (photos.length > 0) void add(photos)
          currentTarget.value = ''
        }}
      />
      <p>
        <Button kind="quiet" busy={state.isBusy} onClick={() => input.current?.click()}>
          {m.item_photos_add()}
        </Button>
      </p>
      {state.problem !== '' && (
        <p className="field__error" role="alert">
          {state.problem}
        </p>
      )}
    </>
  )
}
