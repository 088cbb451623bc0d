/** Pictures that are added to what is there already, and what kept them from being added. */
import { useState } from 'react'
import { MAX_ITEM_PHOTOS } from '#core/files.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { PickPhotos } from './pick-photos.tsx'

interface AddPhotosProps {
  /** How many there are. */
  readonly count: number
  readonly send: (photos: readonly File[]) => Promise<unknown>
  /** Whether they were sent or not. */
  readonly onDone: () => unknown
}

export function AddPhotos({ count, send, onDone }: AddPhotosProps) {
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const add = async (photos: readonly File[]) => {
    setState({ isBusy: true, problem: '' })
    const problem = await send(photos).then(() => '', errorWords)
    setState({ isBusy: false, problem })
    await onDone()
  }
  if (count >= MAX_ITEM_PHOTOS) return null
  return (
    <div>
      <PickPhotos count={count} busy={state.isBusy} onPick={(photos) => void add(photos)} />
      {state.problem !== '' && (
        <p className="field__error" role="alert">
          {state.problem}
        </p>
      )}
    </div>
  )
}
