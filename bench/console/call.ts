/** A kind of call, and the shapes that many kinds have. */
export interface Call {
  readonly kind: string
  readonly name: string
  /** With the values of another row each turn. */
  path(turn: number): string
}

export const PAGE = 'page_size=30'

/** A grid by what is typed into its search. */
export const searched = (
  kind: string,
  path: string,
  what: readonly (readonly [name: string, text: (turn: number) => string])[],
): Call[] =>
  what.map(([name, text]) => ({
    ...{ kind, name },
    path: (turn) => `${path}?${PAGE}&search=${encodeURIComponent(text(turn))}`,
  }))

/** The same query each turn. */
export const fixed = (kind: string, path: string, queries: readonly string[]): Call[] =>
  queries.map((query) => ({
    ...{ kind, name: query || 'the first page' },
    path: () => `${path}?${PAGE}${query && `&${query}`}`,
  }))
