/** An offer of another account, or of none: the words of the spec, and what to do about it. */
import { Link } from 'react-router'
import { currentUser } from '#core/contract/auth.ts'
import type { Track } from '#core/ids.ts'
import type { Role } from '#core/roles.ts'
import { m } from '#messages/compiled/messages.js'
import { signOut } from '#web/lib/api.ts'
import { href } from '#web/lib/locale.ts'
import { useApiQuery } from '#web/lib/queries.ts'
import { shortRoleName } from '#web/lib/role-names.ts'
import { CHECKS_CONTACTS } from '#web/lib/site.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RoleWay } from '#web/ui/role-way.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VerifyNumber } from '#web/ui/verify-first.tsx'
import { CheckLink, useNext, useWelcome } from './welcome.tsx'

export function NotYours({ track }: { track: Track }) {
  // with its phone number, which the session on the device has not
  const { data: user } = useApiQuery(currentUser, {})
  const welcome = useWelcome()
  const next = useNext()
  if (!user || !welcome) return <Skeleton bars={3} />
  const name = `${user.first_name} ${user.last_name}`
  if (CHECKS_CONTACTS && !user.phone_verified)
    return (
      <Notice kind="next" title={m.contact_phone_first()}>
        <p>{m.contact_phone_first_text({ phone: user.phone_number })}</p>
        <VerifyNumber />
      </Notice>
    )
  const digits = welcome.phone_ends
  const [role] = user.user_type
  const isOtherRole = digits !== undefined && role !== READER[track]
  const isSamePerson = isOtherRole && user.phone_number.endsWith(digits)
  return (
    <>
      <Notice kind="next" title={m.preview_not_yours_title()}>
        <p>{m.preview_not_yours({ name, phone: user.phone_number })}</p>
        {digits && <p>{m.welcome_for({ digits })}</p>}
        {isOtherRole && role && <p>{NEEDS[track]({ role: shortRoleName(role) })}</p>}
        <p className="actions">
          {isSamePerson && <RoleWay user={user} role={READER[track]} />}
          <Button
            {...(isSamePerson ? {} : { kind: 'next' })}
            onClick={() => void signOut(href('/login') + next)}
          >
            {digits ? m.welcome_sign_in({ digits }) : m.preview_other_account()}
          </Button>
          <Link className="button" to={href('/deals')}>
            {m.nav_my_deals()}
          </Link>
        </p>
        <CheckLink />
      </Notice>
      <p className="muted">{m.ui_denied_preview()}</p>
    </>
  )
}

const NEEDS = { shopping: m.preview_needs_seller, services: m.preview_needs_client } as const

/** Whose role an offer is read in. */
const READER: Readonly<Record<Track, Role>> = { shopping: 'Seller', services: 'Client' }
