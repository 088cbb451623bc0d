import { expect, test } from 'vitest'
import { type ClaimedDelivery, deliveryProof, proofWindowMs } from './delivery-proof.ts'
import { DEFAULT_POLICY } from './policy.ts'
import { DAY_MS } from './time.ts'

const parcel = (courier: string, trackingNumber: string): ClaimedDelivery => ({
  track: 'shopping',
  courier,
  trackingNumber,
  hasFiles: true,
})
const work = (hasFiles: boolean): ClaimedDelivery => ({
  track: 'services',
  courier: null,
  trackingNumber: null,
  hasFiles,
})

test.each([
  ['courier and number fit', parcel('delhivery', '12345678901'), 'courier', 2],
  ['another courier', parcel('other', '12345678901'), 'other_courier', 7],
  ['a courier whose numbers are not known', parcel('trackon', '12345678901'), 'other_courier', 7],
  ['a number of before that does not fit', parcel('delhivery', 'X'), 'other_courier', 7],
  ['by hand without the code', parcel('hand', 'Asha'), 'no_code', 7],
  ['work without a file', work(false), 'no_file', 7],
] as const)('%s', (_, claim, proof, days) => {
  expect(deliveryProof(claim)).toBe(proof)
  expect(proofWindowMs(proof, DEFAULT_POLICY)).toBe(days * DAY_MS)
})

test('work with a file has the usual window', () => {
  expect(deliveryProof(work(true))).toBeNull()
})
