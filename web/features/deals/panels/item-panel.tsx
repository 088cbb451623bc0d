/** What the deal is about in people's own words, at its top: a dispute is judged by it. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { describedIn, photosIn } from '#core/description.ts'
import { MAX_ITEM_PHOTOS } from '#core/files.ts'
import { m } from '#messages/compiled/messages.js'
import { titleOf } from '#web/features/deals/words/people.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { PHOTO_TYPES, uploadPhotos } from '#web/lib/item-photos.ts'
import { keyOf } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { DESCRIPTION_LABELS as LABELS, ListingLink } from '#web/ui/description.tsx'
import { ItemPhotos } from '#web/ui/item-photos.tsx'
import './item-panel.css'

export function ItemPanel({ deal }: { deal: Deal }) {
  const { terms, form_pk } = deal
  const { deliverable_list, details, condition, serial, listing_url } = Object.fromEntries(describedIn(terms))
  return (
    <section className="item" aria-label={m.item_agreed()}>
      <ItemPhotos formPk={form_pk} terms={terms} title={titleOf(deal)} />
      {canAddPhotos(deal) && <AddPhotos deal={deal} />}
      {deliverable_list && <Details text={deliverable_list} />}
      {details && <Details text={details} />}
      <ul className="item__facts">
        {condition && <li>{condition}</li>}
        {serial && (
          <li>
            <span className="muted">{LABELS.serial()}</span> {serial}
          </li>
        )}
        {listing_url && (
          <li>
            <ListingLink address={listing_url} />
          </li>
        )}
      </ul>
    </section>
  )
}

/** Two lines of it until it is opened: the button of whose turn it is stays on the first screen of a phone. */
function Details({ text }: { text: string }) {
  if (text.length <= SHORT && !text.includes('\n')) return <p className="item__text">{text}</p>
  return (
    <details className="item__more">
      <summary>
        <span className="item__text">{text}</span>
      </summary>
    </details>
  )
}
const SHORT = 90

/** The maker of an open offer; the terms that come of it are a new version. */
const canAddPhotos = ({ actions, terms }: Deal): boolean =>
  actions.some(({ name }) => name === 'edit') && photosIn(terms).length < MAX_ITEM_PHOTOS

function AddPhotos({ deal: { form_pk, terms } }: { deal: Deal }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const send = async (photos: readonly File[]) => {
    setState({ isBusy: true, problem: '' })
    const problem = await uploadPhotos(form_pk, photos).then(() => '', errorWords)
    setState({ isBusy: false, problem })
    await client.invalidateQueries({ queryKey: keyOf(getDeal, { params: { form_pk } }) })
  }
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
          const photos = [...(currentTarget.files ?? [])].slice(0, MAX_ITEM_PHOTOS - photosIn(terms).length)
          if (photos.length > 0) void send(photos)
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
