/**
 * What the terms of a deal say of what is dealt in (core/description.ts wrote it). Without schemas: pages that show it, and
 * change nothing of it, need no zod.
 */

/** A line of a form as it is added. */
export const NEW_LINE = { item: '', count: '1' } as const

/** One with a number and no text is somebody's mistake, and not left out: the offer would go without what they counted. */
const isAsAdded = (line: { item?: unknown; count?: unknown } | null): boolean =>
  String(line?.item ?? '').trim() === '' && ['', NEW_LINE.count].includes(String(line?.count ?? '').trim())

/** As a form has it: lines that were left as they were added are none. */
export const filledLines = (lines: unknown): unknown[] =>
  Array.isArray(lines) ? lines.filter((line) => !isAsAdded(line)) : []

type DealTexts = Readonly<Record<string, unknown>>

/** A list of entries that all fit; of any other value, or of terms from before there was one, an empty one. */
function entriesOf<Entry>(list: unknown, fits: (entry: DealTexts) => boolean): readonly Entry[] {
  if (!Array.isArray(list)) return []
  const isWhole = list.every(
    (entry) => typeof entry === 'object' && entry !== null && fits(entry as DealTexts),
  )
  return isWhole ? (list as Entry[]) : []
}

const listText = (list: unknown): string =>
  entriesOf<{ item: string; count: number | string }>(
    list,
    ({ item, count }) => typeof item === 'string' && /^\d+$/.test(String(count)),
  )
    .map(({ item, count }) => `${count} × ${item}`)
    .join('\n')

/** In the order in which they are shown. */
export const DESCRIPTION_NAMES = ['details', 'condition', 'serial', 'listing_url'] as const
export type DescriptionName = (typeof DESCRIPTION_NAMES)[number]

/** What the terms of a deal say of it; terms from before these fields say nothing. */
export function describedIn(terms: DealTexts): [DescriptionName | 'deliverable_list', string][] {
  const list = listText(terms.deliverable_list)
  return [
    ...(list === '' ? [] : [['deliverable_list', list] as ['deliverable_list', string]]),
    ...DESCRIPTION_NAMES.flatMap((name): [DescriptionName, string][] => {
      const text = terms[name]
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  ]
}

export interface ItemPhoto {
  readonly id: string
  readonly sha256: string
}

/** The photos that the terms name, the first one first. */
export const photosIn = (terms: DealTexts): readonly ItemPhoto[] =>
  entriesOf<ItemPhoto>(terms.photos, ({ id, sha256 }) => typeof id === 'string' && typeof sha256 === 'string')
