/** `amt_test_<id>_<secret>_<checksum>`: a name to look it up by, and a checksum, so that a typo costs no query. */
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyMode } from '#core/scopes.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 12
/** 190 random bits. */
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6

const randomText = (length: number): string =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}

export const keyPrefix = (mode: KeyMode, id: string): string => `amt_${mode}_${id}`

export interface NewKey {
  readonly id: string
  readonly key: string
  readonly last4: string
}

export function newApiKey(mode: KeyMode): NewKey {
  const id = randomText(ID_LENGTH)
  const secret = randomText(SECRET_LENGTH)
  const text = `${keyPrefix(mode, id)}_${secret}`
  return { id, key: `${text}_${checksumOf(text)}`, last4: secret.slice(-4) }
}

export const looksLikeKey = (token: string): boolean => /^amt_(?:test|live)_/.test(token)

/** Null when a character is wrong or missing: nothing need be asked of the database. */
export function readApiKey(token: string): { readonly mode: KeyMode; readonly id: string } | null {
  const match = /^(amt_(test|live)_([0-9A-Za-z]{12})_[0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/.exec(token)
  if (!match) return null
  const [, text = '', mode, id = '', checksum] = match
  return checksumOf(text) === checksum ? { mode: mode as KeyMode, id } : null
}
