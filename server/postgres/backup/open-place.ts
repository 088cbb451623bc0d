/** The place of backups that is set, and when the newest one there was made. */
import type { Config } from '#server/config/config.ts'
import { reasonOf } from '#server/lib/operator-error.ts'
import { folderPlace } from './folder-place.ts'
import { newestOf } from './names.ts'
import type { BackupPlace } from './place.ts'

/** Null where none is set. */
export async function backupPlace({
  backupDir,
  backupUrl,
}: Pick<Config, 'backupDir' | 'backupUrl'>): Promise<BackupPlace | null> {
  if (backupDir) return folderPlace(backupDir)
  if (!backupUrl) return null
  // its client is large, and most processes have no use for it
  const { s3Place } = await import('./s3-place.ts')
  return s3Place(backupUrl)
}

const MAX_AGE_MS = 60_000

interface WatchOptions {
  readonly now?: () => number
  /** Once until it answers again. */
  readonly onFailure?: (reason: string) => void
}

/**
 * When the newest was made, as far as is known, 0 where a place is set and has none or has never answered: asked again in the
 * background, at most once a minute, so that a store which does not answer holds up no scrape. What was known stays while it
 * does not, and grows old.
 */
export function watchNewest(
  config: Pick<Config, 'backupDir' | 'backupUrl'>,
  { now = () => performance.now(), onFailure }: WatchOptions = {},
): () => number | null {
  let known: number | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let opened: Promise<BackupPlace | null> | undefined
  let hasFailed = false
  const ask = async (): Promise<void> => {
    opened ??= backupPlace(config)
    const names = await (await opened)?.list()
    hasFailed = false
    if (names) known = newestOf(names)?.at ?? known ?? 0
  }
  const look = (): number | null => {
    if (now() - askedAt > MAX_AGE_MS) {
      askedAt = now()
      ask().catch((error) => {
        opened = undefined
        // without a figure its alarm could not ring
        known ??= 0
        if (!hasFailed) onFailure?.(reasonOf(error))
        hasFailed = true
      })
    }
    return known
  }
  look()
  return look
}
