/** Amounts as words, in lakh and crore: on papers of tax, and beside the field where an amount is typed. */
import type { Locale } from '#core/locale.ts'

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const HI_SMALL = `शून्य एक दो तीन चार पाँच छह सात आठ नौ
दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी
अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
नब्बे इक्यानवे बानवे तिरानवे चौरानवे पंचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`.split(/\s/)

const UNITS = {
  en: ['crore', 'lakh', 'thousand', 'hundred'],
  hi: ['करोड़', 'लाख', 'हज़ार', 'सौ'],
} as const
const SIZES = [10_000_000, 100_000, 1_000, 100] as const

function belowHundred(n: number, locale: Locale): string {
  if (locale === 'hi') return HI_SMALL[n] ?? ''
  if (n < 20) return EN_SMALL[n] ?? ''
  const tens = EN_TENS[Math.floor(n / 10)] ?? ''
  return n % 10 === 0 ? tens : `${tens}-${EN_SMALL[n % 10]}`
}

function wholeNumber(n: number, locale: Locale): string {
  if (n < 100) return belowHundred(n, locale)
  const at = SIZES.findIndex((size) => n >= size)
  const size = SIZES[at] ?? 1
  const head = `${wholeNumber(Math.floor(n / size), locale)} ${UNITS[locale][at]}`
  return n % size === 0 ? head : `${head} ${wholeNumber(n % size, locale)}`
}

/** `eighteen thousand five hundred rupees`, `अठारह हज़ार पाँच सौ रुपये`: whole rupees, as somebody says them. */
export function rupeesInWords(rupees: number, locale: Locale): string {
  const unit = { en: rupees === 1 ? 'rupee' : 'rupees', hi: rupees === 1 ? 'रुपया' : 'रुपये' }[locale]
  return `${wholeNumber(rupees, locale)} ${unit}`
}

/** `Rupees forty-two and thirty-seven paise only`, `बयालीस रुपये सैंतीस पैसे मात्र`. */
export function amountInWords(amountPaise: number, locale: Locale): string {
  const rupees = wholeNumber(Math.floor(amountPaise / 100), locale)
  const rest = amountPaise % 100
  const part = rest === 0 ? '' : belowHundred(rest, locale)
  if (locale === 'hi') return `${rupees} रुपये${part ? ` ${part} पैसे` : ''} मात्र`
  return `Rupees ${rupees}${part ? ` and ${part} paise` : ''} only`
}
