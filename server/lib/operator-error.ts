/** Errors that an operator can mend: the message says what is wrong and the way out, and no stack is printed. */
import { basename } from 'node:path'

export class OperatorError extends Error {
  /** scripts/lib/command.mjs shows it without its stack. */
  readonly isPlain = true
}

/** A setting, or a file of the operator's, is wrong. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
}

/** The database cannot be reached, or is not fit for money. */
export class DatabaseError extends OperatorError {
  override name = 'DatabaseError'
}

export class MigrationError extends OperatorError {
  override name = 'MigrationError'
  constructor(reason: string, options?: ErrorOptions) {
    super(`The database cannot be brought up to this program: ${reason}.`, options)
  }
}

export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError'
  readonly reason: string
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The built-in PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL 15 or newer and start again.`,
      options,
    )
    this.reason = reason
  }
}

/** The file store cannot be used. Stops the start: otherwise the first evidence that somebody adds would be lost. */
export class FileStoreError extends OperatorError {
  override name = 'FileStoreError'
}

export class ArchiveError extends OperatorError {
  override name = 'ArchiveError'
  constructor(reason: string) {
    super(`The backup cannot be used: ${reason}.`)
  }
}

/** A restore would write over something. */
export class NotEmptyError extends OperatorError {
  override name = 'NotEmptyError'
  constructor(what: string) {
    super(
      `The database is not empty: ${what}. Restore into a new one: an empty DATA_DIR, or a new database in MIGRATE_URL or DATABASE_URL, and for a drill in DRILL_URL.`,
    )
  }
}

/** A command was called with something that it cannot take. */
export class CommandError extends OperatorError {
  override name = 'CommandError'
}

/** An error as part of a sentence. A refused connection to several addresses has a code and no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const text = error instanceof Error ? message || code || error.name : String(error)
  return text.trim().replace(/\s+/g, ' ').replace(/\.$/, '')
}

/** Of a file or folder that cannot be read or written; null for any other error. */
function fileProblem(error: unknown): string | null {
  const { path, syscall } = error as NodeJS.ErrnoException
  return path && syscall ? `${path} cannot be used: ${reasonOf(error)}.` : null
}

/** One line for what the operator can mend, everything that is known for a bug; exit 1. */
export function exitWithError(error: unknown): never {
  console.error(error instanceof OperatorError ? error.message : (fileProblem(error) ?? error))
  process.exit(1)
}

/** Rejects when the process is told to stop: a command that is raced against it still cleans up behind itself. */
export const interruption = (): Promise<never> =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new CommandError(`Stopped by ${signal}.`)))
  })

/** The one file that a command takes, if any. `npm run backup -- --help` would else write a backup called --help. */
export function fileOf(args: readonly string[]): string | undefined {
  const [file, ...more] = args
  if (more.length > 0 || basename(file ?? '').startsWith('-'))
    throw new CommandError(`One file can be named, and got ${args.join(' ')}.`)
  return file
}

export type Command = (args: readonly string[]) => Promise<void>

/** A command for the operator, such as a backup: ends the process with 0, or with 1 and the reason. */
export function runCommand(command: Command): void {
  command(process.argv.slice(2)).then(() => process.exit(0), exitWithError)
}
