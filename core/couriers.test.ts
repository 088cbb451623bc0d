/** Couriers in India: which numbers each can have, and where a parcel can be followed. */
import { describe, expect, it } from 'vitest'
import { COURIERS, checkTrackingNumber, findCourier, trackingUrl } from './couriers.ts'

const digits = (length: number): string => '12345678901234567890'.slice(0, length)

/** Courier, numbers at the ends of its shape, and neighbours that are outside. */
const SHAPES: readonly (readonly [code: string, fitting: string[], wrong: string[]])[] = [
  ['bluedart', [digits(8), digits(11)], [digits(7), digits(12), `A${digits(8)}`, `${digits(8)}A`]],
  ['delhivery', [digits(11), digits(15)], [digits(10), digits(16), `A${digits(11)}`, `${digits(11)}A`]],
  [
    'dtdc',
    [`D${digits(8)}`, `Z${digits(10)}`],
    [`D${digits(7)}`, `D${digits(11)}`, digits(9), `DD${digits(8)}`, `D${digits(8)}X`, 'DABCDEFGH'],
  ],
  [
    'xpressbees',
    [digits(13), digits(16), `AB${digits(12)}`],
    [
      digits(12),
      digits(17),
      `A${digits(12)}`,
      `AB${digits(11)}`,
      `AB${digits(13)}`,
      `X${digits(13)}`,
      'ABCDEFGHIJKLMN',
    ],
  ],
  [
    'ekart',
    ['FMPC1234567890', 'FMPPABCDE1234', `FMPC${digits(14)}`],
    ['FMPC12345678', `FMPC${digits(15)}`, 'FMP1234567890', `1FMPC${digits(10)}`, 'FMPC123456789-'],
  ],
  ['ecom_express', [digits(9), digits(15)], [digits(8), digits(16), `A${digits(9)}`, `${digits(9)}A`]],
  [
    'shadowfax',
    ['SF12345678', `SF${digits(14)}`],
    ['SF1234567', `SF${digits(15)}`, 'SF-1234567890', '-SF12345678', 'SF12345678-'],
  ],
  [
    'amazon',
    [`TBA${digits(9)}`, `TBA${digits(12)}`, 'AB1234567890', 'AB1234567890123'],
    [
      `TBA${digits(8)}`,
      `TBA${digits(13)}`,
      'AB123456789',
      'TBA-123456789',
      `-TBA${digits(9)}`,
      `TBA${digits(9)}-`,
    ],
  ],
]

describe('a number of', () => {
  it.each(SHAPES)('%s', (code, fitting, wrong) => {
    expect(fitting.filter((number) => checkTrackingNumber(code, number) !== 'fits')).toEqual([])
    expect(wrong.filter((number) => checkTrackingNumber(code, number) !== 'wrong')).toEqual([])
  })
  it.each(['professional', 'trackon', 'shiprocket', 'hand', 'other', 'no such courier'])(
    '%s proves nothing, and none is refused',
    (code) => expect(checkTrackingNumber(code, 'anything')).toBe('unknown'),
  )
})

describe('the check digit of Speed Post', () => {
  // S10: weights 8 6 4 2 3 5 9 7, eleven less the rest; ten counts as 0 and eleven as 5
  it.each([
    ['EE473124829IN', 'fits'],
    ['RB123456785IN', 'fits'],
    ['EE000000005IN', 'fits'],
    ['EE020000000IN', 'fits'],
    ['EE473124828IN', 'wrong'],
    ['EE743124829IN', 'wrong'],
    ['EE473124829GB', 'wrong'],
    ['E4473124829IN', 'wrong'],
    ['XEE473124829IN', 'wrong'],
    ['EE473124829INX', 'wrong'],
  ])('%s %s', (number, verdict) => expect(checkTrackingNumber('india_post', number)).toBe(verdict))
  it('of every eight digits one fits, and one alone', () => {
    for (let eight = 10_000_000; eight < 10_000_200; eight += 1) {
      const fitting = [...'0123456789'].filter(
        (digit) => checkTrackingNumber('india_post', `EE${eight}${digit}IN`) === 'fits',
      )
      expect(fitting).toHaveLength(1)
    }
  })
  it('is not asked of others', () => expect(checkTrackingNumber('amazon', 'EE473124828IN')).toBe('fits'))
})

describe('a parcel can be followed', () => {
  it.each([
    ['bluedart', 'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=A%2F1'],
    ['delhivery', 'https://www.delhivery.com/track/package/A%2F1'],
    ['xpressbees', 'https://www.xpressbees.com/track?isawb=Yes&trackid=A%2F1'],
    ['ekart', 'https://ekartlogistics.com/shipmenttrack/A%2F1'],
    ['ecom_express', 'https://ecomexpress.in/tracking/?awb_field=A%2F1'],
    ['amazon', 'https://track.amazon.in/tracking/A%2F1'],
  ])('with %s at its own page', (code, url) => expect(trackingUrl(code, 'A/1')).toBe(url))
  it.each([
    'india_post',
    'dtdc',
    'shadowfax',
    'professional',
    'trackon',
    'shiprocket',
    'hand',
    'other',
    'none',
  ])('with %s by copying the number alone', (code) => expect(trackingUrl(code, 'A1')).toBeNull())
})

describe('the list', () => {
  it('names each courier once, as people know it', () => {
    expect(COURIERS.map(({ code, name }) => `${code}: ${name}`)).toEqual([
      'india_post: India Post (Speed Post)',
      'bluedart: Blue Dart',
      'delhivery: Delhivery',
      'dtdc: DTDC',
      'xpressbees: XpressBees',
      'ekart: Ekart',
      'ecom_express: Ecom Express',
      'shadowfax: Shadowfax',
      'amazon: Amazon Shipping',
      'professional: Professional Couriers',
      'trackon: Trackon',
      'shiprocket: Shiprocket',
      'hand: Hand delivery',
      'other: Other',
    ])
  })
  it('has an address of each company, over https', () => {
    const addresses = COURIERS.filter(({ code }) => code !== 'hand' && code !== 'other').map(({ url }) => url)
    expect(addresses.filter((url) => !/^https:\/\/[\w.]+\.(?:in|com)\//.test(url))).toEqual([])
    for (const code of ['hand', 'other']) expect(findCourier(code)?.url).toBe('')
  })
  it('knows no courier of another name', () => expect(findCourier('pigeon')).toBeNull())
})
