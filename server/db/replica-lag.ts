/**
 * How old what a replica shows is: the primary's log position is noted with its moment, and the newest that the replica has
 * reached says how far it is. It grows while the replica stands still, is away, or the primary says nothing.
 */

/** Older ones are told apart by nobody: what reaches a later one has reached them. */
const MAX_MARKS = 500

/** `16/B374D848` as a number: 53 bits are eight petabytes of log. */
export function positionOf(lsn: string): number {
  const [high = '', low = ''] = lsn.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

export class ReplicaLag {
  #marks: { readonly at: number; readonly position: number }[] = []
  #reachedAt: number

  /** Before the first mark is reached it is as old as this. */
  constructor(since: number) {
    this.#reachedAt = since
  }

  /** What the primary had written at this moment. */
  note(at: number, position: number): void {
    this.#marks.push({ at, position })
    if (this.#marks.length > MAX_MARKS) this.#marks.shift()
  }

  /** What the replica has played by now. */
  reach(position: number): void {
    const reached = this.#marks.filter((mark) => mark.position <= position)
    this.#reachedAt = Math.max(this.#reachedAt, ...reached.map(({ at }) => at))
    this.#marks = this.#marks.filter((mark) => mark.position > position)
  }

  lagMs(now: number): number {
    return now - this.#reachedAt
  }
}
