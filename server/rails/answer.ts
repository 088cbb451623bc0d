/** What a call to a provider proves. A verb answers what the world says, and throws for a bug alone. */

/** The four answers of the world. */
export type RailAnswer<T> =
  | { readonly is: 'done'; readonly facts: T }
  /** Accepted; the end is not known yet. */
  | { readonly is: 'pending'; readonly facts: T; readonly askAgainMs: number }
  | RailRefusal
  /** It may have happened. */
  | { readonly is: 'unknown'; readonly detail: string; readonly retryAfterMs?: number | undefined }

/**
 * It has not happened, for certain. `later`: the same again. `new_key`: only as another order. `config`: nothing will work
 * until an operator has changed something.
 */
interface RailRefusal {
  readonly is: 'refused'
  readonly detail: string
  readonly retry: 'never' | 'later' | 'new_key' | 'config'
  /** The provider takes no call before: it has had too many. */
  readonly retryAfterMs?: number | undefined
}
