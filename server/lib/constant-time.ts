import { timingSafeEqual } from 'node:crypto'

const bytesOf = (value: Buffer | string): Buffer => (typeof value === 'string' ? Buffer.from(value) : value)

/**
 * Whether two secrets are the same, in a time that depends on their lengths alone: `===` ends at the first difference, and
 * who measures it finds a signature byte by byte. A text counts as its UTF-8 bytes. Where the lengths differ it is false;
 * `timingSafeEqual` throws there, and a stranger who sends a short signature would get a 500.
 */
export function constantTimeEqual(a: Buffer | string, b: Buffer | string): boolean {
  const [one, other] = [bytesOf(a), bytesOf(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
