/** Pictures chosen in the form: they stay in this tab, and are sent once the offer is there. */
import { useEffect, useMemo } from 'react'
import { m } from '#messages/compiled/messages.js'
import { Button } from '#web/ui/button.tsx'
import { PickPhotos } from '#web/ui/pick-photos.tsx'
import '#web/ui/item-photos.css'

export interface PhotoFieldProps {
  readonly photos: readonly File[]
  readonly onPhotos: (photos: readonly File[]) => void
}

export function PhotoField({ photos, onPhotos, hint }: PhotoFieldProps & { readonly hint: string }) {
  return (
    <div className="field">
      <p className="field__label">
        {m.item_photos()} <span className="muted">({m.ui_optional()})</span>
      </p>
      <p className="field__hint">{hint}</p>
      <ChosenPhotos photos={photos} onPhotos={onPhotos} />
      <PickPhotos count={photos.length} onPick={(chosen) => onPhotos([...photos, ...chosen])} />
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
