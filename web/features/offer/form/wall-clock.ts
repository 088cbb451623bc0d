/** A moment as the form holds it, `yyyy/MM/dd HH:mm` on an Indian wall, and in the parts that are chosen. */
export interface Parts {
  /** `yyyy-MM-dd`, as the calendar has it; empty until one is chosen. */
  readonly day: string
  readonly hour: string
  readonly minute: string
}

/** An evening: a day alone would mean midnight, which today has passed. */
const START: Parts = { day: '', hour: '18', minute: '00' }

export function parted(value: string): Parts {
  const [, year, month, date, hour = '', minute = ''] =
    /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2})$/.exec(value) ?? []
  return year ? { day: `${year}-${month}-${date}`, hour, minute } : START
}

export const joined = ({ day, hour, minute }: Parts): string =>
  day === '' ? '' : `${day.replaceAll('-', '/')} ${hour}:${minute}`
