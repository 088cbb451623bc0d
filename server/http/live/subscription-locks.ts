/**
 * Tells the database which deals this process subscribes to. NOTIFY serialises commits, so the trigger sends it only
 * for deals whose shared advisory lock is held (007-communication.sql). A transaction that changes a deal holds the lock
 * exclusively: who takes it and polls afterwards has missed nothing.
 */
import type { Query } from '#server/db/listen.ts'

/** The class of these advisory locks; the trigger has the same number. */
const LOCK_CLASS = 1684104556
/** The lock is busy while a deal changes, which takes some milliseconds. */
const RETRY_MS = 25

export class SubscriptionLocks {
  readonly #deals = new Map<string, { isHeld: boolean }>()
  readonly #onHeld: (dealId: string) => void
  #query: Query | null = null

  constructor(onHeld: (dealId: string) => void) {
    this.#onHeld = onHeld
  }

  /** A new database session holds no locks yet. */
  open(query: Query): void {
    this.#query = query
    for (const deal of this.#deals.values()) deal.isHeld = false
    void this.#acquire([...this.#deals.keys()])
  }

  add(dealId: string): void {
    if (this.#deals.has(dealId)) return
    this.#deals.set(dealId, { isHeld: false })
    void this.#acquire([dealId])
  }

  remove(dealId: string): void {
    const isHeld = this.#deals.get(dealId)?.isHeld === true
    this.#deals.delete(dealId)
    if (isHeld) void this.#release(dealId)
  }

  async #acquire(dealIds: string[]): Promise<void> {
    const query = this.#query
    if (!query || dealIds.length === 0) return
    const rows = await query<{ id: string; held: boolean }>(
      'select id, pg_try_advisory_lock_shared($1, hashtext(id)) as held from unnest($2::text[]) id',
      [LOCK_CLASS, dealIds],
    ).catch(() => [])
    // the session was replaced; `open` has requested its locks
    if (query !== this.#query) return
    for (const { id } of rows.filter((row) => row.held)) this.#onAcquired(id)
    const busy = rows.filter((row) => !row.held && this.#deals.has(row.id))
    if (busy.length > 0) setTimeout(() => void this.#acquire(busy.map((row) => row.id)), RETRY_MS)
  }

  #onAcquired(dealId: string): void {
    const deal = this.#deals.get(dealId)
    // unsubscribed since, or locked twice after an unsubscribe and a new subscription
    if (!deal || deal.isHeld) return void this.#release(dealId)
    deal.isHeld = true
    this.#onHeld(dealId)
  }

  async #release(dealId: string): Promise<void> {
    await this.#query?.('select pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_CLASS, dealId]).catch(
      () => {},
    )
  }
}
