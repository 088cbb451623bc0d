/** What is left to set up before the doors open: below the work, for whoever runs the installation. */
import { teamHome } from '#core/contract/home.ts'
import { m } from '#messages/compiled/messages.js'
import { useApiQuery } from '#web/lib/queries.ts'

export function Setup() {
  const items = useApiQuery(teamHome, {}).data?.setup ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="home-setup">
      <h2 id="home-setup">{m.home_setup({ count: String(items.length) })}</h2>
      <p className="muted">{m.home_setup_text()}</p>
      <ul className="console__list">
        {items.map((item) => (
          <li key={item}>
            <code>{item}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
