/** Days in figures as charts, each with the table that it is drawn from. */
import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type DayFigures, type MOVEMENTS, type TeamHome, teamFigures } from '#core/contract/home.ts'
import { formatPaiseShort } from '#core/money.ts'
import { HOUR_MS, MINUTE_MS, nextDay } from '#core/time.ts'
import { m } from '#messages/compiled/messages.js'
import { statusName } from '#messages/lifecycle-text.ts'
import { errorWords } from '#web/lib/api-error.ts'
import { dayText, duration, formatCount, percent } from '#web/lib/format.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const SPANS = [30, 90, 366] as const
const HEIGHT = 200

interface ChartsProps {
  readonly states: TeamHome['states']
  /** Who may open the ledger. */
  readonly isAdmin: boolean
}

export function Charts({ states, isAdmin }: ChartsProps) {
  const [days, setDays] = useState<number>(SPANS[0])
  const read = useApiQuery(teamFigures, { query: { days } })
  return (
    <section aria-labelledby="home-charts">
      <h2 id="home-charts">{m.home_charts()}</h2>
      <p className="home__toolbar">
        {SPANS.map((span) => (
          <Button key={span} aria-pressed={span === days} onClick={() => setDays(span)}>
            {m.home_last_days({ count: String(span) })}
          </Button>
        ))}
      </p>
      {read.isPending && <Skeleton bars={6} />}
      {read.isError && <ErrorNotice message={errorWords(read.error)} onRetry={() => void read.refetch()} />}
      {read.data && (
        <div className="home__charts">
          <MoneyCharts days={read.data.days} isAdmin={isAdmin} />
          <DealCharts days={read.data.days} median={read.data.median_decide_ms} states={states} />
        </div>
      )}
    </section>
  )
}

const rupees = (paise: number): string => formatPaiseShort(paise)
const shortDay = (day: string): string => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`
const common = {
  h: HEIGHT,
  dataKey: 'label',
  withLegend: false,
  gridAxis: 'x',
  tickLine: 'none',
  // as wide as its longest amount: in a width of its own the sign of a lakh is cut off
  yAxisProps: { width: 'auto' },
} as const
/** Of a state's row, whose name stands whole beside its bar, in two lines where it has to. */
const STATE_HEIGHT = 28
const AXIS_HEIGHT = 34
const STATE_WIDTH = 150
/** Nothing in the picture takes the focus: the table is what is read. */
const UNFOCUSED = { accessibilityLayer: false } as const
const labelled = (days: readonly DayFigures[]) => days.map((row) => ({ ...row, label: shortDay(row.day) }))

/** Where the rows of a day's figure are. */
const movesOf = (dir: (typeof MOVEMENTS)[number], day: string): string =>
  `/admin/movements?dir=${dir}&day=${day}`
/** As the books stood at its end; of today, which has none yet, as they stand. */
const booksOf = (day: string, today: string): string =>
  day === today ? '/admin/ledger' : `/admin/ledger?at=${nextDay(day)}T00:00`
const endedOf = (filter: 'ended' | 'complained' | 'decided', day: string): string =>
  `/admin_dashboard?${filter}=${day}#transactions`
/** Nothing leads to an empty list. */
const countOf = (count: number, path: string): ReactNode =>
  count === 0 ? 0 : <Link to={href(path)}>{formatCount(count)}</Link>

interface MoneyChartsProps {
  readonly days: readonly DayFigures[]
  readonly isAdmin: boolean
}

function MoneyCharts({ days, isAdmin }: MoneyChartsProps) {
  const data = labelled(days)
  const today = days.at(-1)?.day ?? ''
  return (
    <>
      <Chart
        title={m.home_chart_held()}
        heads={[m.money_day(), m.admin_held()]}
        rows={days.map(({ day, held_paise }) => [
          dayText(day),
          isAdmin ? (
            <Link key="held" to={href(booksOf(day, today))}>
              {rupees(held_paise)}
            </Link>
          ) : (
            rupees(held_paise)
          ),
        ])}
      >
        <AreaChart
          {...common}
          areaChartProps={UNFOCUSED}
          data={data}
          series={[{ name: 'held_paise', label: m.admin_held(), color: 'var(--held)' }]}
          valueFormatter={rupees}
          withDots={false}
        />
      </Chart>
      <Chart
        title={m.home_chart_moves()}
        heads={[m.money_day(), m.home_in(), m.home_out()]}
        rows={days.map(({ day, in_paise, out_paise }) => [
          dayText(day),
          <Link key="in" to={href(movesOf('in', day))}>
            {rupees(in_paise)}
          </Link>,
          <Link key="out" to={href(movesOf('out', day))}>
            {rupees(out_paise)}
          </Link>,
        ])}
      >
        <BarChart
          {...common}
          barChartProps={UNFOCUSED}
          withLegend
          data={data}
          series={[
            { name: 'in_paise', label: m.home_in(), color: 'var(--arrived)' },
            { name: 'out_paise', label: m.home_out(), color: 'var(--next)' },
          ]}
          valueFormatter={rupees}
        />
      </Chart>
      <Chart
        title={m.home_chart_fees()}
        heads={[m.money_day(), m.home_fees()]}
        rows={days.map(({ day, fees_paise }) => [
          dayText(day),
          <Link key="fees" to={href(movesOf('fees', day))}>
            {rupees(fees_paise)}
          </Link>,
        ])}
      >
        <BarChart
          {...common}
          barChartProps={UNFOCUSED}
          data={data}
          series={[{ name: 'fees_paise', label: m.home_fees(), color: 'var(--held)' }]}
          valueFormatter={rupees}
        />
      </Chart>
    </>
  )
}

