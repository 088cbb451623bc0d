/** The money core's section of bench/RESULTS.md. */
import type { CountedStatement } from './deal-statements.ts'
import type { DealsFigures } from './deals.ts'
import type { GrowthFigures } from './growth.ts'
import type { MemoryFigures } from './memory.ts'
import { type ReleaseFigures, RUNNERS } from './release.ts'
import type { StatementFigures } from './statements.ts'

export interface Figures {
  readonly postgres: string
  readonly seconds: number
  readonly release: ReleaseFigures | null
  readonly deals: readonly DealsFigures[]
  readonly growth: readonly GrowthFigures[]
  readonly memory: MemoryFigures | null
  readonly statement: StatementFigures | null
}

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const count = (value: number): string => Math.round(value).toLocaleString('en-IN')
const ms = (value: number): string => `${value.toFixed(1)} ms`
const percent = (value: number): string => `${Math.round(value * 100)} %`
const held = (isHeld: boolean): string => (isHeld ? 'yes' : '**no**')

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
/** Of each slice to the one beside it, the lowest and the highest. */
function ratios(of: readonly number[], to: readonly number[]): string {
  const each = of.map((value, i) => value / (to[i] ?? Number.NaN))
  return `${percent(Math.min(...each))} – ${percent(Math.max(...each))}`
}

const NAMES: Readonly<Record<(typeof RUNNERS)[number], string>> = {
  tpcb: 'pgbench TPC-B, simple',
  tpcbPrepared: 'pgbench TPC-B, prepared',
  simpleUpdate: 'pgbench simple update, simple',
  simpleUpdatePrepared: 'pgbench simple update, prepared',
  spread: 'release by one call, spread over 10,000 payees',
  hot: 'release by one call, all to one payee',
}

function release({ slices, problems }: ReleaseFigures): string[] {
  const { tpcb, tpcbPrepared, spread, hot } = slices
  const share = mean(spread) / mean(tpcbPrepared)
  const hotShare = mean(hot) / mean(spread)
  return [
    '### Release by one call, beside PostgreSQL’s own bench',
    '',
    `8 clients each, in turns of two seconds on the same PostgreSQL, ${spread.length} turns each: the machine’s own speed changes within minutes, and both sides are to have the same of it. verify() afterwards: ${problems === 0 ? 'sound' : `**${problems} problems**`}.`,
    '',
    table(
      ['what', 'a second', 'lowest – highest', 'of TPC-B simple', 'of TPC-B prepared', 'turn by turn'],
      RUNNERS.map((name) => [
        NAMES[name],
        count(mean(slices[name])),
        `${count(Math.min(...slices[name]))} – ${count(Math.max(...slices[name]))}`,
        percent(mean(slices[name]) / mean(tpcb)),
        percent(mean(slices[name]) / mean(tpcbPrepared)),
        ratios(slices[name], tpcbPrepared),
      ]),
    ),
    '',
    table(
      ['goal', 'held'],
      [
        ['release ≥ 2,000/s', held(mean(spread) >= 2_000)],
        [`release ≥ 60 % of TPC-B (prepared) in the same run: ${percent(share)}`, held(share >= 0.6)],
        [`hot account ≥ 80 % of spread: ${percent(hotShare)}`, held(hotShare >= 0.8)],
      ],
    ),
    '',
  ]
}

function deals(figures: readonly DealsFigures[]): string[] {
  const best = Math.max(...figures.map(({ perSecond }) => perSecond))
  return [
    '### Whole deals over HTTP',
    '',
    'Create, accept, pay, the provider’s webhook, start, deliver, release: seven calls, each but the webhook with an Idempotency-Key, with their notices, mails and payouts. Load and server share the two cores. Processor time is of the server and of PostgreSQL, a deal.',
    '',
    table(
      [
        'clients',
        'payees',
        'deals/s',
        'calls/s',
        'p50 a call',
        'p99 a call',
        'Node.js',
        'PostgreSQL',
        'jobs left',
      ],
      figures.map((item) => [
        String(item.clients),
        item.hot ? 'one' : 'each their own',
        item.perSecond.toFixed(1),
        count(item.perSecond * 7),
        ms(item.p50),
        ms(item.p99),
        ms(item.nodeMs),
        ms(item.postgresMs),
        String(item.jobsLeft),
      ]),
    ),
    '',
    table(
      ['goal', 'held'],
      [
        [`a whole deal ≥ 200/s: ${best.toFixed(0)}/s`, held(best >= 200)],
        ['p99 of a call ≤ 100 ms', held(figures.every(({ p99 }) => p99 <= 100))],
      ],
    ),
    '',
  ]
}

