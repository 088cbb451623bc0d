/** Couriers of india.md §5.2: number shape (warn, block only where strict) and a deep link where one works. */
export interface Courier {
  readonly code: string
  readonly name: string
  readonly url: string
  /** `{n}` in `url` is the number; false: the number is copied and pasted on the courier's own page. */
  readonly deepLink: boolean
  readonly number: RegExp | null
  /** A number of another shape is refused instead of warned about. */
  readonly strict: boolean
}

const courier = (
  code: string,
  name: string,
  number: RegExp | null,
  url: string,
  flags: { deepLink?: boolean; strict?: boolean } = {},
): Courier => ({ code, name, number, url, deepLink: flags.deepLink ?? false, strict: flags.strict ?? false })

const LINK = { deepLink: true }

export const COURIERS: readonly Courier[] = [
  courier(
    'india_post',
    'India Post (Speed Post)',
    /^[A-Z]{2}\d{9}IN$/,
    'https://www.indiapost.gov.in/_layouts/15/DOP.Portal.Tracking/TrackConsignment.aspx',
    { strict: true },
  ),
  courier(
    'bluedart',
    'Blue Dart',
    /^\d{8,11}$/,
    'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo={n}',
    { ...LINK, strict: true },
  ),
  courier('delhivery', 'Delhivery', /^\d{11,15}$/, 'https://www.delhivery.com/track/package/{n}', LINK),
  courier('dtdc', 'DTDC', /^[A-Z]\d{8,10}$/, 'https://www.dtdc.com/track-your-shipment/'),
  courier(
    'xpressbees',
    'XpressBees',
    /^(?:\d{13,16}|[A-Z]{2}\d{12})$/,
    'https://www.xpressbees.com/track?isawb=Yes&trackid={n}',
    LINK,
  ),
  courier('ekart', 'Ekart', /^[A-Z]{4}[A-Z0-9]{9,14}$/, 'https://ekartlogistics.com/shipmenttrack/{n}', LINK),
  courier(
    'ecom_express',
    'Ecom Express',
    /^\d{9,15}$/,
    'https://ecomexpress.in/tracking/?awb_field={n}',
    LINK,
  ),
  courier('shadowfax', 'Shadowfax', /^[A-Z0-9]{10,16}$/, 'https://tracker.shadowfax.in/#/track/{n}'),
  courier(
    'amazon',
    'Amazon Shipping',
    /^(?:TBA\d{9,12}|[A-Z0-9]{12,15})$/,
    'https://track.amazon.in/tracking/{n}',
    LINK,
  ),
  courier('professional', 'Professional Couriers', null, 'https://www.tpcindia.com/track-info.aspx'),
  courier('trackon', 'Trackon', null, 'https://trackon.in/courier-tracking'),
  courier('shiprocket', 'Shiprocket', null, 'https://www.shiprocket.in/shipment-tracking/'),
  courier('hand', 'Hand delivery', null, ''),
  courier('other', 'Other', null, ''),
]

export const findCourier = (code: string): Courier | null => COURIERS.find((one) => one.code === code) ?? null

/** The S10 check digit of an international or Speed Post number: weights 8 6 4 2 3 5 9 7. */
export function s10CheckDigit(eightDigits: string): number {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = weights.reduce((total, weight, i) => total + weight * Number(eightDigits[i]), 0)
  const digit = 11 - (sum % 11)
  return digit === 10 ? 0 : digit === 11 ? 5 : digit
}

/** Whether a number looks right for its courier: `ok`, `unusual` (warn) or `wrong` (refuse). */
export function judgeTracking(code: string, number: string): 'ok' | 'unusual' | 'wrong' {
  const found = findCourier(code)
  if (!found?.number) return 'ok'
  const shaped = found.number.test(number)
  const s10 = code !== 'india_post' || !shaped || s10CheckDigit(number.slice(2, 10)) === Number(number[10])
  if (shaped && s10) return 'ok'
  return found.strict ? 'wrong' : 'unusual'
}

/** Where a parcel can be followed; null where only the number can be copied. */
export function trackingUrl(code: string, number: string): string | null {
  const found = findCourier(code)
  return found?.deepLink ? found.url.replace('{n}', encodeURIComponent(number)) : null
}
