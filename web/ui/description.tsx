/** What is dealt in, in people's own words: its labels, and its rows with the listing's address as a plain host. */
import type { ReactNode } from 'react'
import { describedIn } from '#core/described.ts'
import { webHost } from '#core/links.ts'
import { m } from '#messages/compiled/messages.js'

export const DESCRIPTION_LABELS = {
  deliverable_list: m.item_list,
  details: m.item_details,
  condition: m.item_condition,
  serial: m.item_serial,
  listing_url: m.item_link,
} as const

type DescriptionRow = readonly [label: string, value: ReactNode]

export const descriptionRows = (terms: Readonly<Record<string, unknown>>): DescriptionRow[] =>
  describedIn(terms).map(([name, text]) => [
    DESCRIPTION_LABELS[name](),
    name === 'listing_url' ? <ListingLink key={name} address={text} /> : text,
  ])

/** Where it leads is the other side's word: the host is shown, and nothing of ours goes with the visit. */
export function ListingLink({ address }: { address: string }) {
  const host = webHost(address)
  if (host === null) return null
  return (
    <a className="tap-target" href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
      {host}
      <span className="visually-hidden"> {m.nav_new_tab()}</span>
    </a>
  )
}
