import { describe, expect, it } from 'vitest'
import type { Status } from '#core/lifecycle/states.ts'
import { lapseText } from './lapse-text.ts'
import type { CurrentStep } from './lifecycle-steps.ts'

const NAMES = { payer: 'Asha', payee: 'Ravi Traders' } as const
const [BACK, PAID] = [
  { payerPaise: 750_000, payeePaise: 0 },
  { payerPaise: 0, payeePaise: 712_500 },
] as const
type Movers = CurrentStep['movers']

interface Case {
  readonly status: Status
  readonly viewer: CurrentStep['viewer']
  readonly movers: Movers
  readonly parts?: typeof BACK | typeof PAID
  readonly complainant?: 'payer' | 'payee'
  readonly feesDue?: Movers
  readonly isBesideDate?: boolean
}

const words = (
  { status, viewer, movers, parts, complainant, feesDue = [], isBesideDate = false }: Case,
  locale: 'en' | 'hi',
) =>
  lapseText(
    {
      status,
      track: 'shopping',
      viewer,
      movers,
      complainant: complainant ?? null,
      feesDue,
      amount: '₹7,500',
      names: NAMES,
    },
    {
      time: '24 Nov, 11:22 am',
      parts: parts ?? null,
      amountPaise: 750_000,
      releasePaise: 712_500,
      feePaise: 5_000,
      isBesideDate,
    },
    { locale },
  )
const both: Movers = ['payee', 'payer']
const filed = { status: 'disputed', complainant: 'payer', parts: PAID, movers: both, feesDue: both } as const
const paid = { ...filed, parts: BACK, movers: ['payee'] as Movers, feesDue: ['payee'] as Movers } as const

const ENGLISH: readonly [Case, string][] = [
  [
    { status: 'agreed', viewer: 'payer', movers: ['payer'] },
    'If you do nothing by then, the deal is cancelled and nobody owes anything.',
  ],
  [
    { status: 'funded', viewer: 'payer', movers: ['payee'], parts: BACK },
    'If Ravi Traders does nothing by then, you get ₹7,500 back.',
  ],
  [
    { status: 'in_delivery', isBesideDate: true, viewer: 'payer', movers: ['payee'], parts: BACK },
    'If nothing comes by 24 Nov, 11:22 am, you get ₹7,500 back.',
  ],
  [
    { status: 'in_delivery', isBesideDate: true, viewer: 'payee', movers: ['payee'], parts: BACK },
    'If you hand over nothing by 24 Nov, 11:22 am, Asha gets ₹7,500 back.',
  ],
  [
    { status: 'in_delivery', viewer: 'payer', movers: ['payee'], parts: BACK },
    'If Ravi Traders does nothing by then, you get ₹7,500 back.',
  ],
  [
    { status: 'delivered', viewer: 'payer', movers: ['payer'], parts: PAID },
    'If you do nothing by then, Ravi Traders gets ₹7,125.',
  ],
  [
    { status: 'delivered', viewer: 'payee', movers: ['payer'], parts: PAID },
    'If Asha does nothing by then, you get ₹7,125.',
  ],
  [
    { status: 'return_requested', viewer: 'payee', movers: ['payee'] },
    'If you do nothing by then, the return counts as agreed.',
  ],
  [
    { status: 'negotiating', viewer: 'payer', movers: both },
    'If there is no settlement by then, our team decides.',
  ],
  [
    {
      status: 'mediation',
      viewer: 'payer',
      movers: ['team'],
      parts: { payerPaise: 375_000, payeePaise: 356_250 } as never,
    },
    'If our team has not decided by then, Ravi Traders gets ₹3,562.50 and you get ₹3,750 back.',
  ],
  [
    { ...filed, viewer: 'payer' },
    'Pay the ₹50 fee by 24 Nov, 11:22 am. If you do not, your complaint ends and Ravi Traders gets ₹7,125.',
  ],
  [
    { ...filed, viewer: 'payee' },
    'If Asha does not pay the ₹50 fee by then, the complaint ends and you get ₹7,125. If Asha pays it, your time to reply begins. If you do not reply, Asha gets ₹7,500 back.',
  ],
  [
    { ...filed, viewer: 'team' },
    'If Asha does not pay the ₹50 fee by then, the complaint ends and Ravi Traders gets ₹7,125.',
  ],
  [{ ...paid, viewer: 'payer' }, 'If Ravi Traders does not reply by then, you get ₹7,500 back.'],
  [
    { ...paid, viewer: 'payee' },
    'Pay the ₹50 fee and reply to the complaint by 24 Nov, 11:22 am. If you do not, Asha gets ₹7,500 back.',
  ],
  [
    { ...paid, feesDue: [], viewer: 'payee' },
    'Reply to the complaint by 24 Nov, 11:22 am. If you do not, Asha gets ₹7,500 back.',
  ],
  [
    { ...filed, complainant: 'payee', parts: BACK, viewer: 'payee' },
    'Pay the ₹50 fee by 24 Nov, 11:22 am. If you do not, your complaint ends and Asha gets ₹7,500 back.',
  ],
]

describe('what the deadline brings', () => {
  it.each(ENGLISH)('%j', (step, text) => expect(words(step, 'en')).toBe(text))

  it('in Hindi', () => {
    expect(words({ ...filed, viewer: 'payer' }, 'hi')).toBe(
      '24 Nov, 11:22 am तक ₹50 शुल्क भरें। नहीं भरा तो आपकी शिकायत ख़त्म हो जाएगी और Ravi Traders को ₹7,125 मिलेंगे।',
    )
    expect(words({ status: 'delivered', viewer: 'payer', movers: ['payer'], parts: PAID }, 'hi')).toBe(
      'तब तक आपने कुछ नहीं किया तो Ravi Traders को ₹7,125 मिलेंगे।',
    )
  })

  it('is nothing where no deadline runs', () =>
    expect(words({ status: 'released', viewer: 'payer', movers: [] }, 'en')).toBe(''))
})
