/** What a grid shows stands in the address: a view is saved as a bookmark, sent to a colleague, and found again by Back. */
import { useSearchParams } from 'react-router'

export interface GridSort {
  readonly by: string
  readonly direction: 'asc' | 'desc'
}

export interface GridView {
  readonly page: number
  readonly search: string
  readonly sort: GridSort
  /** By name; an empty one is not set. */
  readonly filter: Readonly<Record<string, string>>
  readonly set: (change: Readonly<Record<string, string>>) => void
}

interface GridViewOptions {
  /** Before each name, where a page has several grids. */
  readonly prefix?: string
  readonly filters?: readonly string[]
  readonly first: GridSort
}

const sortOf = (text: string): GridSort =>
  text.startsWith('-') ? { by: text.slice(1), direction: 'desc' } : { by: text, direction: 'asc' }

export const orderingOf = ({ by, direction }: GridSort): string => `${direction === 'desc' ? '-' : ''}${by}`

/** Another filter, search or order starts at the first page. */
export function useGridView({ prefix = '', filters = [], first }: GridViewOptions): GridView {
  const [params, setParams] = useSearchParams()
  const read = (name: string): string => params.get(prefix + name) ?? ''
  const ordering = read('ordering')
  return {
    page: Math.max(1, Math.trunc(Number(read('page'))) || 1),
    search: read('search'),
    sort: ordering === '' ? first : sortOf(ordering),
    filter: Object.fromEntries(filters.map((name) => [name, read(name)]).filter(([, value]) => value !== '')),
    set: (change) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete(`${prefix}page`)
          for (const [name, value] of Object.entries(change))
            if (value === '') next.delete(prefix + name)
            else next.set(prefix + name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
