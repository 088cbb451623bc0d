/** The pictures of an offer or a deal, the first one large. */
import { photosIn } from '#core/described.ts'
import { m } from '#messages/compiled/messages.js'
import { photoAddress } from '#web/lib/item-photos.ts'
import { useItemPhoto } from '#web/lib/use-item-photo.ts'
import { Button } from './button.tsx'
import './item-photos.css'

interface ItemPhotosProps {
  readonly formPk: string
  readonly terms: Readonly<Record<string, unknown>>
  readonly title: string
  /** With it each has a button that leaves it out. */
  readonly onRemove?: ((id: string) => void) | undefined
}

export const ItemPhotos = ({ formPk, terms, title, onRemove }: ItemPhotosProps) => (
  <PhotoList
    photos={photosIn(terms).map(({ id }) => ({ id, address: photoAddress(formPk, id) }))}
    title={title}
    onRemove={onRemove}
  />
)

interface PhotoListProps extends Pick<ItemPhotosProps, 'title' | 'onRemove'> {
  readonly photos: readonly { readonly id: string; readonly address: string }[]
}

export function PhotoList({ photos, title, onRemove }: PhotoListProps) {
  if (photos.length === 0) return null
  return (
    <ul className="photos" aria-label={m.item_photos()}>
      {photos.map(({ id, address }, at) => {
        const alt = m.item_photo_of({ number: String(at + 1), title })
        return (
          <li key={id}>
            <Photo address={address} alt={alt} />
            {onRemove && (
              <Button
                className="photos__remove"
                aria-label={m.item_photo_remove({ name: alt })}
                onClick={() => onRemove(id)}
              >
                ×
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Photo({ address, alt }: { address: string; alt: string }) {
  const url = useItemPhoto(address)
  return url ? (
    <a href={url} target="_blank" rel="noopener">
      <img className="photos__picture" src={url} alt={alt} />
    </a>
  ) : (
    <span className="photos__picture" />
  )
}
