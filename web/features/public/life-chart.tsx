/** The drawn chart of content/generated, put into the page when it is built: its colours are the page's. */
import { m } from '#messages/compiled/messages.js'
import { locale } from '#web/lib/locale.ts'

const CHARTS: Record<string, string> = import.meta.env.SSR
  ? import.meta.glob<string>('../../../content/generated/*.svg', {
      eager: true,
      query: '?raw',
      import: 'default',
    })
  : {}

const chart = (): string =>
  CHARTS[`../../../content/generated/lifecycle${locale() === 'hi' ? '.hi' : ''}.svg`] ?? ''

/** What it says is said in words by the lists below it, which come from the same table. */
export function LifeChart() {
  return (
    <details className="whatif whatif--wide">
      <summary id="chart">{m.how_chart_title()}</summary>
      <p id="chart-text">{m.how_chart_text()}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by the keyboard */}
      <section className="life-chart" tabIndex={0} aria-labelledby="chart" aria-describedby="chart-text">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by scripts/draw-lifecycle.ts */}
        <div dangerouslySetInnerHTML={{ __html: chart() }} />
      </section>
    </details>
  )
}
