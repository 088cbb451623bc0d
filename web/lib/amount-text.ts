/** An amount as it is typed and as it is shown: digits in the form's values, `18,500` in the field. */
import { withLatinDigits } from '#core/locale.ts'

/** Indian grouping while somebody types; what is no number is shown as it is. */
export const groupDigits = (text: string): string =>
  /^\d+$/.test(text) ? text.replace(/(\d)(?=(?:\d\d)*\d{3}$)/g, '$1,') : text

/** Separators and a rupee sign go, when digits are all that is left. */
export function ungroupDigits(typed: string): string {
  const bare = withLatinDigits(typed).replace(/[,\s₹]/g, '')
  return /^\d*$/.test(bare) ? bare : typed
}

/** Where the caret stands in `grouped` when it has `digits` of them on its left. */
export function caretAfter(grouped: string, digits: number): number {
  let [at, count] = [0, 0]
  while (at < grouped.length && count < digits) {
    if (/\d/.test(grouped[at] ?? '')) count++
    at++
  }
  return at
}
