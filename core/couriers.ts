/** Couriers in India: the shape of their numbers, and a deep link where one works. */
export interface Courier {
  readonly code: string
  readonly name: string
  readonly url: string
  /** `{n}` in `url` is the number; false: the number is copied and pasted on the courier's own page. */
  readonly deepLink: boolean
  /** Null where no shape is known: any number is taken, and proves nothing. */
  readonly number: RegExp | null
}

const courier = (
  code: string,
  name: string,
  number: RegExp | null,
  { url, deepLink = false }: { url: string; deepLink?: boolean },
): Courier => ({ code, name, number, url, deepLink })

export const COURIERS: readonly Courier[] = [
  courier('india_post', 'India Post (Speed Post)', /^[A-Z]{2}\d{9}IN$/, {
    url: 'https://www.indiapost.gov.in/_layouts/15/DOP.Portal.Tracking/TrackConsignment.aspx',
  }),
  courier('bluedart', 'Blue Dart', /^\d{8,11}$/, {
    url: 'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo={n}',
    deepLink: true,
  }),
  courier('delhivery', 'Delhivery', /^\d{11,15}$/, {
    url: 'https://www.delhivery.com/track/package/{n}',
    deepLink: true,
  }),
  courier('dtdc', 'DTDC', /^[A-Z]\d{8,10}$/, { url: 'https://www.dtdc.com/track-your-shipment/' }),
  courier('xpressbees', 'XpressBees', /^(?:\d{13,16}|[A-Z]{2}\d{12})$/, {
    url: 'https://www.xpressbees.com/track?isawb=Yes&trackid={n}',
    deepLink: true,
  }),
  courier('ekart', 'Ekart', /^[A-Z]{4}[A-Z0-9]{9,14}$/, {
    url: 'https://ekartlogistics.com/shipmenttrack/{n}',
    deepLink: true,
  }),
  courier('ecom_express', 'Ecom Express', /^\d{9,15}$/, {
    url: 'https://ecomexpress.in/tracking/?awb_field={n}',
    deepLink: true,
  }),
  courier('shadowfax', 'Shadowfax', /^[A-Z0-9]{10,16}$/, { url: 'https://tracker.shadowfax.in/#/track/{n}' }),
  courier('amazon', 'Amazon Shipping', /^(?:TBA\d{9,12}|[A-Z0-9]{12,15})$/, {
    url: 'https://track.amazon.in/tracking/{n}',
    deepLink: true,
  }),
  courier('professional', 'Professional Couriers', null, { url: 'https://www.tpcindia.com/track-info.aspx' }),
  courier('trackon', 'Trackon', null, { url: 'https://trackon.in/courier-tracking' }),
  courier('shiprocket', 'Shiprocket', null, { url: 'https://www.shiprocket.in/shipment-tracking/' }),
  courier('hand', 'Hand delivery', null, { url: '' }),
  courier('other', 'Other', null, { url: '' }),
]

/** Null for a code that is none of `COURIERS`, also for another case of its letters. */
export const findCourier = (code: string): Courier | null =>
  COURIERS.find((courier) => courier.code === code) ?? null

/** The S10 check digit of an international or Speed Post number: weights 8 6 4 2 3 5 9 7. */
function s10CheckDigit(eightDigits: string): number {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = weights.reduce((total, weight, i) => total + weight * Number(eightDigits[i]), 0)
  const digit = 11 - (sum % 11)
  return digit === 10 ? 0 : digit === 11 ? 5 : digit
}

/** Whether its courier can have such a number; `unknown` where the courier's shape of numbers is not known. */
export function checkTrackingNumber(code: string, number: string): 'fits' | 'unknown' | 'wrong' {
  const courier = findCourier(code)
  if (!courier?.number) return 'unknown'
  const shaped = courier.number.test(number)
  const s10 = code !== 'india_post' || !shaped || s10CheckDigit(number.slice(2, 10)) === Number(number[10])
  return shaped && s10 ? 'fits' : 'wrong'
}

/** Where a parcel can be followed; null where only the number can be copied. */
export function trackingUrl(code: string, number: string): string | null {
  const courier = findCourier(code)
  return courier?.deepLink ? courier.url.replace('{n}', encodeURIComponent(number)) : null
}
