// What stops the built-in PostgreSQL, as one sentence that also says the way out.
export class EmbeddedTrouble extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The built-in PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL 15 or newer and start again.`,
      options,
    )
    this.name = 'EmbeddedTrouble'
  }
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().replace(/\s+/g, ' ').replace(/\.$/, '')
