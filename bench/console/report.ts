/** The console's section of bench/RESULTS.md. */
import { table } from '#bench/money/report.ts'

export interface CallFigures {
  readonly kind: string
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly calls: number
}

const BAR_MS = 50
/** Kinds with many calls are shown by their slowest ones. */
const SHOWN = 12

export function consoleReport(deals: number, times: number, figures: readonly CallFigures[]): string[] {
  const over = figures.filter(({ p99 }) => p99 > BAR_MS)
  return [
    `${deals.toLocaleString('en-IN')} deals over two years, ${times} calls of each kind over HTTP by one client, each with the values of another row; milliseconds.`,
    '',
    `${figures.length - over.length} of ${figures.length} kinds of call hold ${BAR_MS} ms at the 99th percentile${over.length === 0 ? '.' : '; those that do not are marked.'}`,
    '',
    ...[...new Set(figures.map(({ kind }) => kind))].flatMap((kind) => part(kind, times, figures)),
  ]
}

function part(kind: string, times: number, figures: readonly CallFigures[]): string[] {
  const of = figures.filter((item) => item.kind === kind)
  const slowest = of.toSorted((one, other) => other.p99 - one.p99)
  const rows = slowest
    .slice(0, SHOWN)
    .map(({ name, p50, p99, longest, calls }) => [
      `\`${name}\`${calls < times ? ` (${calls} calls)` : ''}`,
      p50.toFixed(1),
      p99 > BAR_MS ? `**${p99.toFixed(1)}**` : p99.toFixed(1),
      longest.toFixed(1),
    ])
  const more = of.length > SHOWN ? [`The other ${of.length - SHOWN} are faster than these.`, ''] : []
  return [table([kind, 'p50', 'p99', 'slowest'], rows), '', ...more]
}
