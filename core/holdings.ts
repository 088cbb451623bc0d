/** What may be published of the money that is held, so that nothing of one deal can be told from it. */

/** Below it nothing is said: of a few deals, whoever knows all but one knows that one. */
export const LEAST_DEALS = 20
/** Rs 10,000: what one day adds to the last does not say what one deal has added. */
export const ROUNDED_TO_PAISE = 1_000_000
const ROUNDED_TO_DEALS = 10

interface HeldSums {
  readonly held_paise: number
  readonly backing_paise: number
  readonly deals: number
}

const down = (value: number, step: number): number => Math.floor(value / step) * step

/** Null where there are too few deals to say anything. Never more than there is. */
export function publishedFigures({ held_paise, backing_paise, deals }: HeldSums): HeldSums | null {
  if (deals < LEAST_DEALS) return null
  return {
    held_paise: down(held_paise, ROUNDED_TO_PAISE),
    backing_paise: down(backing_paise, ROUNDED_TO_PAISE),
    deals: down(deals, ROUNDED_TO_DEALS),
  }
}
