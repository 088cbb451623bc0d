/** Database errors, in the few kinds that a caller acts upon. */

/** The answer to COMMIT was lost: the work may have been done. Only reading it again by its id can tell. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while committing', { cause })
    this.name = 'CommitUnknown'
  }
}

/** A statement had failed and its error was swallowed: PostgreSQL then answers COMMIT by rolling back. */
export class RolledBack extends Error {
  constructor() {
    super('the transaction had failed earlier and was rolled back')
    this.name = 'RolledBack'
  }
}

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** A migration of a newer program changed a table under a statement that this connection had prepared. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && /cached plan/.test((error as Error).message)

/** PostgreSQL rolled back in favour of another transaction, or because of a stale plan: the same one can run again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error)

export const IN_FAILED_TRANSACTION = '25P02'

/** An earlier statement had failed, and nothing more runs in its transaction. */
export const isAborted = (error: unknown): boolean => codeOf(error) === IN_FAILED_TRANSACTION

const LOST_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/
const LOST_SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** The server is a standby by now, or not yet a primary: another one takes writes. */
const isReadOnly = (error: unknown): boolean =>
  codeOf(error) === '25006' || (codeOf(error) === '0A000' && /during recovery/.test((error as Error).message))

/** The connection is gone, or leads to no primary: 08 connection, 57P shutdown, 40003 completion unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (isReadOnly(error)) return true
  const code = codeOf(error)
  if (/^(08|57P0)/.test(code) || code === '40003' || LOST_SYSTEM_CODES.includes(code)) return true
  return error instanceof Error && LOST_MESSAGES.test(error.message)
}

/** The request is valid but the database cannot serve it now; also too many connections, or a full disk. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || /^(53|58)/.test(codeOf(error)) || ['55P03', '57014'].includes(codeOf(error))

/** A text that PostgreSQL cannot store, such as one with a NUL: the request is wrong, not the server. */
export const isBadText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error))
