/** Freelancers are paid to a target of theirs: said before the form, which would be refused at its end without one. */
import { getPayoutTarget } from '#core/contract/payout-target.ts'
import { m } from '#messages/compiled/messages.js'
import { useApiQuery } from '#web/lib/queries.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AddTarget } from '#web/ui/verify-first.tsx'

export function TargetFirst() {
  const { data } = useApiQuery(getPayoutTarget, {})
  if (!data?.needed || data.current) return null
  return (
    <Notice kind="next" title={m.offer_target_first()}>
      <p>{m.offer_target_first_text()}</p>
      <AddTarget />
    </Notice>
  )
}
