/**
 * Tells the database which deals this process follows: NOTIFY makes commits wait for each other, so it is said only
 * for these (migration 008). A shared advisory lock stands for "followed". While somebody changes the deal it is not
 * to be had, so who has got it and looks then has missed nothing.
 */
import type { Ask } from '../../db/listen.ts'

/** The class of these locks; the same number is in the trigger. */
const FOLLOWED = 1684104556
/** A change of one deal takes some milliseconds. */
const AGAIN_MS = 25

export class Followed {
  readonly #deals = new Map<string, { isHeld: boolean }>()
  readonly #onHeld: (dealId: string) => void
  #ask: Ask | null = null

  constructor(onHeld: (dealId: string) => void) {
    this.#onHeld = onHeld
  }

  /** A new session holds nothing yet. */
  open(ask: Ask): void {
    this.#ask = ask
    for (const deal of this.#deals.values()) deal.isHeld = false
    void this.#hold([...this.#deals.keys()])
  }

  add(dealId: string): void {
    if (this.#deals.has(dealId)) return
    this.#deals.set(dealId, { isHeld: false })
    void this.#hold([dealId])
  }

  remove(dealId: string): void {
    const isHeld = this.#deals.get(dealId)?.isHeld === true
    this.#deals.delete(dealId)
    if (isHeld) void this.#letGo(dealId)
  }

  async #hold(dealIds: string[]): Promise<void> {
    const ask = this.#ask
    if (!ask || dealIds.length === 0) return
    const rows = await ask<{ id: string; held: boolean }>(
      'select id, pg_try_advisory_lock_shared($1, hashtext(id)) as held from unnest($2::text[]) id',
      [FOLLOWED, dealIds],
    ).catch(() => [])
    // another session by now: it asks for itself
    if (ask !== this.#ask) return
    for (const { id } of rows.filter((row) => row.held)) this.#held(id)
    const left = rows.filter((row) => !row.held && this.#deals.has(row.id))
    if (left.length > 0) setTimeout(() => void this.#hold(left.map((row) => row.id)), AGAIN_MS)
  }

  #held(dealId: string): void {
    const deal = this.#deals.get(dealId)
    // left in the meantime, or held twice since it was left and entered again
    if (!deal || deal.isHeld) return void this.#letGo(dealId)
    deal.isHeld = true
    this.#onHeld(dealId)
  }

  async #letGo(dealId: string): Promise<void> {
    await this.#ask?.('select pg_advisory_unlock_shared($1, hashtext($2))', [FOLLOWED, dealId]).catch(
      () => {},
    )
  }
}
