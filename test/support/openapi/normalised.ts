/**
 * An answer without what differs from run to run and without anything that opens a door: tokens, secrets, codes, numbers
 * of phones, addresses, ids, moments. The same value gets the same stand-in wherever the answer has it.
 */

/** Moments of the recorded answers begin here and stay as far apart as they were. */
const FIRST_MOMENT = Date.parse('2026-12-01T10:00:00.000Z')
const MINUTE = 60_000
const MOST_ENTRIES = 2
const LONGEST_TEXT = 400

/** Of a test, on whatever port was free. */
const RECEIVER = /http:\/\/127\.0\.0\.1:\d+/g
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g
const DAY = /(?<![\d-])20\d\d-\d\d-\d\d(?![\dT-])/g
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g
const HEX = /(?<![\w-])[\da-f]{32,}(?![\w-])/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PHONE = /(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/g
const PREFIXED =
  /(?<![\w-])(?:amt_(?:test|live)_|whsec_|whpk_|msg_|pay_|order_)[\w+/=-]+|(?<![\w/+-])[A-Z2-7]{32,}(?![\w/+-])/g
/** Of base64url, as ids and tokens are; words have no capital inside. */
const RANDOM = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}(?![\w-])/g
/** Names of fields have capitals inside, and no digit. */
const RANDOM_WITH_DIGIT = new RegExp(RANDOM.source.replace('[\\w-]{20,}', '(?=[\\w-]*\\d)[\\w-]{20,}'), 'g')
const BASE64 = /(?<![\w+/-])(?=[\w+/]*[A-Z])(?=[\w+/]*[a-z])[\w+/]{40,}={0,2}/g

const HAS_ID = /(?:^|_)(?:id|pk|seq_id|user|by)$/
const IS_SECRET = /secret|token|^otp|recovery|challenge|totp|password/
/** Names of fields that hold a code to type; a refusal's code is a word. */
const TYPED_CODE = /^(?:code|codes|digits)$/

class StandIns {
  readonly #known = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  for(kind: string, value: string, make: (count: number) => string): string {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const standIn = make(count)
    this.#known.set(value, standIn)
    // what was put in stays as it is when it is met again
    this.#known.set(standIn, standIn)
    return standIn
  }
}

const padded = (prefix: string, count: number, length: number): string =>
  `${prefix}${String(count).padStart(Math.max(1, length - prefix.length), '0')}`

const shortened = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text

function momentsOf(answer: unknown): number {
  const moments = [...JSON.stringify(answer).matchAll(MOMENT)].map(([text]) => Date.parse(text))
  return Math.min(...moments.filter(Number.isFinite))
}

class Normaliser {
  readonly #standIns = new StandIns()
  readonly #firstAt: number
  readonly #mostEntries: number

  constructor(firstAt: number, mostEntries: number) {
    this.#firstAt = firstAt
    this.#mostEntries = mostEntries
  }

  #text(text: string): string {
    const as = (kind: string, make: (count: number, value: string) => string) => (value: string) =>
      this.#standIns.for(kind, value, (count) => make(count, value))
    return shortened(
      text
        .replace(RECEIVER, 'https://shop.example')
        .replace(
          PREFIXED,
          as('key', (count, value) => padded(this.#prefixOf(value), count, value.length)),
        )
        .replace(
          UUID,
          as('uuid', (count) => padded('00000000-0000-4000-8000-', count, 36)),
        )
        .replace(MOMENT, (moment) => {
          const minutes = Math.round((Date.parse(moment) - this.#firstAt) / MINUTE)
          return new Date(FIRST_MOMENT + minutes * MINUTE).toISOString()
        })
        .replace(DAY, '2026-12-01')
        .replace(
          EMAIL,
          as('email', (count) => `person${count}@example.com`),
        )
        .replace(
          HEX,
          as('hash', (count, value) => String(count).padStart(value.length, '0')),
        )
        .replace(
          BASE64,
          as('base64', (count, value) => padded('EXAMPLE', count, value.length)),
        )
        .replace(
          RANDOM,
          as('random', (count, value) => padded('EXAMPLE', count, value.length)),
        )
        .replace(
          PHONE,
          as('phone', (count) => `98765432${String(count).padStart(2, '0')}`),
        ),
    )
  }

  #prefixOf(value: string): string {
    return `${/^(?:amt_(?:test|live)|[a-z]+)_/.exec(value)?.[0] ?? ''}EXAMPLE`
  }

  value(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.slice(0, this.#mostEntries).map((each) => this.value(each, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.value(part, key)]))
    if (typeof value === 'number' && HAS_ID.test(name))
      return Number(this.#standIns.for('id', `number ${value}`, (count) => String(count)))
    // a version of the API is named by a day, and is one of a list
    if (typeof value !== 'string' || name === 'version') return value
    // words are a message about such a field
    if (IS_SECRET.test(name) && value !== '' && !/\s|^\d{4}-/.test(value))
      return this.#standIns.for('secret', value, (count) => padded('EXAMPLE', count, value.length))
    if (TYPED_CODE.test(name) && /\d/.test(value)) return value.replace(/\w/g, '0')
    if (HAS_ID.test(name) && /^(?=.*[\dA-Z])[\w-]{8,19}$/.test(value))
      return this.#standIns.for('short', value, (count) => padded('EXAMPLE', count, value.length))
    return this.#text(value)
  }
}

export const normalised = (answer: unknown, { isWhole = false } = {}): unknown =>
  new Normaliser(momentsOf(answer), isWhole ? Number.POSITIVE_INFINITY : MOST_ENTRIES).value(answer)

/** What a recorded answer must not hold, as a reader of it would look for it. */
export function leaksOf(text: string): string[] {
  const matches = [PREFIXED, RANDOM_WITH_DIGIT, BASE64, HEX, UUID, EMAIL, PHONE].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([value]) => value),
  )
  return matches.filter((value) => !/EXAMPLE\d+|^0{8}|example\.com$|98765432\d\d$/.test(value))
}
