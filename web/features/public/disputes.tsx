import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { SITE, siteName } from '#web/lib/site.ts'
import { Document } from './document.tsx'

/** The operator's own forms where content/site.json names them; else the complaint that starts on a deal's page. */
const form = (url: string | null): string => url ?? href('/deals')

export const meta = () =>
  pageMeta({
    title: m.disputes_title(),
    description: m.disputes_description({ name: siteName() }),
    path: '/disputes',
  })

export default function Disputes() {
  return (
    <div className="page">
      <h1>{m.disputes_heading()}</h1>
      <Document name="disputes" />
      <section>
        <h2>{m.disputes_apply()}</h2>
        <p>{m.disputes_apply_text()}</p>
        <p className="actions">
          <a className="button" href={form(SITE.dispute_forms.services)}>
            {m.disputes_services()}
          </a>
          <a className="button" href={form(SITE.dispute_forms.shopping)}>
            {m.disputes_shopping()}
          </a>
        </p>
      </section>
    </div>
  )
}
