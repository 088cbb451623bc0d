/** What differs between two lists of sentences: for a look at what a change of figures does to texts. */
import type { Locale } from './locale.ts'
import type { Policy } from './policy.ts'
import type { SampleDeals } from './sample-deal.ts'

export interface PlacedSentence {
  /** The address of a page, `offer-shopping`, `agreement-services`, `account`. */
  readonly place: string
  readonly locale: Locale
  readonly text: string
}

/** Two policies, the moment (epoch ms) at which both are read, and a deal in every state under each. */
export interface PolicyComparison {
  readonly before: Policy
  readonly after: Policy
  readonly now: number
  readonly deals: { readonly before: SampleDeals; readonly after: SampleDeals }
}

interface SentenceChange {
  /** Empty where the sentence is new. */
  readonly before: string
  /** Empty where it is gone. */
  readonly after: string
}

/** In their order; a sentence that is in both lists has not changed, wherever it stands. */
export function changedTexts(before: readonly string[], after: readonly string[]): SentenceChange[] {
  const [old, next] = [new Set(before), new Set(after)]
  const gone = [...old].filter((text) => !next.has(text))
  const come = [...next].filter((text) => !old.has(text))
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    before: gone[index] ?? '',
    after: come[index] ?? '',
  }))
}

export interface PlacedChange extends SentenceChange {
  readonly place: string
  readonly locale: Locale
}

/** By place and language; a change that an earlier place has already shown in the language is left out. */
export function changedSentences(
  before: readonly PlacedSentence[],
  after: readonly PlacedSentence[],
): PlacedChange[] {
  const shown = new Set<string>()
  const places = new Map(
    [...before, ...after].map(({ place, locale }) => [`${locale} ${place}`, { place, locale }]),
  )
  return [...places.values()].flatMap(({ place, locale }) => {
    const isHere = (sentence: PlacedSentence): boolean =>
      sentence.place === place && sentence.locale === locale
    const texts = (list: readonly PlacedSentence[]): string[] => list.filter(isHere).map(({ text }) => text)
    return changedTexts(texts(before), texts(after)).flatMap((change) => {
      const key = `${locale}\0${change.before}\0${change.after}`
      if (shown.has(key)) return []
      shown.add(key)
      return [{ place, locale, ...change }]
    })
  })
}