function growth(figures: readonly GrowthFigures[]): string[] {
  const last = figures.at(-1)
  const pair = ({ p50, p99 }: { p50: number; p99: number }): string => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
  return [
    '### As the books grow',
    '',
    'p50 / p99 in milliseconds over HTTP, one client; a page has 20 rows. Deadlines are applied by one process on one connection.',
    '',
    table(
      ['deals', 'entries', 'my deals', 'admin grid', 'grid, searched', 'notices', 'a lapse', 'verify()'],
      figures.map((item) => [
        count(item.deals),
        count(item.entries),
        pair(item.myDeals),
        pair(item.grid),
        pair(item.gridSearch),
        pair(item.notices),
        ms(item.lapse),
        `${item.verifySeconds.toFixed(1)} s, ${item.problems === 0 ? 'sound' : `**${item.problems} problems**`}`,
      ]),
    ),
    '',
    ...(last
      ? [
          table(
            ['goal', 'held'],
            [
              [
                `my deals and admin grid at ${count(last.deals)} deals ≤ 50 ms p99`,
                held(Math.max(last.myDeals.p99, last.grid.p99) <= 50),
              ],
              [
                `verify() ≤ 10 s a million entries: ${((last.verifySeconds / last.entries) * 1e6).toFixed(1)} s`,
                held(last.verifySeconds / last.entries <= 1e-5),
              ],
            ],
          ),
          '',
        ]
      : []),
  ]
}

const memory = ({ minutes, deals, megabytes }: MemoryFigures): string[] => [
  '### Memory',
  '',
  `Resident megabytes of the server before and after each of ${minutes} minutes with 8 clients and ${count(deals)} deals: ${megabytes.join(', ')}.`,
  '',
]

function statement({ wholeSeconds, p99, wrong, ...figures }: StatementFigures): string[] {
  return [
    `A statement of ${count(figures.lines)} lines over HTTP, ${count(figures.payIns)} of them for as many open pay-ins: uploaded, read, matched, approved by a second Admin and booked, deals and notices included, by one server and its PostgreSQL. Somebody else asks for their notices every twenty milliseconds. Processor time is from the upload to the last line; wall time is the machine’s, with whatever else it does.`,
    '',
    table(
      [
        'read and matched',
        'all booked',
        'Node.js',
        'PostgreSQL',
        'other calls',
        'p50',
        'p99',
        'slowest',
        'wrong lines, deals, verify()',
      ],
      [
        [
          `${figures.readSeconds.toFixed(1)} s`,
          `${wholeSeconds.toFixed(1)} s`,
          `${figures.node.toFixed(1)} s`,
          `${figures.postgres.toFixed(1)} s`,
          count(figures.calls),
          ms(figures.p50),
          ms(p99),
          ms(figures.slowest),
          String(wrong),
        ],
      ],
    ),
    '',
    table(
      ['goal', 'held'],
      [
        [`all booked ≤ 30 s: ${wholeSeconds.toFixed(1)} s`, held(wholeSeconds <= 30 && wrong === 0)],
        [`p99 of other calls ≤ 200 ms: ${p99.toFixed(0)} ms`, held(p99 <= 200)],
      ],
    ),
    '',
  ]
}

/** A section of its own, so that it can be measured alone. */
export const statementReport = ({ postgres, statement: figures }: Figures): string[] =>
  figures ? [`PostgreSQL ${postgres}.`, '', ...statement(figures)] : []

export const report = (figures: Figures): string[] => [
  `PostgreSQL ${figures.postgres}; ${figures.seconds} s a figure.`,
  '',
  ...(figures.release
    ? release(figures.release)
    : ['There is no pgbench here (Debian: postgresql-contrib): release by one call was not measured.', '']),
  ...(figures.deals.length > 0 ? deals(figures.deals) : []),
  ...(figures.growth.length > 0 ? growth(figures.growth) : []),
  ...(figures.memory ? memory(figures.memory) : []),
]

const TEXT_LENGTH = 160

export function countedReport(statements: readonly CountedStatement[]): string[] {
  const sum = (of: (statement: CountedStatement) => number): number =>
    statements.reduce((total, statement) => total + of(statement), 0)
  const line = ({ text, calls, ms: each }: CountedStatement): string =>
    `${calls.toFixed(2).padStart(7)} ${each.toFixed(3).padStart(7)}  ${text.replace(/\s+/g, ' ').slice(0, TEXT_LENGTH)}`
  return [
    '  times      ms  a deal',
    ...statements.map(line),
    line({ text: 'all', calls: sum(({ calls }) => calls), ms: sum(({ ms: each }) => each) }),
  ]
}
