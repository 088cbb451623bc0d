/** Pictures chosen in the form: they stay in this tab, and are sent once the offer is there. */
import { useEffect, useMemo, useRef } from 'react'
import { MAX_FILE_BYTES, MAX_ITEM_PHOTOS } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { PHOTO_TYPES } from '#web/lib/item-photos.ts'
import { Button } from '#web/ui/button.tsx'
import '#web/ui/item-photos.css'

export interface PhotoFieldProps {
  readonly photos: readonly File[]
  readonly onPhotos: (photos: readonly File[]) => void
}

const isPhoto = (file: File): boolean =>
  PHOTO_TYPES.split(',').includes(file.type) && file.size > 0 && file.size <= MAX_FILE_BYTES

export function PhotoField({ photos, onPhotos }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isFull = photos.length >= MAX_ITEM_PHOTOS
  return (
    <div className="field">
      <p className="field__label">
        {m.item_photos()} <span className="muted">({m.ui_optional()})</span>
      </p>
      <p className="field__hint">{m.item_photos_hint({ count: String(MAX_ITEM_PHOTOS) })}</p>
      <ChosenPhotos photos={photos} onPhotos={onPhotos} />
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={PHOTO_TYPES}
        aria-label={m.item_photos_add()}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])].filter(isPhoto)
          onPhotos([...photos, ...chosen].slice(0, MAX_ITEM_PHOTOS))
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()} disabled={isFull}>
        {m.item_photos_add()}
      </Button>
    </div>
  )
}

/** With `onPhotos` each has a button that leaves it out. */
export function ChosenPhotos({
  photos,
  onPhotos,
}: Partial<PhotoFieldProps> & Pick<PhotoFieldProps, 'photos'>) {
  const urls = useMemo(() => photos.map((photo) => URL.createObjectURL(photo)), [photos])
  useEffect(() => () => void urls.map((url) => URL.revokeObjectURL(url)), [urls])
  if (photos.length === 0) return null
  return (
    <ul className="photos" aria-label={m.item_photos()}>
      {photos.map((photo, at) => (
        <li key={urls[at]}>
          <img className="photos__picture" src={urls[at]} alt={photo.name} />
          {onPhotos && (
            <Button
              className="photos__remove"
              aria-label={m.item_photo_remove({ name: photo.name })}
              onClick={() => onPhotos(photos.filter((other) => other !== photo))}
            >
              ×
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