interface DealChartsProps extends Pick<ChartsProps, 'states'> {
  readonly days: readonly DayFigures[]
  readonly median: number | null
}

const WHOLE = 10_000
const rateOf = ({ disputed, ended }: DayFigures): number | null =>
  ended === 0 ? null : Math.round((disputed * WHOLE) / ended)
const rateWords = (rate: number | null): string => (rate === null ? '–' : percent(rate))
/** Of a tick, which a scale in ms would put between two hours: several would have the same words. */
const tickWords = (hours: number): string =>
  duration(hours > 0 && hours < 1 ? Math.round(hours * 60) * MINUTE_MS : Math.round(hours) * HOUR_MS)
/** In whole hours, as the rules are spoken. */
const hourWords = (ms: number | null): string =>
  ms === null ? '–' : duration(Math.max(HOUR_MS, Math.round(ms / HOUR_MS) * HOUR_MS))

function DealCharts({ days, median, states }: DealChartsProps) {
  const data = labelled(days).map((row) => ({
    ...row,
    rate: rateOf(row),
    decide_hours: row.decide_ms === null ? null : row.decide_ms / HOUR_MS,
  }))
  return (
    <>
      <Chart
        title={m.home_chart_states()}
        heads={[m.home_state(), m.home_deals()]}
        rows={states.map(({ status, count }) => [
          <Link key="state" to={href(`/admin_dashboard?state=${status}#transactions`)}>
            {statusName(status)}
          </Link>,
          count,
        ])}
      >
        <BarChart
          {...common}
          h={Math.max(HEIGHT, states.length * STATE_HEIGHT + AXIS_HEIGHT)}
          barChartProps={UNFOCUSED}
          orientation="vertical"
          gridAxis="y"
          xAxisProps={{ allowDecimals: false }}
          yAxisProps={{ width: STATE_WIDTH, interval: 0 }}
          data={states.map(({ status, count }) => ({ label: statusName(status), count }))}
          series={[{ name: 'count', label: m.home_deals(), color: 'var(--held)' }]}
        />
      </Chart>
      <Chart
        title={m.home_chart_disputes()}
        heads={[m.money_day(), m.home_ended(), m.home_disputed(), m.home_rate()]}
        rows={days.map((row) => [
          dayText(row.day),
          countOf(row.ended, endedOf('ended', row.day)),
          countOf(row.disputed, endedOf('complained', row.day)),
          rateWords(rateOf(row)),
        ])}
      >
        <LineChart
          {...common}
          lineChartProps={UNFOCUSED}
          data={data}
          connectNulls
          series={[{ name: 'rate', label: m.home_rate(), color: 'var(--stop)' }]}
          valueFormatter={(rate) => percent(rate)}
        />
      </Chart>
      <Chart
        title={m.home_chart_decide()}
        note={median === null ? m.home_median_none() : m.home_median({ time: hourWords(median) })}
        heads={[m.money_day(), m.home_decided(), m.home_decide_time()]}
        rows={days.map(({ day, decided, decide_ms }) => [
          dayText(day),
          countOf(decided, endedOf('decided', day)),
          hourWords(decide_ms),
        ])}
      >
        <LineChart
          {...common}
          lineChartProps={UNFOCUSED}
          data={data}
          connectNulls
          yAxisProps={{ ...common.yAxisProps, allowDecimals: false }}
          series={[{ name: 'decide_hours', label: m.home_decide_time(), color: 'var(--held)' }]}
          valueFormatter={tickWords}
        />
      </Chart>
    </>
  )
}

interface ChartProps {
  readonly title: string
  readonly note?: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  readonly children: ReactNode
}

/** The picture is of no use to a screen reader; the table says the same. */
function Chart({ title, note, heads, rows, children }: ChartProps) {
  return (
    <article className="home__chart" aria-label={title}>
      <h3>{title}</h3>
      {note && <p>{note}</p>}
      <div aria-hidden="true">{children}</div>
      <details>
        <summary>{m.home_as_table()}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="home__table" tabIndex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a day's row stays where it is
                <tr key={at}>
                  {cells.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </article>
  )
}
