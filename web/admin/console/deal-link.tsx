import { Link } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { href } from '#web/lib/locale.ts'

/** Opens the deal as the team sees it. */
export function DealLink({ formPk }: { formPk: string | null }) {
  if (formPk === null) return <span>{m.admin_no_deal()}</span>
  return (
    <Link className="console__link" to={href(`/deals/${formPk}`)}>
      {formPk.slice(0, 8)}…
    </Link>
  )
}
