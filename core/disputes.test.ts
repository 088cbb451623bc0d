/** Who may give which reason: those of goods are not offered for work, nor the other way round. */
import { expect, it } from 'vitest'
import {
  DISPUTE_REASONS,
  EVIDENCE_KINDS,
  likelyEvidence,
  likelyReasons,
  likelyRemedies,
  REMEDIES,
} from './disputes.ts'
import { fieldsOf, inputOf } from './lifecycle/inputs.ts'

const optionsOf = (track: 'shopping' | 'services', name: string) =>
  fieldsOf('complain', track).find((field) => field.name === name)?.options

const BOTH = [
  'not_received',
  'not_as_described',
  'partial_delivery',
  'late',
  'refund_not_processed',
  'paid_twice',
  'wrong_amount',
  'debited_not_credited',
  'buyer_unresponsive',
  'seller_unresponsive',
  'fraud',
]
const GOODS = ['damaged_defective', 'counterfeit']
const WORK = ['quality', 'scope_change', 'non_payment_of_milestone']

it.each([
  ['shopping', [...BOTH, ...GOODS]],
  ['services', [...BOTH, ...WORK]],
] as const)('a complaint in %s', (track, reasons) => {
  expect([...(optionsOf(track, 'reason') ?? [])].sort()).toEqual([...reasons].sort())
})

it('each track shows its reasons in the order of the list', () => {
  const order = DISPUTE_REASONS.map(({ code }) => code)
  for (const track of ['shopping', 'services'] as const) {
    const shown = optionsOf(track, 'reason') ?? []
    expect(shown).toEqual(order.filter((code) => shown.includes(code)))
  }
})

it('whoever complains may want each remedy that is built', () => {
  const wanted = [
    'full_refund',
    'full_release',
    'split',
    'partial_refund_keep_item',
    'return_then_refund',
    'redo',
    'replacement',
    'price_reduction',
    'cancel_with_fee',
  ]
  for (const track of ['shopping', 'services'] as const) expect(optionsOf(track, 'wanted')).toEqual(wanted)
  const complaint = { reason: 'late', statement: 'It is late', wanted: 'money' }
  expect(inputOf('complain').schema.safeParse(complaint).success).toBe(false)
  expect(inputOf('complain').schema.safeParse({ ...complaint, wanted: 'redo' }).success).toBe(true)
})

it.each([
  ['shopping', 'payer', true],
  ['shopping', 'payer', false],
  ['shopping', 'payee', true],
  ['services', 'payer', true],
  ['services', 'payer', false],
] as const)(
  'the form for %s, %s, delivered %s offers few, and only what its track has',
  (track, by, isDelivered) => {
    const complaint = { track, by, isDelivered }
    const reasons = likelyReasons(complaint)
    const remedies = likelyRemedies(complaint)
    expect(reasons.filter((code) => !optionsOf(track, 'reason')?.includes(code))).toEqual([])
    expect(remedies.filter((code) => !REMEDIES.some((remedy) => remedy.code === code))).toEqual([])
    expect(reasons.length).toBeLessThanOrEqual(7)
    expect(remedies.length).toBeLessThanOrEqual(6)
    expect(reasons).not.toContain('buyer_unresponsive')
    expect(remedies.includes('full_release')).toBe(by === 'payee')
    if (track === 'shopping') expect(remedies).not.toContain('redo')
  },
)

/** By hand: what each side is offered, in the order of the form. */
it.each([
  [
    'shopping',
    'payer',
    true,
    'not_received not_as_described damaged_defective counterfeit partial_delivery late fraud',
    'full_refund split partial_refund_keep_item return_then_refund replacement price_reduction',
  ],
  [
    'shopping',
    'payer',
    false,
    'not_received not_as_described damaged_defective partial_delivery late fraud',
    'full_refund split replacement price_reduction',
  ],
  [
    'services',
    'payer',
    true,
    'not_received not_as_described quality partial_delivery late fraud',
    'full_refund split redo price_reduction cancel_with_fee',
  ],
  [
    'services',
    'payer',
    false,
    'not_received not_as_described seller_unresponsive scope_change partial_delivery late fraud',
    'full_refund split redo price_reduction cancel_with_fee',
  ],
  [
    'services',
    'payee',
    true,
    'not_received not_as_described damaged_defective partial_delivery fraud',
    'full_release split replacement',
  ],
] as const)('the form for %s, %s, delivered %s', (track, by, isDelivered, reasons, remedies) => {
  expect(likelyReasons({ track, by, isDelivered }).join(' ')).toBe(reasons)
  expect(likelyRemedies({ track, by, isDelivered }).join(' ')).toBe(remedies)
})

it('each track offers its own kinds of proof, and none is left without a track', () => {
  const [goods, work] = [likelyEvidence('shopping'), likelyEvidence('services')]
  expect(EVIDENCE_KINDS.filter((kind) => !goods.includes(kind))).toEqual([
    'deliverable_file',
    'delivery_log',
    'revision_request',
    'approval_message',
  ])
  expect(EVIDENCE_KINDS.filter((kind) => !work.includes(kind))).toEqual([
    'product_photo',
    'unboxing_video',
    'packing_video',
    'tracking_proof',
    'delivery_proof',
    'return_shipping_proof',
    'packing_weight_slip',
  ])
})

it.each(['shopping', 'services'] as const)(
  'a delivery in %s offers nothing that the payer cannot open',
  (track) => {
    expect(likelyEvidence(track, 'complain')).toContain('id_document')
    expect(likelyEvidence(track, 'deliver')).toEqual(
      likelyEvidence(track).filter((kind) => kind !== 'id_document'),
    )
  },
)
