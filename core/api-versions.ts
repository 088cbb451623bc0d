/**
 * Versions of the wire contract, named by the day they began. An app has the version of the day it was made and is
 * answered in it for as long as two years after the next one began; `Amanat-Version` asks for another one. What only adds
 * to an answer makes no version.
 */
export const API_VERSIONS = ['2026-11-01', '2026-11-23'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]
/** Of the document, the SDK and whoever is signed in. */
export const CURRENT_VERSION: ApiVersion = '2026-11-23'

const MONTHS_OF_NOTICE = 24

interface VersionChange {
  /** The first version that has it. */
  readonly since: ApiVersion
  /** As `GET /api/links`. */
  readonly calls: readonly string[]
  /** An answer of this version, as the version before had it. */
  readonly down: (answer: unknown) => unknown
}

/** The newest first. */
const CHANGES: readonly VersionChange[] = [
  {
    // lists in pages became lists with a cursor: the entries alone, as they were
    since: '2026-11-23',
    calls: ['GET /api/links', 'GET /api/apps/:id/webhooks/:webhook_id/messages'],
    down: (answer) => (answer as { data: unknown }).data,
  },
]

/** Only a day on which a version began: one between two versions names none, nor does what was sent twice. */
export const isApiVersion = (text: unknown): text is ApiVersion =>
  API_VERSIONS.some((version) => version === text)

/** An answer of today in the words of an earlier version. */
export function inVersion(answer: unknown, call: string, version: ApiVersion): unknown {
  const since = CHANGES.filter((change) => change.since > version && change.calls.includes(call))
  return since.reduce((later, { down }) => down(later), answer)
}

/** When a version was followed by another one, and until when it is answered; null for the current one. */
export function endOfVersion(version: ApiVersion): { deprecatedAt: Date; sunsetAt: Date } | null {
  const next = API_VERSIONS[API_VERSIONS.indexOf(version) + 1]
  if (!next) return null
  const sunsetAt = new Date(`${next}T00:00:00Z`)
  sunsetAt.setUTCMonth(sunsetAt.getUTCMonth() + MONTHS_OF_NOTICE)
  return { deprecatedAt: new Date(`${next}T00:00:00Z`), sunsetAt }
}
