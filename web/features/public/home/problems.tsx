import { m } from '#messages/compiled/messages.js'
import { figures } from '#web/features/public/figures.ts'
import { siteName } from '#web/lib/site.ts'

export function Problems() {
  const f = figures()
  const figure = (name: string): string => f[name] ?? ''
  const rows = [
    [
      m.home_problem_no_parcel(),
      m.home_help_no_parcel({ tracking: figure('trackingWindow'), delivery: figure('deliveryDue') }),
    ],
    [m.home_problem_no_money(), m.home_help_no_money({ fee: figure('cancellationFee') })],
    [m.home_problem_wrong(), m.home_help_wrong({ complaint: figure('complaintWindow.shopping') })],
    [m.home_problem_silence(), m.home_help_silence({ complaint: figure('complaintWindow.services') })],
    [m.home_problem_dispute(), m.home_help_dispute({ mutual: figure('mutualResolution') })],
  ] as const
  return (
    <section>
      <h2>{m.home_problems_title()}</h2>
      <ul className="problems">
        {rows.map(([problem, help]) => (
          <li key={problem} className="problems__pair">
            <div className="problems__side problems__side--problem">
              <p className="problems__label">{m.home_problem()}</p>
              <p>{problem}</p>
            </div>
            <div className="problems__side problems__side--help">
              <p className="problems__label">{m.home_help({ name: siteName() })}</p>
              <p>{help}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
