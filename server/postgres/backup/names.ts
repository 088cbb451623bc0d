/** Backups are named by the time that they were made at; which is the newest, and which have had their time. */
const DAY_MS = 86_400_000
const NAME = /^amanat-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(?:\.age)?$/

export const backupName = (at: Date, isEncrypted: boolean): string =>
  `amanat-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz${isEncrypted ? '.age' : ''}`

/** Null for what is no backup of ours: it is never touched. */
function timeOf(name: string): number | null {
  const [, year, month, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
}

export interface NamedBackup {
  readonly name: string
  readonly at: number
}

const newestFirst = (names: readonly string[]): NamedBackup[] =>
  names
    .flatMap((name) => {
      const at = timeOf(name)
      return at === null ? [] : [{ name, at }]
    })
    .sort((a, b) => b.at - a.at)

/** Older than `keepDays`; never the newest, however old: then backups have stopped, and it is the last there is. */
export const outdatedBackups = (names: readonly string[], now: number, keepDays: number): string[] =>
  newestFirst(names)
    .slice(1)
    .filter(({ at }) => now - at > keepDays * DAY_MS)
    .map(({ name }) => name)

export const newestOf = (names: readonly string[]): NamedBackup | null => newestFirst(names)[0] ?? null

/** What a run that was killed has left, after a day, which is longer than any takes: personal data beyond its days otherwise. */
export const abandonedBackups = (names: readonly string[], now: number): string[] =>
  names.filter(
    (name) => name.endsWith('.part') && now - (timeOf(name.slice(0, -'.part'.length)) ?? now) > DAY_MS,
  )
