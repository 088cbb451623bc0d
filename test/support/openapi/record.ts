/**
 * With RECORD_EXAMPLES=1 what the HTTP tests send and are answered becomes the examples of the document. One that stands
 * there already and still fits is left, but for an answer when a fuller one comes; so that a run of some files adds to
 * what others have recorded.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { RECORDED_FILE } from '#server/http/openapi/recorded-examples.ts'
import { leaksOf, normalised } from './normalised.ts'

interface Recording {
  readonly name: string
  readonly body: unknown
  /** Whether the document takes it in this form. */
  readonly fits: (body: unknown) => boolean
  /** Of what is sent the fullest is what no program would send: fields that the call does not read. */
  readonly prefersFuller: boolean
}

/** Fuller than this is not clearer. */
const MOST_CHARACTERS = 2_500

function fullness(body: unknown): number {
  if (typeof body !== 'object' || body === null) return body === null || body === '' || body === 0 ? 0 : 1
  return Object.values(body).reduce((sum: number, part) => sum + fullness(part), 0)
}

export function record({ name, body, fits, prefersFuller }: Recording): void {
  const recorded = JSON.parse(readFileSync(RECORDED_FILE, 'utf8')) as Record<string, unknown>
  // a list that has an exact length stays whole
  const answer = [normalised(body), normalised(body, { isWhole: true })].find(fits)
  const text = JSON.stringify(answer) ?? ''
  if (text === '' || leaksOf(text).length > 0) return
  const known = recorded[name]
  const isFuller = prefersFuller && fullness(answer) > fullness(known) && text.length <= MOST_CHARACTERS
  if (known !== undefined && fits(known) && !isFuller) return
  recorded[name] = answer
  const sorted = Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1))
  // several files of tests at once: whoever reads meets a whole one
  const whole = `${RECORDED_FILE}.${process.pid}`
  writeFileSync(whole, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
  renameSync(whole, RECORDED_FILE)
}
