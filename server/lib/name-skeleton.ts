/** What a name looks like, so that two that a reader takes for one can be told to be the same. */
import { LOOKS } from './confusables.ts'

/**
 * Accents of European letters, the signs of names, and what is not seen at all: joiners, direction marks, variation
 * selectors.
 */
const OVERLOOKED = /[\u0300-\u036f\s.'’&-]|\p{Default_Ignorable_Code_Point}/gu

/** Digits come with names that an operator has widened (core/field-limits.ts). */
const DIGIT_LOOKS = new Map([
  ['0', 'O'],
  ['1', 'l'],
])

const look = (text: string): string =>
  [...text.normalize('NFD').replace(OVERLOOKED, '')]
    .map((letter) => DIGIT_LOOKS.get(letter) ?? LOOKS.get(letter) ?? letter)
    .join('')
    .normalize('NFC')

/**
 * The skeletons of UTS #39 of a name as it is written, in small letters and in capitals: letters of two scripts may look
 * alike in one case alone (В is B, в is not b). Two names are the same when they share any.
 */
export function nameSkeletons(name: string): string[] {
  const text = name.normalize('NFKC')
  return [...new Set([look(text), look(text.toLowerCase()), look(text.toUpperCase())])].sort()
}
