/** What the program writes down during the rounds: kept beside their report, and read for what no log may say. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CASHFREE_FAKE } from '#test/support/fakes/cashfree/server.ts'
import { FAKE_KEYS } from '#test/support/fakes/razorpay/server.ts'
import { readLog } from '#test/support/logs.ts'
import { PASSWORD } from '#test/support/people.ts'

const { keySecret, webhookSecret, oldWebhookSecret, accountNumber } = FAKE_KEYS
const secrets = new Set([
  ...[PASSWORD, keySecret, webhookSecret, oldWebhookSecret, accountNumber, 'test-secret'],
  ...[CASHFREE_FAKE.pg.clientSecret, CASHFREE_FAKE.payout.clientSecret],
])
/** A code or a session of a round: from now on no line may have it. */
export const neverLog = (secret: string): unknown => secrets.add(secret)

const NEVER: Readonly<Record<string, RegExp>> = {
  'a number of a person or an account': /(?<![\w.])\d{10,18}(?![\w-])/,
  'an address': /[\w.+-]+@[a-z][\w-]*/i,
  'a key or a session': /\b(?:Basic|Bearer|Token) [\w+/=.-]{8,}|amt_(?:live|test)_\w+|\b[0-9a-f]{40}\b/,
  'a code': /\b(?:code|otp)\W{0,5}\d{6}\b/i,
}
/** Ids, and what parts a form that is sent. */
const CHANCE = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|boundary=[\w-]+/g
/** Of each line, and nobody's. */
const OWN_FIELDS = ['time', 'pid', 'hostname', 'instance', 'reqId']

function withoutOwnFields(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const fields = Object.entries(JSON.parse(line)).filter(([name]) => !OWN_FIELDS.includes(name))
    return JSON.stringify(Object.fromEntries(fields))
  } catch {
    return line
  }
}

/** What a line says that it may not; null for a line that may be kept. */
export function leakIn(line: string): string | null {
  const text = withoutOwnFields(line).replaceAll(CHANCE, '')
  for (const secret of secrets) if (text.includes(secret)) return 'a secret'
  return Object.entries(NEVER).find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

let file: string | null = null
let lines = 0
let leaks: string[] = []

/** A line of whichever process. */
export function watchLine(line: string): void {
  if (line.trim() === '') return
  lines += 1
  if (file) appendFileSync(file, line.endsWith('\n') ? line : `${line}\n`)
  const leak = leakIn(line)
  if (leak) leaks.push(`${leak}: ${line}`)
}

/** The lines of one fault from here on; `report`: the file that its result goes to. */
export function watchFault(name: string, report: string | undefined): void {
  readLog(watchLine)
  ;[lines, leaks] = [0, []]
  if (!report) return
  file = join(dirname(report), 'faults-log', `${name}.log`)
  mkdirSync(dirname(file), { recursive: true })
}

export const watched = () => ({ logLines: lines, leaks: [...leaks] })
