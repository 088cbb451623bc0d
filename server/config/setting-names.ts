/** The names of settings: secrets that stand in files, and names that were meant to be others. */
import { readFileSync } from 'node:fs'
import { ConfigError, reasonOf } from '#server/lib/operator-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `SMTP_URL_FILE=/run/secrets/smtp` sets SMTP_URL: an orchestrator mounts secrets, and the environment is seen by many. */
export function withSecretFiles(env: Environment, secrets: readonly string[]): Environment {
  const values: Record<string, string | undefined> = { ...env }
  for (const name of secrets) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both set: one is enough.`)
    try {
      values[name] = readFileSync(file, 'utf8')
    } catch (error) {
      throw new ConfigError(`${name}_FILE cannot be read: ${reasonOf(error)}.`)
    }
    // a secret that was not written yet: what is not set has a default, such as a database of the server's own
    if (values[name]?.trim() === '') throw new ConfigError(`${name}_FILE names an empty file.`)
  }
  return values
}

/** How many letters differ: insertions, deletions, replacements. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Shorter names are near too much of what a shell has: PORT, HOST, DEMO. */
const MIN_LENGTH = 7
const maxDistance = ({ length }: string): number => Math.min(3, Math.floor(length / 4))

/** What only ours begin with. */
const PREFIXES =
  /^(?:MSG91|WHATSAPP|TWILIO|RAZORPAY|CASHFREE|UPI|TRUSTED|RATE_LIMIT|BACKUP|DRILL|CLAMD|VAPID|METRICS)_/

/** One line for each name that looks like one of ours and is none: it would be ignored in silence. */
export function mistakenNames(env: Environment, known: readonly string[]): string[] {
  const unknown = Object.keys(env).filter((name) => env[name]?.trim() && !known.includes(name))
  return unknown.flatMap((name) => {
    const near = known.find(
      (candidate) => candidate.length >= MIN_LENGTH && distance(name, candidate) <= maxDistance(candidate),
    )
    if (near) return [`${name} is no setting and is ignored; is it ${near}?`]
    return PREFIXES.test(name) ? [`${name} is no setting and is ignored.`] : []
  })
}
