/** Answers that the HTTP tests were given, as the examples of the document. `RECORD_ANSWERS=1 npm test -- http` fills gaps. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#server/lib/paths.ts'

/** By operation id and status, as `createLink 201`; those of refusals, which all calls share, by status and media type. */
export type RecordedAnswers = Readonly<Record<string, unknown>>

export const RECORDED_FILE = join(packageRoot, 'server/http/openapi/recorded-answers.json')
/** The address of the server that was asked; in the document it is the one that serves it. */
export const RECORDED_ORIGIN = 'http://amanat.test'

export const recordedAnswers = (publicUrl: string): RecordedAnswers =>
  JSON.parse(readFileSync(RECORDED_FILE, 'utf8').replaceAll(RECORDED_ORIGIN, publicUrl.replace(/\/$/, '')))

/** Of a media type; nothing where no test was given such an answer. */
export const exampleOf = (answers: RecordedAnswers, name: string) =>
  name in answers ? { examples: { recorded: { summary: 'Recorded by a test', value: answers[name] } } } : {}
