// What stops the built-in PostgreSQL, as one sentence that also says the way out.
export class EmbeddedTrouble extends Error {
  override name = 'EmbeddedTrouble'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The built-in PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL 15 or newer and start again.`,
      options,
    )
    this.reason = reason
  }
}

/** In half a sentence. A refused connection to several addresses has a code and no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const text = error instanceof Error ? message || code || error.name : String(error)
  return text.trim().replace(/\s+/g, ' ').replace(/\.$/, '')
}
