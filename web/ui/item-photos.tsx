/** The pictures of an offer or a deal, the first one large. */
import { photosIn } from '#core/description.ts'
import { m } from '#messages/compiled/messages.js'
import { useItemPhoto } from '#web/lib/use-item-photo.ts'
import './item-photos.css'

interface ItemPhotosProps {
  readonly formPk: string
  readonly terms: Readonly<Record<string, unknown>>
  readonly title: string
}

export function ItemPhotos({ formPk, terms, title }: ItemPhotosProps) {
  const photos = photosIn(terms)
  if (photos.length === 0) return null
  return (
    <ul className="photos" aria-label={m.item_photos()}>
      {photos.map(({ id }, at) => (
        <li key={id}>
          <Photo formPk={formPk} id={id} alt={m.item_photo_of({ number: String(at + 1), title })} />
        </li>
      ))}
    </ul>
  )
}

function Photo({ formPk, id, alt }: { formPk: string; id: string; alt: string }) {
  const url = useItemPhoto(formPk, id)
  return url ? (
    <a href={url} target="_blank" rel="noopener">
      <img className="photos__picture" src={url} alt={alt} />
    </a>
  ) : (
    <span className="photos__picture" />
  )
}
