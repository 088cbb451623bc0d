/** No report is believed whose bytes or signature were changed, of either provider: 10,000 changes of the samples of their pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Hmac, readCashfreeEvent } from './cashfree/webhook.ts'
import type { Reading } from './rail.ts'
import { hexHmac, readEvent } from './razorpay/webhook.ts'

const FOLDER = join(import.meta.dirname, '../../test/fixtures')
/** The bytes of each webhook of a provider's pages. */
const reportsOf = (provider: string): Buffer[] =>
  readdirSync(join(FOLDER, provider)).flatMap((file) => {
    const { kind, body } = JSON.parse(readFileSync(join(FOLDER, provider, file), 'utf8'))
    return kind === 'webhook' ? [Buffer.from(JSON.stringify(body))] : []
  })

interface Provider {
  readonly name: string
  readonly sign: (secret: string, raw: Buffer) => string
  readonly read: (raw: Buffer, signature: string | undefined) => Reading
}
const STAMP = '1746427759733'
const PROVIDERS: readonly Provider[] = [
  { name: 'razorpay', sign: hexHmac, read: (raw, signature) => readEvent(['secret'], raw, signature) },
  {
    name: 'cashfree',
    sign: (secret, raw) => base64Hmac(secret, STAMP, raw),
    read: (raw, signature) =>
      readCashfreeEvent(['secret'], raw, {
        ...{ 'x-webhook-signature': signature, 'x-webhook-timestamp': STAMP },
      }),
  },
]

const WAYS = [
  ...['bytes', 'cut', 'longer', 'written again', 'unsigned', 'empty', 'another secret'],
  ...['signature cut', 'signature longer', 'signature changed', 'signature of another'],
] as const

interface Change {
  readonly way: (typeof WAYS)[number]
  /** Where, from 0 up to 1. */
  readonly place: number
  readonly bits: number
}

const LETTERS = '0123456789abcdef'

function changed(
  provider: Provider,
  raw: Buffer,
  { way, place, bits }: Change,
): [Buffer, string | undefined] {
  const signature = provider.sign('secret', raw)
  const at = Math.floor(place * raw.length)
  const letter = Math.floor(place * signature.length)
  switch (way) {
    case 'bytes': {
      const other = Buffer.from(raw)
      other[at] = (other[at] ?? 0) ^ bits
      return [other, signature]
    }
    case 'cut':
      return [raw.subarray(0, at), signature]
    case 'longer':
      return [Buffer.concat([raw, Buffer.from([bits])]), signature]
    case 'written again':
      return [Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1 + (bits % 4))), signature]
    case 'unsigned':
      return [raw, undefined]
    case 'empty':
      return [raw, '']
    case 'another secret':
      return [raw, provider.sign(`secret${bits}`, raw)]
    case 'signature cut':
      return [raw, signature.slice(0, letter)]
    case 'signature longer':
      return [raw, signature + signature.slice(0, 1 + letter)]
    case 'signature changed': {
      const last = LETTERS[bits % LETTERS.length] ?? '0'
      const other = signature[letter] === last ? (last === '0' ? '1' : '0') : last
      return [raw, signature.slice(0, letter) + other + signature.slice(letter + 1)]
    }
    case 'signature of another':
      return [raw, provider.sign('secret', Buffer.concat([raw, Buffer.from(' ')]))]
  }
}

describe.each(PROVIDERS)('a report of $name', (provider) => {
  const reports = reportsOf(provider.name)

  it('is genuine as the pages have it', () => {
    expect(reports.length).toBeGreaterThan(5)
    for (const raw of reports) expect(provider.read(raw, provider.sign('secret', raw)).is).not.toBe('forged')
  })

  it('is forged once anything of it was changed', () => {
    const change = fc.record({
      way: fc.constantFrom(...WAYS),
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      bits: fc.integer({ min: 1, max: 255 }),
    })
    fc.assert(
      fc.property(fc.constantFrom(...reports), change, (raw, how) => {
        expect(provider.read(...changed(provider, raw, how)).is).toBe('forged')
      }),
      { numRuns: 5_000 },
    )
  })
})
