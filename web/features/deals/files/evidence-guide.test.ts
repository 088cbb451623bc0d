import { describe, expect, it } from 'vitest'
import type { Deal } from '#core/contract/deals.ts'
import { likelyKind } from './evidence-guide.tsx'

const deal = (track: Deal['track'], me: Deal['me'], status: Deal['status'] = 'delivered') =>
  ({ track, me, status, return_tracking: null }) as Deal

describe('what a file is filed as when nobody says', () => {
  it.each([
    ['a photo of the buyer', deal('shopping', 'payer'), 'image/png', undefined, 'product_photo'],
    ['a photo of the seller', deal('shopping', 'payee'), 'image/jpeg', undefined, 'product_photo'],
    ['a video of the buyer', deal('shopping', 'payer'), 'video/mp4', undefined, 'unboxing_video'],
    ['a video of the seller', deal('shopping', 'payee'), 'video/mp4', undefined, 'packing_video'],
    [
      'a video of goods sent back',
      deal('shopping', 'payer', 'returning'),
      'video/mp4',
      undefined,
      'packing_video',
    ],
    ['a document', deal('shopping', 'payer'), 'application/pdf', undefined, 'other'],
    [
      'a photo of the delivery',
      deal('shopping', 'payee', 'in_delivery'),
      'image/png',
      'deliver',
      'delivery_proof',
    ],
    ['work', deal('services', 'payee'), 'application/zip', 'deliver', 'deliverable_file'],
    ['a file of the client', deal('services', 'payer'), 'image/png', undefined, 'other'],
    ['a file of the team', deal('shopping', 'team'), 'video/mp4', undefined, 'other'],
  ] as const)('%s', (_, of, type, action, kind) => {
    expect(likelyKind(of, { type }, action)).toBe(kind)
  })
})
