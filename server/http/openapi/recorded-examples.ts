/** What the HTTP tests sent and were answered, as the examples of the document. `RECORD_EXAMPLES=1 npm test -- http` fills gaps. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#server/lib/paths.ts'

/**
 * Answers by operation id and status, as `createLink 201`; those of refusals, which all calls share, by status and media
 * type; bodies of requests as `createLink body`.
 */
export type RecordedExamples = Readonly<Record<string, unknown>>

export const RECORDED_FILE = join(packageRoot, 'server/http/openapi/recorded-examples.json')
/** The address of the server that was asked; in the document it is the one that serves it. */
export const RECORDED_ORIGIN = 'http://amanat.test'

export const recordedExamples = (publicUrl: string): RecordedExamples =>
  JSON.parse(readFileSync(RECORDED_FILE, 'utf8').replaceAll(RECORDED_ORIGIN, publicUrl.replace(/\/$/, '')))

/** Of a media type; nothing where no test had one. */
export const exampleOf = (recorded: RecordedExamples, name: string) =>
  name in recorded ? { examples: { recorded: { summary: 'Recorded by a test', value: recorded[name] } } } : {}

export const bodyName = (operationId: string): string => `${operationId} body`
