/** What the deal is about in people's own words, at its top: a dispute is judged by it. */
import { useQueryClient } from '@tanstack/react-query'
import { type Deal, getDeal } from '#core/contract/deals.ts'
import { withdrawFile } from '#core/contract/files.ts'
import { describedIn, photosIn } from '#core/described.ts'
import { m } from '#messages/compiled/messages.js'
import { titleOf } from '#web/features/deals/words/people.ts'
import { uploadPhotos } from '#web/lib/item-photos.ts'
import { keyOf, useApiMutation } from '#web/lib/queries.ts'
import { AddPhotos } from '#web/ui/add-photos.tsx'
import { DESCRIPTION_LABELS as LABELS, ListingLink } from '#web/ui/description.tsx'
import { ItemPhotos } from '#web/ui/item-photos.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import './item-panel.css'

export function ItemPanel({ deal }: { deal: Deal }) {
  const { terms, form_pk } = deal
  const { deliverable_list, details, condition, serial, listing_url } = Object.fromEntries(describedIn(terms))
  return (
    <section className="item" aria-label={m.item_agreed()}>
      {canChangePhotos(deal) ? (
        <ChangeablePhotos deal={deal} />
      ) : (
        <ItemPhotos formPk={form_pk} terms={terms} title={titleOf(deal)} />
      )}
      {deliverable_list && <LongText text={deliverable_list} />}
      {details && <LongText text={details} />}
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

/** The maker of an open offer; the terms that come of a change are a new version. */
const canChangePhotos = ({ actions }: Deal): boolean => actions.some(({ name }) => name === 'edit')

function ChangeablePhotos({ deal }: { deal: Deal }) {
  const { terms, form_pk } = deal
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(getDeal, { params: { form_pk } }) })
  const removal = useApiMutation(withdrawFile, { refresh: [getDeal], onError: toastError })
  return (
    <>
      <ItemPhotos
        formPk={form_pk}
        terms={terms}
        title={titleOf(deal)}
        onRemove={(id) => {
          if (!removal.isPending) removal.mutate({ params: { form_pk, id } })
        }}
      />
      <AddPhotos
        count={photosIn(terms).length}
        send={(photos) => uploadPhotos(form_pk, photos)}
        onDone={refresh}
      />
    </>
  )
}
