import { m } from '#messages/compiled/messages.js'
import { FactoryIcon, LaptopIcon, PeopleIcon, ShopIcon } from '#web/ui/icons.tsx'

export function UseCases() {
  const cases = [
    [<ShopIcon key="icon" />, m.home_case_marketplace(), m.home_case_marketplace_text()],
    [<LaptopIcon key="icon" />, m.home_case_freelancers(), m.home_case_freelancers_text()],
    [<PeopleIcon key="icon" />, m.home_case_c2c(), m.home_case_c2c_text()],
    [<FactoryIcon key="icon" />, m.home_case_b2b(), m.home_case_b2b_text()],
  ] as const
  return (
    <section>
      <h2>{m.home_cases_title()}</h2>
      <ul className="grid">
        {cases.map(([icon, title, text]) => (
          <li key={title} className="card">
            <span className="card__icon">{icon}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
