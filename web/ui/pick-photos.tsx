/** A button that takes pictures, as many as there is room for, and says of those that cannot be taken why. */
import { useState } from 'react'
import { MAX_FILE_BYTES, MAX_ITEM_PHOTOS } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { PHOTO_TYPES } from '#web/lib/item-photos.ts'
import { PickFile } from './pick-file.tsx'

interface PickPhotosProps {
  /** How many there are. */
  readonly count: number
  readonly busy?: boolean
  readonly onPick: (photos: readonly File[]) => void
}

function problemOf({ name, type, size }: File): string | undefined {
  if (!PHOTO_TYPES.split(',').includes(type) || size === 0) return m.item_photo_type({ name })
  return size > MAX_FILE_BYTES ? m.item_photo_large({ name }) : undefined
}

export function PickPhotos({ count, busy = false, onPick }: PickPhotosProps) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const pick = (files: readonly File[]) => {
    setProblems(files.flatMap((file) => problemOf(file) ?? []))
    const photos = files.filter((file) => problemOf(file) === undefined).slice(0, MAX_ITEM_PHOTOS - count)
    if (photos.length > 0) onPick(photos)
  }
  return (
    <>
      <PickFile
        label={m.item_photos_add()}
        accept={PHOTO_TYPES}
        multiple
        busy={busy}
        disabled={count >= MAX_ITEM_PHOTOS}
        onPick={pick}
      />
      {problems.length > 0 && (
        <p className="field__error" role="alert">
          {problems.join(' ')}
        </p>
      )}
    </>
  )
}
