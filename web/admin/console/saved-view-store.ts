/** What is kept of a view: its name and what stands in the address of its grid, without the page. */
export interface SavedView {
  readonly name: string
  readonly query: string
}

const keyOf = (grid: string): string => `views:${grid}`

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string'

/** None where the browser keeps nothing, or something else. */
export function readViews(grid: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(grid)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

export function storeViews(grid: string, views: readonly SavedView[]): readonly SavedView[] {
  try {
    localStorage.setItem(keyOf(grid), JSON.stringify(views))
  } catch {
    // they stay until the page is left
  }
  return views
}

/** Of one grid of the page alone, in one order, whichever was set first. */
export const queryOf = (params: URLSearchParams, names: readonly string[]): string =>
  new URLSearchParams(
    names.flatMap((name) => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ).toString()
