/** Where the program writes its log in tests: nowhere, unless a test reads it. */
import { type Logger, pino } from 'pino'
import { REDACTION } from '#server/log.ts'

type Reader = (line: string) => void
let reader: Reader = () => {}

export const testLog: Logger = pino(
  { level: 'silent', redact: REDACTION },
  { write: (line: string) => reader(line) },
)

/** Every line from now on, of the finest level too. */
export function readLog(read: Reader): void {
  reader = read
  testLog.level = 'trace'
}
