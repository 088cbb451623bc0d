/** Narrows a list: its states as links, and a search. Both stand in the address, as those of the grids do. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { type GridView, useGridView } from './grid-view.ts'
import { SearchField } from './search-field.tsx'

export const useListView = (): GridView =>
  useGridView({ filters: ['state', 'order'], first: { by: 'created_at', direction: 'desc' } })

interface ListToolbarProps {
  readonly view: GridView
  /** An empty one is the list without a filter. */
  readonly states: readonly (readonly [state: string, label: string])[]
  readonly hint: string
  /** More fields, beside the search. */
  readonly children?: ReactNode
}

export function ListToolbar({ view, states, hint, children }: ListToolbarProps) {
  const hrefOf = useListHref()
  return (
    <div className="console__toolbar">
      <nav className="console__views" aria-label={m.list_filter()}>
        {states.map(([state, label]) => (
          <Link
            key={state}
            className="button"
            aria-current={(view.filter.state ?? '') === state ? 'page' : undefined}
            to={hrefOf({ state, page: '' })}
          >
            {label}
          </Link>
        ))}
      </nav>
      <SearchField view={view} hint={hint} />
      {children}
    </div>
  )
}

/** Of a list without rows: what was searched for, or the words for a list without a search. */
export const noneWords = (search: string, otherwise: string): string =>
  search === '' ? otherwise : m.keys_none({ text: search })

/** The address with other parts; an empty one goes. */
export function useListHref(): (change: Readonly<Record<string, string>>) => string {
  const [params] = useSearchParams()
  return (change) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change))
      if (value === '') next.delete(name)
      else next.set(name, value)
    return `?${next}`
  }
}
