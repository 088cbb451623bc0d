/** Beside a refusal that a verified number or a payout target would lift: the way there. */
import { Link, useLocation } from 'react-router'
import { m } from '#messages/compiled/messages.js'
import { ApiError } from '#web/lib/api-error.ts'
import { href } from '#web/lib/locale.ts'

export function VerifyFirst({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return null
  if (error.verify === 'payout_target') return <AddTarget />
  return error.verify === 'phone' ? <VerifyNumber /> : null
}

export function VerifyNumber() {
  const { pathname, search } = useLocation()
  const next = encodeURIComponent(pathname + search)
  return (
    <p>
      <Link className="button button--next" to={`${href('/account/verify/phone')}?next=${next}`}>
        {m.contact_phone_title()}
      </Link>
    </p>
  )
}

export const AddTarget = () => (
  <p>
    <Link className="button button--next" to={href('/account#payout-target')}>
      {m.target_add()}
    </Link>
  </p>
)
