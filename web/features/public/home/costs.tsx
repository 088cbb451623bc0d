import { m } from '#messages/compiled/messages.js'
import { figures } from '#web/features/public/figures.ts'

export function Costs() {
  const f = figures()
  const costs = [
    [m.home_cost_shopping(), m.home_cost_shopping_free(), m.home_cost_shopping_text()],
    [
      m.home_cost_services(),
      f['commission.services'] ?? '',
      m.home_cost_services_text({ coupon: f['commission.coupon'] ?? '' }),
    ],
    [m.home_cost_dispute(), f.disputeFee ?? '', m.home_cost_dispute_text()],
  ] as const
  return (
    <section>
      <h2>{m.home_costs_title()}</h2>
      <dl className="costs">
        {costs.map(([what, figure, text]) => (
          <div key={what} className="costs__item">
            <dt>{what}</dt>
            <dd>
              <strong className="costs__figure">{figure}</strong> {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
